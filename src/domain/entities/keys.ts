/**
 * Keys say what an entity is the same as. `n:` a name (n:anna), `o:` what belongs to someone (o:user:cat is the user's
 * cat, o:anna:brother Anna's brother), `c:` a code, address or path, `d:` a day. The user is `user`, who needs no key of
 * their own: everything in the file is about them.
 */

/** Who "I" is when the speaker is the user or has no name. */
export const USER = "user";

const USER_ROLES = new Set(["user", "human", "me", "i", "用户", "我", "客户"]);
const OTHER_ROLES = new Set(["assistant", "ai", "bot", "agent", "system", "tool", "助手", "系统", "机器人"]);

const NORMAL = /^[a-z0-9]+(?: [a-z0-9]+)*$/;

/** A name as it is compared: NFKC, lower case, white space folded, possessive and closing marks off. */
export function normalName(name: string): string {
  const lower = name.toLowerCase();
  if (NORMAL.test(lower)) return lower;
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\s+/gu, " ")
    .trim()
    .replace(/['’]s$/u, "")
    .replace(/^[.,;:!?'’"-]+|[.,;:!?'’"-]+$/gu, "");
}

export const nameKey = (name: string): string => `n:${normalName(name)}`;
export const codeKey = (code: string): string => `c:${normalName(code)}`;
export const dateKey = (day: string): string => `d:${day}`;
export const ownedKey = (owner: string, noun: string): string => `o:${normalName(owner)}:${noun}`;

/** The noun of an owned thing's key, null for any other key. */
export function nounOf(key: string): string | null {
  return key.startsWith("o:") ? key.slice(key.lastIndexOf(":") + 1) : null;
}

/** Whom "my" refers to in a turn by that speaker; null where a program speaks. */
export function ownerOfTurn(speaker: string | null): string | null {
  if (speaker === null) return USER;
  const name = normalName(speaker);
  if (name === "" || USER_ROLES.has(name)) return USER;
  return OTHER_ROLES.has(name) ? null : name;
}

/** Key of a speaker as a person; null for the user, and for roles that are nobody. */
export function speakerKey(speaker: string | null): string | null {
  const owner = ownerOfTurn(speaker);
  return owner === null || owner === USER ? null : `n:${owner}`;
}
