import { languageOf } from "./text.ts";

/**
 * Secrets in a text (requirement G3): what opens an account, pays, or proves who one is, whoever holds it. Each becomes
 * a mark that says what was there. Codes of doors, lockers and rooms are no such secrets: remembering them is what a
 * memory is for. Order numbers, error codes, phone numbers and dates are told apart by their form, checksum and label.
 * Pure.
 */
export const SECRETS = ["password", "bank card", "identity card", "social security number", "key"] as const;
export type Secret = (typeof SECRETS)[number];

const CHINESE: Record<Secret, string> = {
  password: "密码",
  "bank card": "银行卡号",
  "identity card": "身份证号",
  "social security number": "社会安全号码",
  key: "密钥",
};

export type MarkLanguage = "en" | "zh";

/** What stands in place of a secret. */
export function markOf(secret: Secret, language: MarkLanguage): string {
  return language === "zh" ? `[已隐去：${CHINESE[secret]}]` : `[redacted: ${secret}]`;
}

/** A label that makes a number an order's or a parcel's, right before it. */
const COUNTED =
  /(?:orders?|invoices?|tracking|tickets?|booking|reference|ref|parcel|shipment|transaction|case|serial|part|sku|error|订单|单号|运单|快递|编号|流水|发票|工单|序列|货号|错误码?)\s*(?:no\.?|nr\.?|numbers?|ids?|codes?|号码?|编号|代码)?\s*(?:is|was|are|为|是)?\s*[#:：]?\s*$/iu;

const asciiDigits = (text: string): string => text.normalize("NFKC").replace(/[^\dXx]/gu, "");

/** The check digit of ISO/IEC 7812-1 (Luhn). */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return digits.length > 0 && sum % 10 === 0;
}

/** Issuers by their first digits and the lengths they use (ISO/IEC 7812; UnionPay and what it took over: 16 to 19). */
const ISSUERS: readonly [RegExp, ReadonlySet<number>][] = [
  [/^3[47]/u, new Set([15])],
  [/^3(?:0[0-5]|[689])/u, new Set([14, 16, 17, 18, 19])],
  [/^35/u, new Set([16, 17, 18, 19])],
  [/^4/u, new Set([13, 16, 18, 19])],
  [/^(?:5[0-9]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720))/u, new Set([16, 18, 19])],
  [/^6/u, new Set([16, 17, 18, 19])],
  [/^9558/u, new Set([16, 17, 18, 19])],
];

/** Digits as cards are printed: unbroken, in fours, or as American Express and Diners group them. */
const CARD_GROUPS = /^(?:\d+|\d{4}(?:[ -]\d{4}){2,3}(?:[ -]\d{1,4})?|\d{4}[ -]\d{6}[ -]\d{4,5}|\d{6}[ -]\d{10,13})$/u;

function isCard(text: string): boolean {
  const digits = asciiDigits(text);
  return (
    CARD_GROUPS.test(text.normalize("NFKC")) &&
    ISSUERS.some(([first, lengths]) => first.test(digits) && lengths.has(digits.length)) &&
    !/^(\d)\1+$/u.test(digits) &&
    passesLuhn(digits)
  );
}

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const CHECKS = "10X98765432";

/** A Chinese identity number of 18 places: region, a birthday that exists, and the check of ISO 7064 MOD 11-2 (GB 11643). */
export function isChineseIdentity(text: string): boolean {
  const number = asciiDigits(text).toUpperCase();
  if (!/^[1-9]\d{16}[\dX]$/u.test(number)) return false;
  const [year, month, day] = [number.slice(6, 10), number.slice(10, 12), number.slice(12, 14)].map(Number);
  const born = new Date(Date.UTC(year!, month! - 1, day));
  if (year! < 1850 || year! > 2199 || born.getUTCMonth() + 1 !== month || born.getUTCDate() !== day) return false;
  const sum = WEIGHTS.reduce((total, weight, i) => total + weight * Number(number[i]), 0);
  return CHECKS[sum % 11] === number[17];
}

/** A number the US Social Security Administration may have given (areas 000, 666 and 900–999 are not). */
function isSocialSecurity(text: string): boolean {
  const [area = "", group = "", serial = ""] = text.normalize("NFKC").split(/[ -]/u);
  return !/^(?:000|666|9..)$/u.test(area) && group !== "00" && serial !== "0000";
}

