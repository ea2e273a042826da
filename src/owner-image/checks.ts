import { HindsightError } from "../domain/errors.ts";
import type { Fingerprint, MemoryRecord } from "../domain/record.ts";
import { type Owner, PRIVATE } from "../domain/scope.ts";

/** What every store refuses, in the same words. */

export function sameModel(a: Fingerprint, b: Fingerprint): boolean {
  return a.model === b.model && a.version === b.version && a.dimensions === b.dimensions;
}

/** @throws HindsightError WRONG_OWNER for a record of another user or namespace */
export function checkOwner(owner: Owner, record: MemoryRecord): void {
  const fits =
    owner.kind === "user"
      ? record.user === owner.id && record.namespace === PRIVATE
      : record.namespace === owner.id && record.user !== "";
  if (fits) return;
  throw new HindsightError(
    "WRONG_OWNER",
    `a record of another ${owner.kind === "user" ? "user or a shared namespace" : "namespace"} was to be written here`,
    "Write it to the store of its own user and namespace.",
  );
}

/** @throws HindsightError EMBEDDING_MISMATCH when the file was filled with another model */
export function checkFingerprint(known: Fingerprint, given: Fingerprint): void {
  if (sameModel(known, given)) return;
  const named = (print: Fingerprint) => `${print.model} ${print.version} (${print.dimensions} dimensions)`;
  throw new HindsightError(
    "EMBEDDING_MISMATCH",
    `this memory was filled with ${named(known)}, but the embedder is ${named(given)}`,
    "Set HINDSIGHT_EMBEDDING_MODEL back to that model, or run `hindsight reembed` to change over.",
  );
}

/** @throws HindsightError INVALID_INPUT for a vector of another length than the model's, or with a value that is no number */
export function checkVector(vector: Float32Array, fingerprint: Fingerprint): void {
  let sum = 0;
  for (let i = 0; i < vector.length; i++) sum += vector[i] as number;
  if (vector.length === fingerprint.dimensions && Number.isFinite(sum)) return;
  throw new HindsightError(
    "INVALID_INPUT",
    `a vector has ${vector.length} dimensions where ${fingerprint.model} has ${fingerprint.dimensions}, or holds a value that is no number`,
    "Embed the text again with the model the fingerprint names.",
  );
}
