/**
 * Sentences of everyday life that have nothing in common. A model is asked about them to learn where it puts strangers:
 * models differ widely there (0.1 for one, 0.8 for another), so it is measured and never guessed.
 */
export const STRANGERS = {
  en: [
    "The cat sleeps on the sofa.",
    "Our invoice for March was paid twice.",
    "She plays the violin in an orchestra.",
    "The server returned an error after the deploy.",
  ],
  zh: ["我对花生过敏。", "周末我们去爬山。", "他在银行工作了十年。", "请把会议改到星期四。"],
} as const;
