/**
 * Everyday questions whose answer has none of their words: "When is our trip?" is answered by "is going to Porto from 27
 * December", "Which hotel did we book?" by "staying at …", 几点开门 by "opens at 6". The form of the statement tells what
 * it is about; a term of its own stands for that in the index and in the question, in either language.
 */
const THEMES: readonly { theme: string; told: RegExp; asked: RegExp }[] = [
  {
    theme: "trip",
    told: /\b(?:is|are|will be|['’]re|['’]ll be|['’]m) (?:going|travell?ing|flying|driving|heading|off) to (?:the )?\p{Lu}|\b(?:go|fly|travel|travels|flies) to (?:the )?\p{Lu}\p{L}+ (?:instead|from|on|in|for|next)\b|(?:要|会|打算|准备|计划|将)?去[^，。？]{1,8}(?:旅游|旅行|度假|出差|玩)|飞往/u,
    asked:
      /\b(?:our|my) (?:next |upcoming )?(?:trip|journey|holidays?|vacation|travels|getaway)\b|(?:我|我们)的?(?:旅行|旅游|假期|行程|出差)|(?:什么时候|哪天|去哪)(?:去)?(?:旅行|旅游|度假|出差)/iu,
  },
  {
    theme: "lodging",
    told: /\bstay(?:s|ing)? (?:at|in) (?:the |an? )?(?:\p{Lu}|hotel|hostel|guest ?house|airbnb|b&b|cabin|apartment)|\bbooked (?:a room|rooms|an? (?:hotel|hostel|airbnb|apartment))|(?:住在|入住|订了)[^，。？]{0,12}(?:酒店|宾馆|民宿|旅馆|青旅|客栈)/u,
    asked:
      /\b(?:which|what|where|our|my)\b.{0,20}\b(?:hotel|hostel|airbnb|guest ?house|accommodation|lodging)\b|\bwhere (?:do|are|will|did) we (?:be )?stay(?:ing)?\b|(?:哪|什么|我们?的).{0,6}(?:酒店|宾馆|民宿|旅馆)|(?:我们?)住哪(?:家|个)?(?:酒店|宾馆|民宿)?$/iu,
  },
  {
    theme: "hours",
    told: /\b(?:opens?|closes?|(?:is|are|['’]re) (?:open|closed))\b(?=.*(?:\b\d|day|noon|midnight|morning|evening|weekend))|(?:开门|关门|营业|打烊)(?=.*[\d一二三四五六七八九十])|[\d一二三四五六七八九十]点[^，。？]{0,4}(?:开门|关门|营业|打烊)|(?:每?周|星期|礼拜)[一二三四五六日天][^，。？]{0,4}(?:休息|不营业|关门)/iu,
    asked:
      /\b(?:when|what time|which days?)\b.{0,30}\b(?:open|close|closed)\b|\bopening (?:hours|times)\b|(?:几点|什么时候|星期几|周几|哪天).{0,6}(?:开门|关门|营业|打烊|休息|开店)|营业时间/iu,
  },
];

const term = (theme: string): string => `~${theme}`;

/** Terms for what the form of a statement tells. */
export const themesOf = (statement: string): string[] =>
  THEMES.flatMap(({ theme, told }) => (told.test(statement) ? [term(theme)] : []));

/** The same terms for what a question asks. */
export const themesAsked = (question: string): string[] =>
  THEMES.flatMap(({ theme, asked }) => (asked.test(question) ? [term(theme)] : []));
