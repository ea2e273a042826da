/**
 * Questions an encyclopedia, a calculator or the newspaper answers ("who wrote Hamlet", 唐朝是哪一年建立的): a memory that shares
 * a word or two with one of them has most often nothing to do with it.
 */

/** Read no further: the question is at the front, or it is no such question. */
const READ = 160;

/** Whoever asks about themself, someone they know or what was said asks for a memory. */
const SOMEONE_EN =
  /\b(?:its|it(?! in\b| like\b)|my|mine|our|ours|we|us|me|your|her|his|their|she|he|him|they|them|this|that|these|those|again|still)\b/iu;
const I_EN = /\bi\b/iu;
const SOMEONE_ZH =
  /[咱俺她他它您你]|我(?!国)|这[个些次家位本封首部间只辆条件场]|那[个些次家位本封首部间只辆条件场]|咱们|上次|还记得|之前/u;
const HOW_TO_EN =
  /^how (?:do|can|would|could) (?:i|you|we|one) (?!(?:get|feel|like|take|usually|normally|prefer|know|look|do|call|reach|travel|commute)\b)\p{L}+/iu;

const WHO_MADE =
  "wrote|painted|composed|discovered|invented|directed|founded|sang|designed|sculpted|proposed|coined|won|built|developed|created|formulated";
const FIGURE =
  "capital|population|currency|area|boiling point|melting point|freezing point|square root|cube root|chemical symbol|formula|atomic number|speed of|distance (?:from|to|between)|difference between|meaning of|definition of|plot of|opposite of|synonym|plural of|past tense|tallest|highest|longest|deepest|largest|biggest|smallest|fastest|oldest|(?:official|national) (?:language|animal|anthem|flag)|name of the (?:first|current)";
const RULER =
  "president|king|queen|emperor|prime minister|chancellor|pope|author|inventor|founder|discoverer|composer|painter|director";

