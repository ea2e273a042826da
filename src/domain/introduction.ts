import { SURNAMES } from "./entities/names-zh.ts";
import { isNoName } from "./entities/no-names.ts";
import { chineseOccupation, englishOccupation } from "./occupations.ts";

/** How people say who they are without the word "name": "Hi, I'm Priya, I run a bakery", 我是王芳。 */

/** Written with a capital and said of oneself, but no name: where from, what believed, born under which sign, in which state. */
const KINDS = new Set(
  `afghan african albanian algerian american angolan arab arabic arabian argentine argentinian armenian asian australian austrian bangladeshi basque
belarusian belgian bengali bolivian bosnian brazilian brit british bulgarian burmese cambodian cameroonian canadian cantonese caribbean catalan chilean
chinese colombian congolese croatian cuban cypriot czech danish dane dominican dutch ecuadorian egyptian english eritrean estonian ethiopian european filipino
filipina finnish finn flemish french georgian german ghanaian greek guatemalan haitian hispanic hungarian icelandic indian indonesian iranian iraqi irish
israeli italian jamaican japanese jordanian kazakh kenyan korean kurdish kuwaiti latino latina latvian lebanese libyan lithuanian malay malaysian maltese
maori mexican moldovan mongolian moroccan nepalese nepali nigerian norwegian pakistani palestinian persian peruvian polish pole portuguese puerto romanian
russian rwandan samoan saudi scandinavian scottish scot senegalese serbian singaporean slovak slovenian somali spanish spaniard sudanese swede swedish swiss syrian
taiwanese tamil tanzanian thai tibetan tunisian turkish turk ugandan ukrainian uruguayan venezuelan vietnamese welsh yemeni zambian zimbabwean
berliner londoner parisian scouser texan californian
agnostic anglican atheist baptist buddhist catholic christian hindu jain jewish lutheran methodist mormon muslim orthodox pagan protestant quaker shia sikh
sunni taoist democrat republican labour tory conservative liberal socialist marxist feminist
aries taurus gemini leo cancer virgo libra scorpio sagittarius capricorn aquarius pisces
vegan vegetarian pescatarian diabetic celiac coeliac pregnant married single divorced widowed engaged retired unemployed gay lesbian bi queer trans autistic
deaf blind dyslexic tired busy ready back done free late early available bored hungry sick ill afraid worried curious confused lost stuck new home`.split(
    /\s+/u,
  ),
);

const WORD = String.raw`(?:\p{Lu}['’])?\p{Lu}\p{Ll}+(?:-\p{Lu}\p{Ll}+)?`;
/** The name, and an end or what the speaker says of themselves next. */
const ENGLISH = new RegExp(
  String.raw`^((?:(?:and|so|oh|well|by the way|btw)[,\s]+)?)I(?:['’]m| am) (${WORD}(?: ${WORD})?)(?=$|[.!;]|,? (?:and|but) (?:I|my|we|our)\b|, (?:I|my|we|our)\b)`,
  "u",
);
const WITH_ARTICLE = new RegExp(String.raw`^(I(?:['’]m| am) ${WORD}(?: ${WORD})?), (?=(?:an?|the)\s)`, "u");

/** Family names that begin no common noun (高管, 董事, 石匠): with those one says 叫. */
const FAMILY = SURNAMES.replace(/[高董顾范孔方白石金万马史毛汤武汪江钟]/gu, "");
/** A family name with one or two characters, or 小 with one, then an end; not what one is: 高中生, 程序员, 白领. */
const CHINESE = new RegExp(
  `^我是(?![^，。！；\\s]*(?:[人生员师家座手工民党迷者族控粉匠兵友领]|学|孩|号|偷|贩|白)(?:$|[，。！；\\s]))((?:[${FAMILY}]\\p{Script=Han}{1,2}|[小阿]\\p{Script=Han}))(?=$|[，。！；\\s])`,
  "u",
);

function isName(words: string): boolean {
  return words.split(" ").every((word) => {
    const plain = word.toLowerCase();
    return !KINDS.has(plain) && !isNoName(plain) && englishOccupation(plain) === null;
  });
}

/** The sentence with its introduction said as a name: "My name is Priya, I run a bakery", 我叫王芳。 Another one as it is. */
export function withNameTold(sentence: string): string {
  const chinese = CHINESE.exec(sentence);
  if (chinese !== null && chineseOccupation(chinese[1]!) === null) return `我叫${sentence.slice(2)}`;
  const parted = sentence.replace(WITH_ARTICLE, "$1 and I'm ");
  const [whole, opening = "", name] = ENGLISH.exec(parted) ?? [];
  if (whole === undefined || name === undefined || !isName(name)) return sentence;
  return `${opening}My name is ${name}${parted.slice(whole.length)}`;
}
