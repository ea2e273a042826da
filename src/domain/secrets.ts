/**
 * Whether a text holds what must not leave the machine: keys and passwords, numbers of bank and identity cards. Leans
 * towards yes: a text held back keeps the place it had.
 */

const KEY =
  /-----BEGIN [A-Z ]*PRIVATE KEY|\b(?:sk|pk|rk)[-_](?:[a-z]+[-_])?[A-Za-z0-9_-]{16,}|\bAKIA[0-9A-Z]{16}\b|\bgh[opsu]_[A-Za-z0-9]{20,}|\bgithub_pat_\w{20,}|\bxox[abprs]-[\w-]{10,}|\beyJ[\w-]{8,}\.[\w-]{8,}\.|\bAIza[\w-]{30,}/u;
/** "password is hunter2", "PIN: 4471", 密码是8841; the word alone is no secret. */
const NAMED =
  /\b(?:pass(?:word|code|phrase)|pin(?: code)?|(?:api|secret|access)[ _-]?key|(?:access|auth|bearer) token|cvv|cvc|ssn)\b[^.!?\n]{0,24}?(?:\bis\b|=|:|\bto\b)\s*\S|(?:密码|口令|验证码|密钥|身份证号?|卡号|安全码)[^。！？\n]{0,8}?(?:是|为|：|:|=|改成)\s*\S/iu;
const DIGITS = /\d(?:[ -]?\d){12,18}/gu;
const CHINESE_ID = /(?<!\d)\d{17}[\dXx](?!\d)/gu;

/** Luhn's check, which every bank card passes. */
function isCard(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

const ID_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
/** GB 11643: the last character of an identity number checks the others. */
function isChineseId(id: string): boolean {
  const sum = ID_WEIGHTS.reduce((all, weight, i) => all + weight * Number(id[i]), 0);
  return "10X98765432"[sum % 11] === id[17]?.toUpperCase();
}

export function holdsSecret(text: string): boolean {
  if (KEY.test(text) || NAMED.test(text)) return true;
  if (Array.from(text.matchAll(CHINESE_ID)).some(([id]) => isChineseId(id))) return true;
  return Array.from(text.matchAll(DIGITS)).some(([digits]) => isCard(digits.replace(/[ -]/gu, "")));
}
