import { saysOfChange } from "./denial.ts";
import { memo } from "./memo.ts";
import { subjectOf } from "./subject.ts";
import { terms } from "./text.ts";

/** Figures of one thing: "the ticket costs 40 euros", 票价是40欧元. A second figure in the same unit replaces the first. */
interface Measure {
  /** The thing and how it is measured. */
  key: string;
  figure: string;
}

const ENGLISH =
  /^(.{2,60}?)\s+(?:(?:now|currently)\s+)?(?:(is|are|costs?|weighs|takes|opens at|closes at|starts at|ends at|leaves at|departs at|arrives at)|(?:has been |was |is now )?(?:raised|cut|increased|reduced|changed|moved|went up|has gone up|went down|dropped|rose) to)\s+(?:now |currently |only )?((?:[$€£¥]\s?)?\d[\d.,:]*)\s*(?:(%|\p{L}+)(?:\s+(?:per|a|an)\s+(\p{L}+))?)?(?=$|[\s.,;!])/iu;
const CHINESE =
  /^(.{2,20}?)(?:现在|目前|已经)*(?:是|为|要|卖|涨到|涨成|降到|降成|改成|改为|变成)了?(\d[\d.,:]*)(\p{Script=Han}{1,3}|%)?(?:了|钱)?[。！]*$/u;
/** Of an event: its figure is true of that day for ever. */
const OF_A_DAY =
  /\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b|\b(?:19|20)\d{2}\b|\d{4}年|\d{1,2}月/u;

const measureOf = memo((statement: string): Measure | null => {
  const text = statement.trim().replace(/\s+(?:now|again|these days|instead)(?=[.!]*$)/iu, "");
  if (OF_A_DAY.test(text)) return null;
  const english = ENGLISH.exec(text);
  if (english !== null) {
    const [, thing = "", verb = "to", figure = "", unit = "", per = ""] = english;
    if (!/^(?:the\s|The\s|\p{Lu})/u.test(thing) || /^(?:the user|there|it)$/iu.test(thing)) return null;
    const how = /at$/u.test(verb) ? verb : "is";
    const currency = /^[$€£¥]/u.exec(figure)?.[0] ?? "";
    return { key: `${terms(thing).join(" ")}|${how}|${currency}${terms(unit)[0] ?? ""}|${per}`, figure };
  }
  const chinese = CHINESE.exec(text);
  if (chinese === null || chinese[1] === "用户") return null;
  return { key: `${chinese[1]!.replace(/的$/u, "")}|${chinese[3] ?? ""}`, figure: chinese[2]! };
});

/** True when both give the same thing a figure in the same unit, and not the same one. */
export function measures(next: string, known: string): boolean {
  const [a, b] = [measureOf(next), measureOf(known)];
  if (a === null || b === null || a.key !== b.key || a.figure === b.figure) return false;
  return (subjectOf(next)?.one ?? true) || saysOfChange(next);
}
