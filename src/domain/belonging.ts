import { memo } from "./memo.ts";
import { sameThing } from "./same-thing.ts";
import { kinName } from "./subject.ts";
import { terms } from "./text.ts";

/** Someone or something of the user's that has a name: "has a dog called Rex", "the user's dog is called Rex", 养了一只叫旺财的狗. */
export interface Belonging {
  /** What it is, the same in both languages where the name of the kind is known. */
  kind: string;
  /** The same as written. */
  noun: string;
  name: string;
}

const NAME = "(?-i:\\p{Lu})[\\p{L}-]*(?: (?-i:\\p{Lu})[\\p{L}-]*)?";
const NOUN = "(?:\\p{Ll}[\\p{Ll}-]* ){0,2}?\\p{Ll}[\\p{Ll}-]*";
const KIN_OR_PET =
  /(?:^| )(?:dog|cat|pet|puppy|kitten|bird|parrot|rabbit|hamster|horse|pony|fish|turtle|son|daughter|sister|brother|child|baby|wife|husband|friend|boy|girl|car|boat|bike|robot)$/u;
const ENGLISH: readonly RegExp[] = [
  new RegExp(
    `^The user (?:also |still |now )?(?:has|owns|keeps|has got) an? (?<noun>${NOUN}),? (?:who is |that is |which is )?(?:called|named|by the name of|whose name is|with the name)? ?(?<name>${NAME})[.!]*$`,
    "iu",
  ),
  new RegExp(
    `^The user['’]s (?<noun>${NOUN})(?:['’]s name is| is called| is named|, called|, named| has the name) (?<name>${NAME})[.!]*$`,
    "iu",
  ),
  new RegExp(`^(?<name>${NAME}) is the user['’]s (?<noun>${NOUN})[.!]*$`, "iu"),
];
const HAS = "(?:养|有)(?:了|着)?(?:一?[只条个匹位头])";
const CHINESE: readonly RegExp[] = [
  new RegExp(
    `^用户(?:家里?)?(?:现在|也|还)*${HAS}(?:名字)?(?:叫做?|名叫)(?<name>[\\p{L}\\d]{1,8}?)的(?<noun>[\\p{Script=Han}]{1,4})[。！]*$`,
    "u",
  ),
  new RegExp(
    `^用户(?:家里?)?(?:现在|也|还)*${HAS}(?<noun>[\\p{Script=Han}]{1,4})[，,]?(?:它|他|她)?(?:的?名字)?(?:叫做?|名叫|是)(?<name>[\\p{L}\\d]{1,8})[。！]*$`,
    "u",
  ),
  /^用户家?的?(?<noun>[\p{Script=Han}]{1,4}?)(?:的?名字)?(?:叫做?|名叫|名字是)(?<name>[\p{L}\d]{1,8})[。！]*$/u,
  /^(?<name>[\p{L}\d]{1,8})是用户家?的(?<noun>[\p{Script=Han}]{1,4})[。！]*$/u,
];

/** What a statement tells of something named of the user's, where it tells nothing else. */
const belongingOf = memo((statement: string): Belonging | null => {
  const text = statement.trim();
  const han = /\p{Script=Han}/u.test(text);
  const found = (han ? CHINESE : ENGLISH).map((pattern) => pattern.exec(text)?.groups).find((one) => one !== undefined);
  const { noun, name } = found ?? {};
  if (noun === undefined || name === undefined || (!han && !KIN_OR_PET.test(noun))) return null;
  return { kind: sameThing(noun), noun, name };
});

/** True when both tell of the same one by the same name. */
export function sameBelonging(a: string, b: string): boolean {
  const [left, right] = [belongingOf(a), belongingOf(b)];
  return left !== null && right !== null && left.kind === right.kind && sameName(left.name, right.name);
}

const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