/** Keys whose form alone tells what they are. */
const KEYS = new RegExp(
  [
    "-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY-----(?:[\\s\\S]{0,20000}?-----END (?:[A-Z0-9]+ )*PRIVATE KEY-----|[A-Za-z0-9+/=\\s\\\\]*)",
    ...[
      "sk-[A-Za-z0-9_-]{16,}",
      "(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,}",
      "(?:AKIA|ASIA)[A-Z0-9]{16}",
      "gh[pousr]_[A-Za-z0-9]{20,}",
      "github_pat_[A-Za-z0-9_]{20,}",
      "glpat-[A-Za-z0-9_-]{20,}",
      "xox[abeoprs]-[A-Za-z0-9-]{10,}",
      "AIza[A-Za-z0-9_-]{35}",
      "npm_[A-Za-z0-9]{36}",
      "hf_[A-Za-z0-9]{30,}",
      "eyJ[A-Za-z0-9_-]{8,}\\.eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}",
    ].map((form) => `(?<![A-Za-z0-9_-])${form}(?![A-Za-z0-9_])`),
  ].join("|"),
  "gu",
);

const NUMBER = "[0-9０-９]";
const ALONE = [`(?<![A-Za-z0-9０-９_])(?<!${NUMBER}[ .,-])`, `(?![A-Za-z0-9０-９_])(?![.,]${NUMBER})`];
const alone = (form: string) => new RegExp(`${ALONE[0]}${form}${ALONE[1]}`, "gu");
const CARD = alone(`${NUMBER}(?:[ -]?${NUMBER}){12,18}`);
const IDENTITY = alone(`${NUMBER}{6}[ -]?${NUMBER}{8}[ -]?${NUMBER}{3}[0-9０-９XxＸｘ]`);
const SOCIAL = alone(`${NUMBER}{3}-${NUMBER}{2}-${NUMBER}{4}(?!-${NUMBER})`);
const SOCIAL_LABELLED =
  /(\b(?:SSN|social security(?: (?:number|no\.?))?)\s{0,3}(?:is|was|[:：=#])?\s{0,3})(\d{3})[ -]?(\d{2})[ -]?(\d{4})(?!\d)/giu;

/** `scheme://user:password@host` */
const IN_URL = /(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]{0,200}:)[^\s/@]{1,200}(?=@)/giu;

const ENGLISH_LABEL = `(?:passwords?|passwd|pwd|pass ?codes?|pass ?phrases?|PIN|(?:api|secret|access|private|auth|encryption)[ _-]?(?:keys?|tokens?)(?:[ _-]?id)?)(?: (?:code|number))?`;
const CHINESE_LABEL = "(?:密码|口令|密钥|密匙|私钥|令牌)";
/** "password for the bank is", "密码现在改成": what may stand between label and value. */
const ENGLISH_LINK = String.raw`(?:["']?\s*[:=]{1,2}>?\s*|(?: (?:for|to|of|on|at|in) [^.!?\n:=]{1,40}?)? (?:is|was|are|becomes|(?:is |has been |was )?(?:changed|set|reset) to|is now|now is)(?: now)?[:：]? | to | )`;
const CHINESE_LINK =
  "(?:[\"']?\\s*[:：=]\\s*|\\s*(?:现在|已经?|目前|还|就|也|都|之前|以前|刚)*(?:是|为|改成了?|改为|设成了?|设为|换成了?|变成了?|变更为)\\s*[:：]?\\s*|\\s*)";
const QUOTED = String.raw`"[^"\n]{3,}"|'[^'\n]{3,}'|“[^”\n]{2,}”|「[^」\n]{2,}」|‘[^’\n]{3,}’|\x60[^\x60\n]{3,}\x60`;
const WORD = String.raw`[^\s,，。；;、"'“”「」‘’\x60<>()（）\[\]{}]{3,}`;
const LABELLED = new RegExp(
  `(?<before>[^\\s.。!！?？,，]{0,12}[ ]?)(?<label>(?<![A-Za-z])${ENGLISH_LABEL}|${CHINESE_LABEL})(?<link>${ENGLISH_LINK}|${CHINESE_LINK})(?<value>${QUOTED}|${WORD})`,
  "giu",
);

/** Doors, rooms and lockers: their numbers are shared, and the reason people write them down. */
const PLACE =
  /(?:door|gate|garage|room|locker|lock|building|entrance|elevator|lift|bike|suitcase|luggage)s?['’]?s? $|(?:门|门禁|门锁|大门|楼|电梯|房间?|室|柜子?|箱子?|车库|车锁|锁|储物柜|行李箱)的?$/iu;

/** What is said of passwords without telling one. */
const NO_PASSWORD =
  /^(?:(?:the|a|an|my|your|his|her|our|their|this|that|not|no|too|very|so|still|now|also|only|always|never|often|probably|same|different|required|optional|weak|strong|wrong|right|correct|incorrect|expired|safe|secure|insecure|missing|lost|forgotten|stolen|leaked|hacked|old|new|long|short|empty|blank|unique|invalid|valid|secret|private|hidden|hard|easy|simple|complicated|null|none|true|false|undefined|string|number|here|there|in|on|at|with|for|to|written|kept|stored|saved|shared|changed|reset|known|case-sensitive|important|unknown|something|anything|nothing|must|should|needs?|can|cannot|may|might|will|would|manager|what|where|when|how|case|one|two|about|just|being|it|and|or|but|if|because|due|good|bad|fine|okay|working|up|out|managed|generated|encrypted|hashed|protected)$|\[|\$\{|\*+$|<|process\.env)/iu;

/** Whether the word after "is" can be a secret. After a colon or an equals sign everything is that is no placeholder. */
function isSecretValue(value: string, link: string, isChinese: boolean): boolean {
  const bare = value.replace(/^["'“「‘`]|["'”」’`]$/gu, "").replace(/[.!?！？…]+$/u, "");
  if (bare.length < 3 || NO_PASSWORD.test(bare)) return false;
  if (bare !== value.replace(/[.!?！？…]+$/u, "")) return true; // quoted
  if (/^(?: to)?\s*$/u.test(link)) return /^(?=.*\d)[\x21-\x7e]{4,}$/u.test(bare) && (isChinese || /[^\d]/u.test(bare));
  if (/[:：=]/u.test(link)) return /^[\x21-\x7e]+$/u.test(bare);
  return /^[\x21-\x7e]+$/u.test(bare) && !/^[a-z]+(?:ed|ing|able|ible)$/iu.test(bare);
}

function labelled(text: string, language: MarkLanguage): string {
  return text.replace(LABELLED, (whole, ...rest) => {
    const { before, label, link, value } = rest.at(-1) as Record<"before" | "label" | "link" | "value", string>;
    if (
      !isSecretValue(value, link, /\p{Script=Han}/u.test(label)) ||
      (/^pin/iu.test(label) && !/^\d{3,12}[.!]*$/u.test(value))
    )
      return whole;
    if (PLACE.test(before) && /^[0-9０-９#*-]+$/u.test(value.replace(/[.!]+$/u, ""))) return whole;
    const isQuoted = /^["'“「‘`]/u.test(value);
    const [opening, ending] = isQuoted ? [value[0], value.at(-1)] : ["", /[.!?！？…]+$/u.exec(value)?.[0] ?? ""];
    const secret: Secret = /key|token|密钥|密匙|私钥|令牌/iu.test(label) ? "key" : "password";
    return `${before}${label}${link}${opening}${markOf(secret, language)}${ending}`;
  });
}

/** Cheap: most texts hold nothing that could be one. */
const SUSPECT =
  /[0-9０-９](?:[ -]?[0-9０-９]){8}|-----BEGIN|(?:pass|pwd|pin|key|token|secret)|:\/\/|密码|密匙|口令|密钥|私钥|令牌|sk-|[sr]k_|pk_|A(?:KI|SI)A|gh[pousr]_|glpat|xox|npm_|hf_|eyJ|AIza/iu;

/**
 * The text with every secret replaced by its mark, in the text's own language unless told otherwise. Text without a
 * secret comes back as it is; doing it again changes nothing.
 */
export function redacted(text: string, language?: MarkLanguage): string {
  if (!SUSPECT.test(text)) return text;
  const own = language ?? (languageOf(text) === "zh" ? "zh" : "en");
  const numbers = (found: string, form: RegExp, isOne: (match: string) => boolean, secret: Secret) =>
    found.replace(form, (match: string, ...rest: unknown[]) => {
      const at = rest.find((part) => typeof part === "number") as number;
      return isOne(match) && !COUNTED.test(found.slice(Math.max(0, at - 40), at)) ? markOf(secret, own) : match;
    });
  let clean = text.replace(KEYS, markOf("key", own)).replace(IN_URL, `$1${markOf("password", own)}`);
  clean = numbers(clean, IDENTITY, isChineseIdentity, "identity card");
  clean = numbers(clean, CARD, isCard, "bank card");
  clean = numbers(clean, SOCIAL, isSocialSecurity, "social security number");
  clean = clean.replace(SOCIAL_LABELLED, (match, label: string, area: string, group: string, serial: string) =>
    isSocialSecurity(`${area}-${group}-${serial}`) ? label + markOf("social security number", own) : match,
  );
  return labelled(clean, own);
}

/** The same in every text of a JSON value; keys and other values stay, and a number that is a card's becomes its mark. */
export function redactedDeep<T>(value: T, language: MarkLanguage): T {
  const walk = (one: unknown): unknown => {
    if (typeof one === "string") return redacted(one, language);
    if (typeof one === "number") {
      const clean = redacted(String(one), language);
      return clean === String(one) ? one : clean;
    }
    if (Array.isArray(one)) return one.map(walk);
    if (typeof one !== "object" || one === null) return one;
    return Object.fromEntries(
      Object.entries(one).map(([key, inner]) => {
        if (typeof inner !== "string") return [key, walk(inner)];
        // {"password": "…"} tells what it is by its key
        const named = labelled(`${key}: ${inner}`, language);
        return [
          key,
          named === `${key}: ${inner}` || inner.includes(" ") ? redacted(inner, language) : named.slice(key.length + 2),
        ];
      }),
    );
  };
  return walk(value) as T;
}
