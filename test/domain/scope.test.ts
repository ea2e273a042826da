import fc from "fast-check";
import { expect, test } from "vitest";
import { isHindsightError } from "../../src/domain/errors.ts";
import { contentHash, makeRecord, normalised } from "../../src/domain/record.ts";
import { ownerKey, sharedOwner, userOwner } from "../../src/domain/scope.ts";

const refused = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (isHindsightError(error)) return error.code;
    throw error;
  }
  return "accepted";
};

test.each([
  undefined,
  null,
  7,
  "",
  " ",
  "\t\n",
  "　",
  "\u200b",
  "\u200b\u2060 \ufeff",
  "\u3164",
  "\u00ad",
  "\0",
  "\ud800",
  "x".repeat(65_537),
])("G1: no user without an id: %j", (id) => {
  expect(refused(() => userOwner(id))).toBe("INVALID_USER");
  expect(refused(() => sharedOwner(id))).toBe("INVALID_USER");
});

test("G1: ids that differ in any byte are different users, and a user is no namespace", () => {
  const ids = [
    "ada",
    "Ada",
    " ada",
    "ada ",
    "ada\0",
    "á",
    "a\u0301",
    "а" /* Cyrillic */,
    "..",
    "../ada",
    "*",
    "%",
    "__proto__",
  ];
  const keys = ids.map((id) => ownerKey(userOwner(id)));
  expect(new Set(keys).size).toBe(ids.length);
  expect(ownerKey(userOwner("team"))).not.toBe(ownerKey(sharedOwner("team")));
  expect(refused(() => sharedOwner("private"))).toBe("INVALID_USER");
});

test("G1: a key is 64 hex digits for any id, so no id can leave its folder", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (id) => {
      fc.pre(id.trim() !== "" && id.isWellFormed());
      expect(ownerKey(userOwner(id))).toMatch(/^[0-9a-f]{64}$/u);
    }),
  );
});

test("B4: case, width, spaces and closing punctuation make no new content", () => {
  expect(contentHash("Ada likes  tea.")).toBe(contentHash("ada likes tea"));
  expect(contentHash("用户喜欢茶。")).toBe(contentHash("用户喜欢茶"));
  expect(contentHash("C++")).not.toBe(contentHash("C"));
  expect(normalised("...")).toBe("");
  expect(contentHash("...")).not.toBe(contentHash("!!!"));
});

test("B6: a record is complete, and a wrong field is named", () => {
  const now = Date.parse("2026-11-30T00:00:00.000Z");
  const draft = { user: "ada", kind: "semantic", type: "fact", source: "user", content: "x" } as const;
  const record = makeRecord(draft, now);
  expect(record).toMatchObject({ version: 1, status: "active", validFrom: record.happenedAt, accessCount: 0 });
  expect(() => makeRecord({ ...draft, importance: 2 }, now)).toThrow(/"importance"/u);
  expect(() => makeRecord({ ...draft, happenedAt: "yesterday" }, now)).toThrow(/"happenedAt"/u);
});
