/** What the desk's forms ask for, the choices, and how people say them. A number in a wish is a price a night. */
export type Language = "en" | "zh";
export type WishName = "seat" | "diet" | "place" | "budget" | "table" | "gearbox";

export interface Choice {
  id: string;
  /** How it is named, and told from the other choices, in a sentence of either language. */
  named: RegExp;
  en: string;
  zh: string;
}

export interface Wish {
  choices: readonly Choice[];
  /** How the assistant asks for it; the customer knows the question by these words. */
  ask: Record<Language, string>;
  /** Ways to tell it; `…` stands for the choice. */
  tell: Record<Language, readonly string[]>;
}

const choice = (id: string, named: RegExp, en: string, zh: string): Choice => ({ id, named, en, zh });

export const WISHES: Record<WishName, Wish> = {
  seat: {
    choices: [
      choice("window", /window seat|靠窗/iu, "a window seat", "靠窗的座位"),
      choice("aisle", /aisle|过道/iu, "an aisle seat", "靠过道的座位"),
      choice("front", /front row|前排/iu, "a seat in the front row", "前排的座位"),
    ],
    ask: { en: "Which seat would you like?", zh: "您要什么样的座位？" },
    tell: {
      en: ["I prefer … on planes.", "I always want … when I fly.", "…, please."],
      zh: ["我坐飞机喜欢…。", "坐飞机我总是要…。", "…，谢谢。"],
    },
  },
  diet: {
    choices: [
      choice("vegetarian", /vegetarian|(?<!纯)素食/iu, "vegetarian", "素食"),
      choice("vegan", /vegan\b|纯素/iu, "vegan", "纯素"),
      choice("halal", /halal|清真/iu, "halal", "清真"),
      choice("gluten-free", /gluten|麸质/iu, "gluten-free", "无麸质"),
    ],
    ask: { en: "What kind of food do you eat?", zh: "您的饮食有什么要求？" },
    tell: {
      en: ["I only eat … food.", "My meals have to be ….", "…, please."],
      zh: ["我只吃…的食物。", "我的餐食必须是…的。", "…，谢谢。"],
    },
  },
  place: {
    choices: [
      choice("station", /station|车站/iu, "near the station", "车站附近"),
      choice("old town", /old town|老城/iu, "in the old town", "老城里"),
      choice("sea", /by the sea|海边/iu, "by the sea", "海边"),
    ],
    ask: { en: "Where should the hotel be?", zh: "酒店要在什么位置？" },
    tell: {
      en: ["I like my hotels ….", "I always stay …, never anywhere else.", "…, please."],
      zh: ["我喜欢住在…的酒店。", "我住酒店总是住在…。", "…，谢谢。"],
    },
  },
  budget: {
    choices: ["900", "1,200", "1,500", "2,000"].map((price) => {
      const plain = price.replace(",", "");
      return choice(plain, new RegExp(`(?<!\\d)(?:${price}|${plain})(?!\\d)`, "u"), price, plain);
    }),
    ask: { en: "What is your budget for a night?", zh: "每晚的预算是多少？" },
    tell: {
      en: ["My hotel budget is … kroner a night.", "I pay at most … kroner a night for a hotel.", "… kroner."],
      zh: ["我的酒店预算是每晚…元。", "我住酒店每晚最多付…元。", "…元。"],
    },
  },
  table: {
    choices: [
      choice("quiet", /quiet|安静/iu, "a quiet table", "安静的位子"),
      choice("outside", /outside|outdoor|室外|露天/iu, "a table outside", "露天的位子"),
      choice("bar", /at the bar|吧台/iu, "a place at the bar", "吧台的位子"),
    ],
    ask: { en: "Which table would you like?", zh: "您要什么样的位子？" },
    tell: {
      en: ["I prefer … in restaurants.", "I always want … when I eat out.", "…, please."],
      zh: ["我在餐厅喜欢…。", "在外面吃饭我总是要…。", "…，谢谢。"],
    },
  },
  gearbox: {
    choices: [
      choice("automatic", /automatic|自动挡/iu, "automatic", "自动挡"),
      choice("manual", /manual|手动挡/iu, "manual", "手动挡"),
    ],
    ask: { en: "Automatic or a manual gearbox?", zh: "要自动挡还是手动挡？" },
    tell: {
      en: ["I only drive … cars.", "I prefer cars with … gears.", "…, please."],
      zh: ["我只开…的车。", "租车我喜欢…的。", "…，谢谢。"],
    },
  },
};

/** The choice a text names; `null` when it names none, or several. */
export function chosenIn(text: string, wish: WishName): string | null {
  const named = WISHES[wish].choices.filter((one) => one.named.test(text));
  return named.length === 1 ? named[0]!.id : null;
}

/** The choice in a sentence of the customer's; `way` counts the ways to tell it. */
export function told(wish: WishName, id: string, language: Language, way: number): string {
  const found = WISHES[wish].choices.find((one) => one.id === id);
  if (found === undefined) throw new Error(`the desk has no ${wish} "${id}"`);
  const ways = WISHES[wish].tell[language];
  const text = ways[way % ways.length]!.replace("…", found[language]);
  return text[0]!.toUpperCase() + text.slice(1);
}

export const CORRECTION: Record<Language, (wish: string) => string> = {
  en: (wish) => `No, that has changed. ${wish}`,
  zh: (wish) => `不对，这个改了。${wish}`,
};
