/** What the user puts right, English and Chinese. */

const CORRECTS: readonly RegExp[] = [
  /^(?:no|nope|sorry|wait|oops|hold on|actually|correction|i misspoke)?[,.!\s—–:-]*(?:sorry|wait|actually)?[,\s]*(?:i meant(?: to say)?|i mean|make (?:that|it)|it should (?:be|say|have been)|i should have said|the correct (?:one|value|answer) is|it['’]s actually|that should be)\s+(.+?)[.!]*$/iu,
  /^(?:no|nope|sorry|wait|actually|correction)[,.!\s]+(?:it['’]s\s+)?not\s+[^,;]+[,;]\s*(?:but\s+|it['’]s\s+)?(.+?)[.!]*$/iu,
  /^(?:actually,?\s+)?(?:no|nope|wait|sorry|oops)(?:,?\s+(?:wait|actually|sorry))*[,.!\s]+(?:it|that)['’]s\s+(?!(?:not|because|ok(?:ay)?|fine|alright|all|good|great|true|right|too|so|very|really|just|only|my|a|an|the)\b)(\S+(?:\s\S+){0,2}?)[.!]*$/iu,
  /^(?:(?:actually|no|nope|sorry|wait|oops|correction)[,:.!\s]+)*(?:it|that)['’]s\s+([^,;]+?),\s+(?:and )?not\s+[^,;]+?[.!]*$/iu,
  /^(?:no|nope|wait|sorry|oops)(?:[,\s]+(?:no|wait|sorry|actually))*[,.!\s]+(?:to|in|at)\s+(\S+(?:\s\S+){0,2}?)[.!]*$/iu,
  /^(?:(?:actually|no|nope|sorry|wait|oops|correction)[,:.!\s]+)+(?:it|that)(?: was| is|['’]s)\s+(?:on )?([^,;]+?),? after all[.!]*$/iu,
  /^(?:不对|错了|说错了|我说错了|抱歉|不好意思)[，,：:\s]*还是(?=[^，,；;]{0,4}[\d一二三四五六七八九十])([^，,；;]{1,12}?)(?:没错|才对)?[。.！!]*$/u,
  /^correction[:,]\s*(.+?)[.!]*$/iu,
  /^(?:不对|不是|错了|说错了|我说错了|等等|更正(?:一下)?|纠正(?:一下)?|抱歉|不好意思)*[，,。：:\s]*(?:我的意思是|我是说|我想说的是|应该是|应当是|正确的是|改成|改为)(.+?)[。.！!]*$/u,
  /^(?:(?:不对|错了|说错了|我说错了|其实|应该)[，,：:\s]*)*(?:它|时间|日期)?是(?!我|你|因为|这样|说)([^，,；;]+?)[，,](?:而)?不是[^，,；;]+?[。.！!]*$/u,
  /^(?:不对|错了|说错了|我说错了)[，,：:\s]*(?:不是[^，,]+[，,]\s*)?(?:而?是)(.+?)[。.！!]*$/u,
];

/** "It's on the 15th, not the 14th" says nothing by itself: of what, only what was said before it tells. */
export const isDangling = (sentence: string): boolean =>
  /^(?:(?:actually|no|nope|sorry|wait|oops|correction)[,:.!\s]+)*(?:it|that)['’]s\s[^;]+,\s+(?:and )?not\s|^(?:(?:不对|错了|其实|应该)[，,：:\s]*)*(?:它|时间|日期)?是[^，]+，(?:而)?不是/iu.test(
    sentence.trim(),
  );

/** What the user puts in place of what they said just before ("no, I meant Bergen"); `null` when it is no correction. */
export function correction(sentence: string): string | null {
  for (const pattern of CORRECTS) {
    const match = pattern.exec(sentence.trim());
    if (match?.[1] !== undefined) return match[1].trim();
  }
  return null;
}
