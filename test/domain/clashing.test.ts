import { expect, test } from "vitest";
import { clashesAmong } from "../../src/domain/clashing.ts";

const said = (...contents: string[]) => contents.map((content) => ({ content }));

test.each([
  [["The user's phone number is 555-0101.", "The user likes tea.", "The user's phone number is 555-0199."]],
  [["The door code is 4471.", "The door code is 9032."]],
  [["The user's home town is Leeds.", "The user's home town is Leicester."]],
  [["The user is allergic to peanuts.", "用户对花生不过敏了。"]],
  [["用户的手机号是13800001111。", "用户的手机号是13900002222。"]],
  [["门禁密码是4471。", "门禁密码是9032。"]],
  [["用户的老家是徐州。", "用户的老家是苏州。"]],
])("J3: several values of what has one are found among all: %j", (contents) => {
  const [clash, ...more] = clashesAmong(said(...contents));
  expect(more).toEqual([]);
  expect(clash!.among.map(({ content }) => content)).toEqual([contents[0], contents.at(-1)]);
});

test.each([
  [["The user's phone number is 555-0101.", "The user's wife's phone number is 555-0199."]],
  [["The user likes tea.", "The user likes coffee."]],
  [["The user drives a Golf.", "The user drives a Tesla."]],
  [["The user's daughter is 5 years old.", "The user's daughter is 8 years old."]],
  [["The user lives in Bergen.", "The user used to live in Oslo."]],
  [["The user no longer lives in Oslo.", "The user lives in Bergen."]],
  [["用户对花生过敏。", "用户对海鲜过敏。"]],
  [["用户的手机号是13800001111。", "用户的手机号是13800001111"]],
])("J3: what may stand side by side is no conflict: %j", (contents) => {
  expect(clashesAmong(said(...contents))).toEqual([]);
});