const EN: readonly RegExp[] = [
  new RegExp(`^who (?:first |originally )?(?:${WHO_MADE})\\b`, "iu"),
  new RegExp(
    `^who (?:is|was|were) the (?:(?:first|last|current|second) )?(?:(?:wo)?man|person|human|${RULER})\\b`,
    "iu",
  ),
  new RegExp(`^(?:what(?:['’]s| is| are| was| were)|which is) the (?:\\p{L}+ )?(?:${FIGURE})`, "iu"),
  /^[Ww]hat(?:['’]s| is| are) (?:an? )?\p{Ll}+(?:[ -]\p{Ll}+){0,2}\s*\??$/u,
  /^(?:what|which) (?:river|planet|ocean|sea|element|mountain|continent|gas|metal|acid|language|currency|year|century|colou?r|organ|vitamin|unit|company|country|animal)s? (?:is|are|was|did|does|has|have|flows?|causes?|makes?|invented|won)\b/iu,
  /^what (?:causes|caused|happens (?:when|if)|is the (?:reason|cause))\b|^why (?:is|are|do|does|did|was|were) (?:the |an? )?\p{L}+/iu,
  /^what does (?:the (?:abbreviation|acronym|word|term|prefix) )?\S+(?: \S+){0,3} (?:mean|stand for)\b/iu,
  /^how (?:far|deep|tall|high|long|hot|cold|heavy|big|large|fast|wide|old|dense|loud|bright) (?:is|are|was|were|does it take|do)\b/iu,
  /^how many\b.*\b(?:are there|are in|does an?|do(?:es)? (?:the|an?|humans?|people)|in (?:an?|the|one)|has)\b/iu,
  /^how (?:do|does|did|is|are) (?:an? |the )?(?:\p{Ll}+ ){1,3}(?:works?|erupts?|forms?|formed|made|fly|grow|function|called|measured)\b/iu,
  /^when (?:did|was|were) (?:the |world )?.*\b(?:end|begin|start|built|founded|invented|discovered|sink|fall|written|published|released|established|erupt|born|die)\b/iu,
  /^(?:is|are|was|were) (?:the |an? )?\p{L}+ (?:an?|the|made of|part of|poisonous|edible|soluble)\b/iu,
  /^(?:explain|define|describe how|summari[sz]e the (?:plot|history|theory)|name (?:an?|two|three|four|five|ten|\d+|some|all)\b|list (?:the|all|some|three|five|ten)|best practices|give me (?:an?|some|the) (?:recipe|synonym|antonym|example|definition|quote|fact|list))/iu,
  /\b(?:stock market|exchange rate|oil price|(?:weather|time)(?: (?:is it|like|now|right now|today))* in \p{Lu}|world cup|nobel prize|the (?:headlines|news) today)\b/u,
];

const ERA = "[夏商周秦汉晋隋唐宋元明清]朝|古代|世纪|战争|王朝|帝国";
const ZH: readonly RegExp[] = [
  /谁(?:最早|首先|第一个)?(?:写|发明|发现|创作|画|导演|建立|统一|提出|设计|建造|作曲|翻译)|(?:冠军|总统|皇帝|国王|首相|总理|主席|作者|发明者|发明人|创始人)(?:是|叫)(?:谁|什么|哪)/u,
  /的(?:首都|人口|货币|面积|沸点|熔点|冰点|密度|温度|化学(?:符号|式)|公式|定义|原理|含义|平方根|国旗|官方语言|反义词|同义词|直径|半径)/u,
  new RegExp(ERA, "u"),
  /^(?:请问)?什么是|是什么意思$|^(?:请)?(?:给我|帮我)?(?:解释|说明|介绍|定义|列举|概括)(?:一下)?(?!.*的事)/u,
  /世界上|全世界|全球|太阳系|宇宙|历史上|最[大小高长深快远古重热][^，。？]{0,3}(?:的)?[^，。？]{1,6}(?:是|在|叫)(?:什么|哪)|最[大小高长深快重热]的[^，。？]{1,5}(?:是|在)?(?:哪|什么)/u,
  /(?:月亮|月球|地球|太阳|火星|光速|声速|音速|珠峰|珠穆朗玛峰)[^，。]{0,6}(?:多|几|是)/u,
  /(?:^|[？?])(?:请问)?(?:怎么|如何|怎样|怎么样)(?!样|了|办|说|回事|走|去|联系|称呼|会|没|还)\p{L}/u,
  /^为什么(?:[天海人月太地水冰火血树鸟鱼猫狗糖]|会)/u,
  /(?:是|在)?(?:什么时候|哪一?年|何时|哪个世纪)(?:建立|成立|统一|发明|发现|发生|结束|爆发|灭亡|开国|出版|建成|沉没)/u,
  /(?:昆虫|动物|植物|金属|液体|固体|气体|元素|行星|恒星|水果|蔬菜|哺乳动物)吗$/u,
  /^\p{Script=Han}{1,6}有(?:几|多少)[条颗个只块根](?:腿|脚|眼睛|牙齿|骨头|行星|卫星|国家|州|省|民族|字母|心脏)/u,
  /股市|汇率|油价|金价|世界杯|诺贝尔|天气(?:怎么样|如何|怎样|好吗)|[说讲](?:的是)?什么语言|说哪种语言/u,
];
const HAN = /\p{Script=Han}/u;
const LED =
  /^(?:(?:please|ok|okay|hey|hi|so|and|well|now|by the way|can you tell me|could you tell me|do you know|tell me)[,:]?\s+)+/iu;

/** True when a question is about the world at large by its form, and speaks of nobody known and nothing said. */
export function asksOfWorld(question: string): boolean {
  if (question.length > READ) return false;
  const text = question.trim().replace(LED, "");
  if (HAN.test(text))
    return (
      !SOMEONE_ZH.test(text.replace(/^请?[给帮]我/u, "")) &&
      ZH.some((pattern) => pattern.test(text.replace(/[?？。！!\s]+$/u, "")))
    );
  if (SOMEONE_EN.test(text.replace(/^(?:give|tell|teach) me\b/iu, ""))) return false;
  return I_EN.test(text) ? HOW_TO_EN.test(text) : HOW_TO_EN.test(text) || EN.some((pattern) => pattern.test(text));
}
