import { expect, test } from "vitest";
import { holdsSecret } from "../../src/domain/secrets.ts";

test.each([
  "My OpenAI key is sk-proj-abcdefghij0123456789",
  "The user's password is hunter2",
  "wifi password: correct-horse",
  "PIN 改成 4471".replace("PIN ", "密码"),
  "用户的门禁密码是4471",
  "验证码：220193",
  "pay with 4111 1111 1111 1111",
  "我的身份证 11010519491231002X",
  "aws AKIAIOSFODNN7EXAMPLE",
  "-----BEGIN OPENSSH PRIVATE KEY-----",
  "token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc",
])("G3: held back: %s", (text) => {
  expect(holdsSecret(text)).toBe(true);
});

test.each([
  "Ordered the espresso machine, order number ORD-2026-8841-K.",
  "The user forgot the password again",
  "Where did I pin the note?",
  "他忘了密码，很着急",
  "Tracking number 1234 5678 9012 3456 7",
  "Call me at +47 22 33 44 55",
  "会议改到星期四",
])("and ordinary memories are not: %s", (text) => {
  expect(holdsSecret(text)).toBe(false);
});
