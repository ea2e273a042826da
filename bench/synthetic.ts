/**
 * Sentences that behave like a diary of two people, English and Chinese, for measuring time: a fixed seed, a vocabulary
 * whose frequencies fall as words' do (Zipf–Mandelbrot), a question that shares words with one of them. They say
 * nothing about quality; bench/recall.ts does.
 */

/** Numbers in 0 … 1, the same for the same seed (Lehmer's generator). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const LITTLE = "the a of to and in is it was for on with at my her his we they she he that this not very".split(" ");
const ONSETS = "b br c ch d dr f fl g gr h j k l m n p pl r s sh st t th tr v w z".split(" ");
const VOWELS = ["a", "e", "i", "o", "u", "ai", "ea", "oo"];
const CODAS = ["", "n", "r", "l", "s", "t", "nd", "ck", "m"];
const PARTICLES = Array.from("的了在是和也就都");
const HAN = Array.from(
  "我你他她们家人朋友工作学校医院公司城市北京上海周末早晚今明昨年月天春夏秋冬山海河湖花草树木鸟猫狗鱼米面茶酒饭菜水果苹梨桃书画歌舞电影视车船飞机票房门窗桌椅衣鞋帽包手脚头眼耳口心身红黄蓝绿白黑大小高低长短新旧快慢冷热多少买卖走跑坐站看听说读写想爱喜欢过敏花生牛奶咖啡蛋糕旅行计划预约会议项目报告客户老师学生孩子父母姐妹兄弟",
);

export interface Synthetic {
  /** One sentence, mostly English, a third Chinese. */
  sentence(): string;
  /** A question about that sentence. */
  question(sentence: string): string;
}

export function createSynthetic(seed: number): Synthetic {
  const random = createRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const word = () =>
    Array.from({ length: 1 + Math.ceil(random() * 2) }, () => pick(ONSETS) + pick(VOWELS) + pick(CODAS)).join("");
  const words = Array.from({ length: 20_000 }, word);
  const hanWords = Array.from({ length: 6_000 }, () => pick(HAN) + pick(HAN));
  /** Rank r with probability in proportion to 1 / (r + 50): the 50 most frequent words of a language are its little ones. */
  const zipf = (list: readonly string[]) =>
    list[Math.min(list.length - 1, Math.floor(50 * ((list.length + 50) / 50) ** random() - 50))] as string;

  return {
    sentence() {
      const length = 5 + Math.floor(random() * 10);
      if (random() < 1 / 3)
        return `${Array.from({ length }, () => zipf(hanWords) + (random() < 0.3 ? pick(PARTICLES) : "")).join("")}。`;
      const text = Array.from({ length }, () => (random() < 0.8 ? `${pick(LITTLE)} ` : "") + zipf(words)).join(" ");
      return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
    },
    question(sentence) {
      if (!sentence.includes(" ")) {
        const start = Math.floor(random() * Math.max(1, sentence.length - 6));
        return `${sentence.slice(start, start + 6)}是什么时候的事？`;
      }
      const content = sentence
        .slice(0, -1)
        .split(" ")
        .filter((part) => !LITTLE.includes(part.toLowerCase()));
      return `What about ${Array.from({ length: 3 }, () => pick(content)).join(" and ")}?`;
    },
  };
}
