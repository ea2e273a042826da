import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { isChineseIdentity, passesLuhn, redacted, redactedDeep } from "../../src/domain/privacy.ts";

describe("G3: secrets become a mark, in the language of the text", () => {
  it.each([
    ["My card is 4111 1111 1111 1111, exp 12/27", "My card is [redacted: bank card], exp 12/27"],
    ["amex 3782 822463 10005", "amex [redacted: bank card]"],
    ["我的银行卡号是 6222600260001072444。", "我的银行卡号是 [已隐去：银行卡号]。"],
    ["卡号：４１１１１１１１１１１１１１１１", "卡号：[已隐去：银行卡号]"],
    ["我的身份证号是11010519491231002X", "我的身份证号是[已隐去：身份证号]"],
    ["My SSN is 123-45-6789.", "My SSN is [redacted: social security number]."],
    ["social security number: 123456789", "social security number: [redacted: social security number]"],
    ["My password is hunter2.", "My password is [redacted: password]."],
    ["my password is swordfish", "my password is [redacted: password]"],
    ["The wifi password for the office is Kx9!vv", "The wifi password for the office is [redacted: password]"],
    ["I changed my password to Tiger123", "I changed my password to [redacted: password]"],
    ["My PIN is 4471", "My PIN is [redacted: password]"],
    ["银行卡密码是 447100", "银行卡密码是 [已隐去：密码]"],
    ["新密码改成了 Tiger123。", "新密码改成了 [已隐去：密码]。"],
    ["登录密码Tiger123，别忘了", "登录密码[已隐去：密码]，别忘了"],
    ["postgres://ada:s3cret@db.example/x", "postgres://ada:[redacted: password]@db.example/x"],
    ['{"password":"hunter2","user":"ada"}', '{"password":"[redacted: password]","user":"ada"}'],
    ["API_KEY=abcdef123456", "API_KEY=[redacted: key]"],
    ["use sk-proj-abcdefghijklmnop1234 for it", "use [redacted: key] for it"],
    ["AKIAIOSFODNN7EXAMPLE", "[redacted: key]"],
    ["token ghp_abcdefghijklmnopqrstuvwxyz0123456789", "token [redacted: key]"],
    ["-----BEGIN RSA PRIVATE KEY-----\nMIIE\nab==\n-----END RSA PRIVATE KEY-----\nbye", "[redacted: key]\nbye"],
    ["-----BEGIN PRIVATE KEY-----\nMIIEcut", "[redacted: key]"],
  ])("%s", (text, clean) => {
    expect(redacted(text)).toBe(clean);
  });

  it.each([
    "Order number 4111111111111111 is late",
    "订单号 4111111111111111 什么时候到",
    "Tracking 1Z999AA10123456784",
    "Error 0x80070005, code 500100, request 550e8400-e29b-41d4-a716-446655440000",
    "Call 138-0013-8000 or +86 139 0013 9000 or (555) 123-4567",
    "电话 13800138000，13900139000",
    "On 2026-11-30 09:00:00, 1764489600000 ms, ISBN 978-3-16-148410-0",
    "The door code is 4471 and my locker PIN is 0042",
    "会议室的门禁密码是 9026，柜子密码是4417",
    "My password is weak. The password is stored in 1Password.",
    "I forgot my password. Do you remember the wifi password?",
    "密码忘了，密码要8位以上，密码贴在路由器背面",
    "The key is under the mat; our api key is rotated monthly",
    "My passport is N1234567",
    "password: required",
    "[redacted: password] [已隐去：银行卡号]",
  ])("stays: %s", (text) => {
    expect(redacted(text)).toBe(text);
  });
});

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((all) => all.join(""));
/** A card number of 16 digits with a right check digit. */
const card = digits(14).map((middle) => {
  const body = `4${middle}`;
  return `${body}${Array.from("0123456789").find((check) => passesLuhn(body + check))}`;
});
const text = fc.constantFrom("I told them", "请记下", "and", "，还有", "on Friday", "谢谢");

test("a card is found in any text, grouped or not, and nothing of it is left", () => {
  fc.assert(
    fc.property(card, text, text, fc.constantFrom("", " ", "-"), (number, before, after, gap) => {
      const written = number.replace(/(\d{4})(?=\d)/g, `$1${gap}`);
      const clean = redacted(`${before} ${written} ${after}`);
      expect(clean).not.toContain(written);
      expect(clean).toMatch(/\[(redacted: bank card|已隐去：银行卡号)\]/);
      expect(redacted(clean)).toBe(clean);
    }),
  );
});

test("a number whose check digit is wrong is no card and no identity card", () => {
  fc.assert(
    fc.property(card, fc.integer({ min: 1, max: 9 }), (number, off) => {
      const wrong = `${number.slice(0, -1)}${(Number(number.at(-1)) + off) % 10}`;
      expect(redacted(`number ${wrong}`)).toBe(`number ${wrong}`);
    }),
  );
  for (const check of "0123456789X") expect(isChineseIdentity(`11010519491231002${check}`)).toBe(check === "X");
  expect(isChineseIdentity("110105194902310023")).toBe(false); // 31 February
});

test("doing it twice changes nothing, and text without digits or labels is never touched", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (any) => {
      expect(redacted(redacted(any))).toBe(redacted(any));
    }),
  );
  const plain = fc
    .array(fc.constantFrom("tea", "Ada", "likes", "安娜", "喜欢", "。", ",", "Oslo"))
    .map((all) => all.join(" "));
  fc.assert(
    fc.property(plain, (any) => {
      expect(redacted(any)).toBe(any);
    }),
  );
});

test("phone numbers, dates and short numbers stay, whatever stands around them", () => {
  const phone = digits(8).map((rest) => `138${rest}`);
  const day = fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((at) => at.toISOString());
  fc.assert(
    fc.property(fc.oneof(phone, day, digits(6)), text, text, (one, before, after) => {
      const whole = `${before} ${one} ${after}`;
      expect(redacted(whole)).toBe(whole);
    }),
  );
});

test("in a JSON value texts are cleaned, a key may tell, and what is no text stays", () => {
  const value = {
    note: "my password is hunter2",
    password: "tiger9",
    card: 4111111111111111,
    n: 7,
    list: ["sk-abcdefghijklmnopqrst"],
    no: null,
  };
  expect(redactedDeep(value, "en")).toEqual({
    note: "my password is [redacted: password]",
    password: "[redacted: password]",
    card: "[redacted: bank card]",
    n: 7,
    list: ["[redacted: key]"],
    no: null,
  });
});