const DIED_EN =
  /^(?:(?:sadly|unfortunately),? )?(?:(?<of>(?:the user['’]s|my) \p{Ll}[\p{Ll} -]*?)(?:,? (?<name>(?-i:\p{Lu})[\p{L}-]*))?|(?<alone>(?-i:\p{Lu})[\p{L}-]*)),?(?: has| have| had)?(?: just| recently| sadly| peacefully)? (?:died|passed away|passed on|is dead|was put (?:down|to sleep)|has been put (?:down|to sleep)|is no longer with (?:us|the user))(?=$|[.,;!]|\s)/iu;
const PUT_DOWN_EN =
  /^The user (?:had to (?:put|have)|had|put) (?<of>the user['’]s \p{Ll}[\p{Ll} -]*? )?(?<name>\p{Lu}[\p{L}-]*) (?:put )?(?:down|to sleep)(?=$|[.,;!]|\s)/u;
const DIED_ZH =
  /^(?:\d{4}年\S{0,12}?(?:（周.）)?)?(?<of>用户家?的?\p{Script=Han}{1,3}?)?(?<name>\p{Script=Han}{1,6}?|[A-Za-z]+)(?:在?(?:\d{4}年\S{0,12}?(?:（周.）)?))?(?:已经|刚刚?|最近|前不久)*(?:去世|过世|病逝|离世|死|不在人世|安乐死|去了汪星|去了喵星|没熬过去)(?:了|$)/u;

interface Death {
  /** "The user's dog", as written; empty where only the name is told. */
  of: string;
  name: string;
}

const deathOf = memo((statement: string): Death | null => {
  const text = statement.trim();
  const groups = (/\p{Script=Han}/u.test(text) ? DIED_ZH.exec(text) : (PUT_DOWN_EN.exec(text) ?? DIED_EN.exec(text)))
    ?.groups;
  if (groups === undefined) return null;
  return { of: groups.of?.trim() ?? "", name: groups.name ?? groups.alone ?? "" };
});

/** Told of the living: where they live, what they do, how old they are. */
const OF_THE_LIVING = /\|(?:residence|employer|occupation|age|weight|diet|now .+)$/u;

/**
 * True when `next` tells of the death of the one `known` tells of as alive: named by the user before, or who lives and
 * works somewhere by the attribute `key` of `known`.
 */
export function endsLife(next: string, known: string, key = ""): boolean {
  const death = deathOf(next);
  if (death === null) return false;
  const held = belongingOf(known);
  if (held !== null && death.name !== "" && sameName(held.name, death.name)) return true;
  const of = death.of.replace(/^(?:the user['’]s|my|用户家?的?)\s*/iu, "");
  const who = kinName(/\p{Script=Han}/u.test(next) ? of + death.name : death.name || of);
  return who !== "" && OF_THE_LIVING.test(key) && key.startsWith(`${who}|`);
}

/** Who a statement tells has died, by name alone; null where it says whose they were. */
export const diedByName = (statement: string): string | null => {
  const death = deathOf(statement);
  return death === null || death.name === "" || death.of !== "" ? null : death.name;
};

/** "Rex died last week" as what it is to whoever was told that the user has a dog called Rex. */
export function saidWhose(statement: string, known: readonly string[]): string {
  const name = diedByName(statement);
  if (name === null) return statement;
  const held = known.map(belongingOf).find((one) => one !== null && sameName(one.name, name));
  if (held === undefined || held === null) return statement;
  const whose = /\p{Script=Han}/u.test(statement)
    ? `用户的${held.noun}${name}`
    : `${statement.startsWith(name) ? "The" : "the"} user's ${held.noun} ${name}`;
  return /\p{Script=Han}/u.test(held.noun) === /\p{Script=Han}/u.test(statement)
    ? statement.replace(name, () => whose)
    : statement;
}

/** Words under which what a death ends may be found. */
export const livingWords = (statement: string): string => terms(deathOf(statement)?.name ?? "").join(" ");
