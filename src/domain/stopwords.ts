/** Words too common to search by, after folding and stemming. Written by hand; function words only. */
const english = `a an the this that these those i me my mine we us our ours you your yours he him his she her hers it its they them
their theirs is am are was were be been being do does did doing done have has had having will would shall should can could may might must
and or but if then than so as of at by for from in into on onto to up out off over under about with without not no nor
what which who whom whose when where why how there here also just too very some any all both each own same such only
i'm i've i'd i'll you're you've he's she's it's we're they're don't doesn't didn't isn't aren't wasn't weren't can't won't let's that's`;

/** Also in the form the stemmer leaves them in. */
export const ENGLISH_STOP_WORDS: ReadonlySet<string> = new Set(
  `${english} thi hi wa doe ha ar ve ani becaus veri onli`.split(/\s+/u),
);

/** Single Han function characters, and bigrams made of nothing else. */
const han =
  "的 了 是 我 你 他 她 它 们 在 和 与 也 就 都 吗 呢 吧 啊 呀 哦 这 那 有 个 很 我的 你的 他的 她的 我是 你是 我们 你们 他们 她们 是的 了吗 的吗 什么 怎么 这个 那个 一个 可以";
export const HAN_STOP_WORDS: ReadonlySet<string> = new Set(han.split(/\s+/u));

/**
 * Words a Chinese question asks with. They say what kind of answer is wanted, not what about; as bigrams they would meet
 * every other question (什么时候 … 每天什么时候吃？) and make chance neighbours (去哪里玩 → 里玩). Measured on the
 * development half of MemoryBank: see docs/decisions.md.
 */
export const HAN_ASKING =
  /什么时候|什么时间|什么地方|什么样|什么|怎么样|怎么办|怎么回事|怎么|怎样|为什么|为何|哪里|哪儿|哪一?[天年月次个些位种家件条]|哪(?![吒怕])|多少|多久|几[点号次个天年月岁位种家件]|是谁|谁|是不是|有没有|能不能|会不会|可不可以|请问|还记得|告诉我|[吗呢吧]/gu;
