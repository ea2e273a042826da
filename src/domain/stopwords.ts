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
