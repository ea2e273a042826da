import { createHash } from "node:crypto";
import { HindsightError } from "./errors.ts";

/** Whose file it is: one user's private memory, or a namespace that several users share. */
export type Owner = { readonly kind: "user" | "shared"; readonly id: string };

/** The namespace of a user's own memories; every other name is a shared one. */
export const PRIVATE = "private";

const MAX_ID_BYTES = 65_536;

/** Nothing that can be seen: spaces, control characters, and what Unicode lets a reader ignore, such as U+200B. */
const INVISIBLE = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** True for an id in which there is nothing to see: two such ids could not be told apart, or from none. */
export function isBlankId(id: string): boolean {
  return INVISIBLE.test(id);
}

function checkId(value: unknown, what: string): string {
  const reason =
    typeof value !== "string"
      ? `a ${what} must be a string, got ${value === null ? "null" : typeof value}`
      : isBlankId(value)
        ? `a ${what} must not be empty or blank`
        : !value.isWellFormed()
          ? `a ${what} must be well-formed Unicode (it holds half of a surrogate pair)`
          : Buffer.byteLength(value) > MAX_ID_BYTES
            ? `a ${what} must be at most ${MAX_ID_BYTES} bytes`
            : null;
  if (reason !== null)
    throw new HindsightError("INVALID_USER", reason, `Pass the ${what} exactly as your application knows it.`);
  return value as string;
}

/**
 * The owner of a user's private memory. The id is taken byte for byte: no trimming, no case folding, no Unicode
 * normalisation, no wildcard, so two ids that differ in any byte are two users.
 * @throws HindsightError INVALID_USER when the id is not a string, blank, ill-formed or over 64 KiB.
 */
export function userOwner(id: unknown): Owner {
  return { kind: "user", id: checkId(id, "user id") };
}

/**
 * The owner of a shared namespace, under the same rules as a user id; `private` is reserved.
 * @throws HindsightError INVALID_USER
 */
export function sharedOwner(namespace: unknown): Owner {
  const id = checkId(namespace, "namespace");
  if (id === PRIVATE)
    throw new HindsightError("INVALID_USER", `"${PRIVATE}" is every user's own namespace`, "Choose another name.");
  return { kind: "shared", id };
}

const keys = new WeakMap<Owner, string>();

/** 64 hex digits that name the owner's file: SHA-256 over kind, a zero byte and the id in UTF-8. */
export function ownerKey(owner: Owner): string {
  const known = keys.get(owner);
  if (known !== undefined) return known;
  const key = createHash("sha256").update(`${owner.kind}\0`).update(owner.id, "utf8").digest("hex");
  keys.set(owner, key);
  return key;
}
