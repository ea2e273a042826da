import { ANY, denied, ofNow, possession, type Rule, SOMEONE, tripKey, weekdayKey } from "./attribute-rules.ts";
import { BUSINESSES_EN, englishOccupation } from "./occupations.ts";
import { sameThing } from "./same-thing.ts";
import { terms } from "./text.ts";

const REST =
  "(.+?)(?=$|[.,;!。，；！]|\\s(?:since|because|and|but|with|for|until|again|now|yesterday|today|last|this|anymore|any more|any longer|these days|when|if|while|after|in|on|from|during|around|at)\\b)";
const NOT = "(?:no longer |does not |doesn't |is not |isn't |not |never |no )?";
/** A statement of the user, up to the verb. */
const english = (body: string): RegExp =>
  new RegExp(
    `^(?:the user|user)\\s+(?:now |currently |also |really |recently |actually |still |just |finally |has |have )*${body}`,
    "iu",
  );

const HEAD_LAST = /([\p{L}-]+)$/u;
const headOf = (phrase: string): string => terms(HEAD_LAST.exec(phrase.trim())?.[1] ?? phrase).at(-1) ?? phrase;

const DIET = "(vegan|vegetarian|pescatarian|omnivore|meat eater)";
const STATUS = "(married|single|divorced|engaged|widowed|separated)";
const COUNT = "(\\d{1,2}|two|three|four|five|six|seven|eight|nine|ten)";

/** "in Oslo", not "in a flat". */
const isPlace = (value: string): boolean =>
  !/^(?:not )?(?:an?|my|the user|his|her|their|one|two|peace|fear|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|\d)\b/iu.test(
    value,
  ) && value.split(" ").length <= 5;
/** "for Equinor" and "at a bank", not "for eight hours" or "at night". */
const isEmployer = (value: string): boolean =>
  /^(?:not )?(?:(?:the |an? )?[\p{Lu}\p{Script=Han}]|an? (?:[\p{L}-]+ ){0,2}(?:bank|hospital|clinic|school|university|college|kindergarten|hotel|restaurant|caf[eé]|bakery|bar|shop|store|supermarket|company|firm|agency|start-?up|factory|brewery|library|museum|theat(?:re|er)|newspaper|airline|pharmacy|farm|ministry|publisher|lab|laboratory|charity|consultancy|studio|garage)$)/u.test(
    value,
  );
/** Of these one is preferred at a time; of hotels one may like the quiet and the cheap. */
const ONE_PREFERRED = /^(?:seat|unit|languag|currenc|temperatur|theme|format|pronoun|meet time|mode)$/u;

const THING = "((?:[\\p{L}\\p{N}-]+\\s+){0,4}?[\\p{L}\\p{N}-]+?)";
const isWork = /^(?:(?:\p{L}+ )?(?:job|profession|occupation))$/iu;
const occupation = (match: RegExpExecArray): string => {
  const found = englishOccupation(match.at(-1)!) ?? "";
  return found !== "" && /\b(?:no longer|not|never)\b/u.test(match[0]) ? `not ${found}` : found;
};

/** By which a car is known that is told to be bought or had; what is driven is one whatever its name. */
const CAR =
  "(?:car|suv|pickup|van|golf|polo|passat|vw|volkswagen|audi|bmw|mercedes|opel|corsa|astra|ford|focus|fiesta|mustang|toyota|corolla|prius|yaris|rav4|honda|civic|accord|nissan|leaf|qashqai|mazda|miata|subaru|outback|mitsubishi|suzuki|kia|niro|sportage|hyundai|ioniq|kona|volvo|polestar|saab|skoda|octavia|fabia|renault|zoe|clio|megane|peugeot|citro[eë]n|dacia|duster|fiat|alfa romeo|ferrari|lamborghini|porsche|cayenne|taycan|tesla|model (?:3|y|s|x)|cybertruck|lexus|jaguar|land rover|range rover|mini cooper|chevrolet|chevy|dodge|jeep|chrysler|cadillac|buick|rivian|lucid|byd|nio|xpeng)\\b";
/** Of whom or what one has one, and changes to another. */
const ROLE =
  "(dentist|doctor|gp|therapist|physio(?:therapist)?|hairdresser|barber|lawyer|accountant|vet|trainer|coach|tutor|landlord|boss|manager|school|gym)";

const PARTNER_PROBE = "dating girlfriend boyfriend relationship partner 女朋友 男朋友 恋爱";

export const ENGLISH_RULES: readonly Rule[] = [
  {
    pattern: english(
      `(?:${NOT}lives? in|${NOT}(?:is )?based in|${NOT}resides? in|moved (?:back )?to|moved from \\S+(?: \\S+)? to|moves (?:back )?to|is moving (?:back )?to|relocated to|lives? at|is ${NOT}(?:back )?living in|${NOT}living in)\\s+${REST}`,
    ),
    key: "residence",
    value: denied,
    accepts: isPlace,
    probe: "live lives moved based home 住在 搬到",
  },
  {
    pattern: english(
      `(?:${NOT}works? (?:at|for)|is ${NOT}working (?:at|for)|is ${NOT}employed (?:at|by)|is now (?:at|with)|joined|started (?:working )?(?:at|for|with)|(?:started|got|has got|found|has) an? new job (?:at|with)|started an? job (?:at|with)|began (?:working )?at|moved on to|left|quit|resigned from|(?:was|got|been) (?:fired|laid off|sacked|let go|made redundant) (?:from|by))\\s+${REST}`,
    ),
    key: "employer",
    accepts: isEmployer,
    value: (match) =>
      /\b(?:left|quit|resigned|fired|laid off|sacked|let go|redundant)\b/u.test(match[0])
        ? `not ${match.at(-1)}`
        : denied(match),
    probe: "works work joined employed left 工作 上班 入职",
  },
  {
    pattern: english(
      "(?:is|became|has become|got) (?:an? )?(unemployed|retired|jobless|out of work|out of a job|between jobs|laid off)\\b",
    ),
    key: "occupation",
    probe: "works work joined employed job 工作 上班 入职",
  },
  {
    pattern: english(
      "(retired|(?:does not|doesn't|no longer) works?)(?: any ?more| any longer)?(?=$|[.,;!]|\\s(?:last|this|in|now)\\b)",
    ),
    key: "occupation",
    value: (match) => (/retired/iu.test(match[1]!) ? "retired" : "unemployed"),
    probe: "works work joined employed job 工作 上班 入职",
  },
  {
    pattern: english(
      `(?:${NOT}works? as|is ${NOT}working as|is now|is ${NOT}|is|became|has become|started (?:work )?as|retrained as)\\s*(?:an?|the)?\\s+(.+?)(?=$|[.,;!]|\\s(?:since|because|but|at|for|in|who|with|and)\\b)`,
    ),
    key: "occupation",
    value: occupation,
    probe: "works as job profession is",
  },
  {
    pattern: new RegExp(
      `^the user['’]s\\s+${THING}\\s+(?:is|has changed to|changed to)\\s+(?:now )?(.+?)(?=$|[.,;!])`,
      "iu",
    ),
    key: (match) => (isWork.test(match[1]!) ? "occupation" : ""),
    value: occupation,
    probe: "works as job profession is",
  },
  {
    pattern: english(`(?:wants to be called|prefers to be called|goes by|is called|'s name is)\\s+${REST}`),
    key: "name",
    probe: "called name 称呼 叫",
  },
  {
    pattern: english(
      "(?:is|turned|turns)\\s+(?:now )?(\\d{1,3})(?: years old\\b|(?=$|[,;!]|\\.(?!\\d)|\\s(?:now|today|yesterday|in|on|last|this)\\b))",
    ),
    key: "age",
    probe: "years old 岁",
  },
  { pattern: english("weighs\\s+(\\d{1,3}(?:\\.\\d)? ?\\p{L}+)"), key: "weight", probe: "weighs weight" },
  {
    pattern: english(
      `(?:is ${NOT}|became |become |went |gone |turned |is |(?:stopped|quit) being )(?:an? )?(?:strict )?${DIET}`,
    ),
    key: "diet",
    value: (match) => (/(?:stopped|quit) being/iu.test(match[0]) ? `not ${match.at(-1)}` : denied(match)),
    probe: "vegan vegetarian eats meat 素食 吃素 吃肉",
  },
  {
    pattern: english(`(${NOT}eats? meat)`),
    key: "diet",
    value: (match) => (/not|never|no longer/iu.test(match[0]) ? "vegetarian" : "meat"),
    probe: "vegan vegetarian eats meat",
  },
  {
    pattern: english(
      "(?:called|broke|has called|has broken) off (?:the user['’]s |their |the |an? )?(engagement|wedding)\\b|is (?:no longer|not) (engaged)\\b",
    ),
    key: "marital status",
    value: () => "not engaged",
    probe: "married single divorced engaged 结婚 离婚 单身 订婚",
  },
  {
    pattern: english(`(?:is ${NOT}|got |is )${STATUS}`),
    key: "marital status",
    value: denied,
    probe: "married single divorced engaged 结婚 离婚 单身",
  },
  {
    pattern: english(
      `(?:is ${NOT}(?:\\p{L}+ly )?(?:allergic|intolerant) to|has ${NOT}(?:an? )?(?:\\p{L}+ )?allergy to)\\s+${REST}`,
    ),
    key: (match) => `allergy:${sameThing(match.at(-1)!)}`,
    value: denied,
    probe: "allergic allergy 过敏",
  },
  {
    pattern: english(`${NOT}(?:has |had )?(?:an? |any )?(?:severe )?(${"[\\p{L}-]+"}) allergy\\b`),
    key: (match) => `allergy:${sameThing(match.at(-1)!)}`,
    value: denied,
    probe: "allergic allergy 过敏",
  },
  {
    pattern: english(
      "(?:outgrew|has outgrown|got over) (?:an? |their |the user's |the )?(?:allergy to )?([\\p{L}-]+)(?: allergy)?",
    ),
    key: (match) => `allergy:${sameThing(match[1]!)}`,
    value: (match) => `not ${match[1]}`,
    probe: "allergic allergy 过敏",
  },
  {
    pattern: english("prefers\\s+(.+?)\\s+(?:over|to|rather than|instead of)\\s+(?!the user)(.+?)(?=$|[.,;!])"),
    key: (match) =>
      `prefers between:${[match[1]!, match[2]!]
        .map((one) => terms(one).join(" "))
        .sort()
        .join("|")}`,
    value: (match) => match[1]!,
    probe: "prefers",
  },
  {
    pattern: english(
      "prefers\\s+(?:to have |to sit in )?((?:[\\p{L}\\p{N}'-]+\\s+){1,3}?[\\p{L}-]+?)(?=$|[.,;!]|\\s(?:over|to|when|on|for|because|and|if|in|rather|instead|now|again|these)\\b)",
    ),
    key: (match) => (ONE_PREFERRED.test(headOf(match[1]!)) ? `prefers:${headOf(match[1]!)}` : ""),
    probe: "prefers",
  },
  {
    pattern: english(
      "(?:always |usually |generally )*(?:wants?|likes|takes|picks|books|chooses|would like)\\s+(?:to have |to sit in )?(?:an? |the )?(window|aisle|middle) seats?(?=$|[.,;!]|\\s(?:now|again|please|from now on|whenever|when (?:flying|the user flies|the user travels)|on (?:flights|planes|trains))\\b)",
    ),
    key: "prefers:seat",
    value: (match) => `${match[1]} seat`,
    probe: "prefers wants window aisle seat 靠窗 靠过道 座位",
  },
  {
    pattern: english(
      "prefers\\s+(?:to drink |drinking )?((?:\\p{L}+ )?(?:tea|coffee))(?=$|[.,;!]|\\s(?:now|again|these days)\\b)",
    ),
    key: ofNow("prefers:hot drink"),
    probe: "prefers tea coffee",
  },
  {
    pattern: english(
      "takes the (\\d{1,2}[:.]\\d{2}) (train|bus|ferry|tram|shuttle)(?=$|[.,;!]|\\s(?:now|these days)\\b)",
    ),
    key: (match) => ofNow(`departure:${match[2]!.toLowerCase()}`),
    value: (match) => match[1]!,
    probe: "takes train bus",
  },
  {
    pattern:
      /^the user['’]s ((?:\p{Ll}+ )??\p{Ll}+) (?:now )?(?:expires|is valid (?:un)?til|runs out|runs until|lapses) (?:on |in )?(.+?)[.!]*$/iu,
    key: (match) => `expires:${terms(match[1]!).join(" ")}`,
    value: (match) => match[2]!,
  },
  {
    pattern: english(
      `(?:cancelled|canceled|quit|ended|terminated|gave up|dropped|let go of|(?:did not|didn['’]t) renew)\\s+(?:the user['’]s |the |their )(gym|fitness|studio|school|club)(?: membership| subscription| contract)?(?=$|[.,;!]|\\s(?:last|this|in|on|because|today|yesterday|and)\\b)`,
    ),
    key: (match) => possession(match[1] === "fitness" ? "gym" : match[1]!, "Somebody"),
    value: () => ANY,
  },
  {
    // How many there are of a kind: "has two cats", "has three cats now".
    pattern: english(
      `has (?:${COUNT} ((?:\\p{L}+ )?\\p{L}+s|children|people)|(one) (child|kid|son|daughter|cat|dog))(?=$|[.,;!]|\\snow\\b)`,
    ),
    key: (match) => `count:${terms((match[2] ?? match[4]!).replace(/\bchild(?:ren)?$/iu, "kids")).join(" ")}`,
    value: (match) => match[1] ?? match[3]!,
    probe: "has",
  },
  {
    pattern:
      /^the user['’]s\s+((?:(?:wife|husband|mother|mum|mom|father|dad|boss)['’]s\s+)?(?:[\p{L}\p{N}-]+\s+){0,3}?[\p{L}\p{N}-]+?(?:\s(?:to|from|with|at)\s\p{Lu}[\p{L}]+)?)\s+(?:(?:has |have |was |has been |have been |got |is )?(?:now )?(?:changed|moved|rescheduled|postponed|brought forward|pushed(?: back)?|bumped|delayed|raised|cut|increased|reduced) to|(?:has |have )?(?:gone|went) (?:up|down) to|rose to|dropped to|is|are|was|will be|leaves|departs|starts|begins|takes place)\s+(?:now |currently |actually |today )*(?:called |named )?((?:(?:on )?(?-i:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day), (?=\d))?.+?)(?=$|[,;!](?!\d)|(?<!\b(?-i:Dr|Mr|Mrs|Ms|St))\.(?!\d)|\s(?:because|since|and|now|instead)\b)/iu,
    key: (match) => possession(match[1]!, match[2]!, /^\S+ user\S+ .*?\sare\s/iu.test(match[0])),
    value: (match) => match[2]!,
  },
  {
    pattern: english(
      "(?:goes to|has|attends|takes|does|plays|practi[cs]es|teaches) (?:an? |the )?((?:[\\p{L}-]+ ){0,2}?[\\p{L}-]+) on ((?:mon|tues|wednes|thurs|fri|satur|sun)days)(?=$|[.!]| at\\b| in the\\b)",
    ),
    key: (match) => weekdayKey(match[1]!),
    value: (match) => match[2]!,
  },
  {
    pattern: english(
      "((?:takes the (?:\\S+ )?(?:bus|train|subway|tube|metro|tram|underground|ferry)|drives|cycles|bikes|rides (?:an?|the) \\p{L}+|walks|runs|commutes by \\p{L}+|goes by \\p{L}+)) to (?:work|school|university|college|the office|the lab)\\b",
    ),
    key: ofNow("commute"),
    probe: "to work takes drives cycles walks commutes 上班 上学",
  },
  {
    pattern: english(
      "drives an? (.+?)(?=$|[.,;!]|\\s(?:since|because|and|but|with|again|now|these days|when|if|to|in|at|for)\\b)",
    ),
    key: ofNow("car"),
    probe: "drives car 开 车",
  },
  {
    pattern: english(
      `(?:bought|got|has got|leases|leased|picked up|ordered|owns|has|switched to|switched from .{2,30}? to|traded .{2,40}? for)\\s+(?:an?|the|their) ((?:\\p{L}+ ){0,2}?${CAR}.*?)(?=$|[.,;!]|\\s(?:since|because|and|but|with|again|now|these days|when|if|to|in|at|for|last|this)\\b)`,
    ),
    key: ofNow("car"),
    probe: "drives car 开 车",
  },
  {
    pattern: english(
      `(?:changed|switched|is changing|has an?(?: \\p{L}+)? new|has a different|got an? new|found an? new)\\s+(?:the user['’]s |their |to )?${ROLE}s?(?:(?:,| and|;|:|\\.)?\\s*(?:(?:now )?it['’]s|(?:now )?it is|to|is now with|now (?:sees|goes to|has)|(?:the )?(?:new one|name) is|called|named)?\\s*(?:now )?((?-i:\\p{Lu})[\\p{L}'’-]*\\.?(?: (?-i:\\p{Lu})[\\p{L}'’-]*){0,2}))?(?=$|[.,;!]|\\s(?:now|at|in|on|last|this|since|because|and|again)\\b)`,
    ),
    key: (match) => possession(match[1]!, "Somebody"),
    value: (match) => match[2] ?? ANY,
  },
  {
    pattern: english(`(?:${NOT}banks? with|has (?:an|its|their) account (?:at|with)|switched banks to)\\s+${REST}`),
    key: ofNow("bank"),
    value: denied,
    probe: "bank banks account 银行",
  },
  {
    // No new value is told: that of before is over all the same.
    pattern: english(
      "(?:changed|switched|is changing|quit|left|lost|resigned from|(?:was|got|been) (?:fired|laid off|sacked|let go|made redundant) from) (?:the user['’]s |their |my )?(jobs?|banks?|employers?)(?=$|[.,;!]|\\s(?:in|on|last|this|since|because|and|again)\\b)",
    ),
    key: (match) => (/^bank/iu.test(match[1]!) ? ofNow("bank") : "employer"),
    value: () => ANY,
    probe: "works work employed job bank banks 工作 上班 银行",
  },
  {
    pattern: english(
      `(?:is (?:dating|going out with|in a relationship with)|has an? (?:girlfriend|boyfriend) (?:called|named))\\s+${REST}`,
    ),
    key: ofNow("partner"),
    probe: PARTNER_PROBE,
  },
  {
    pattern:
      /^(?:the user['’]s (?:girlfriend|boyfriend|partner) is (?:called |named )?(\p{L}+)|(\p{L}+) is the user['’]s (?:girlfriend|boyfriend|partner))(?=$|[.,;!]|\snow\b)/iu,
    key: ofNow("partner"),
    value: (match) => match[1] ?? match[2]!,
    accepts: (value) => /^\p{Lu}/u.test(value),
    probe: PARTNER_PROBE,
  },
  {
    pattern: english(
      "(gets up|wakes up|goes to bed|goes to sleep|starts work|finishes work|has breakfast|has lunch|has dinner)\\s+at\\s+([\\p{L}\\d:.]+(?: [ap]\\.?m\\b)?)(?=$|[.,;!]|\\s(?:now|these days|again)\\b)",
    ),
    key: (match) => ofNow(`time:${terms(match[1]!).join(" ")}`),
    value: (match) => match[2]!,
  },
  {
    pattern: english(
      "is (?:reading|watching)\\s+(.+?)(?=$|[.,;!]|\\s(?:now|these days|again|with|at|in|on|for|because|and)\\b)",
    ),
    key: (match) => ofNow(/reading/iu.test(match[0]) ? "reading" : "watching"),
    probe: "reading watching",
  },
  {
    pattern: english("(?:has an? (?:girlfriend|boyfriend)|is (?:in a relationship|dating))(?=$|[.,;!]|\\snow\\b)"),
    key: ofNow("partner"),
    value: () => SOMEONE,
    probe: PARTNER_PROBE,
  },
  {
    pattern: english(
      "(?:broke up with|split up with|separated from|is no longer (?:dating|with))\\s+(?:the user['’]s )?(.+?)(?=$|[.,;!]|\\s(?:in|on|last|this|after|because|and|years?|months?)\\b)",
    ),
    key: ofNow("partner"),
    value: (match) => (/friend|partner/iu.test(match[1]!) ? ANY : `not ${match[1]}`),
    probe: PARTNER_PROBE,
  },
  {
    pattern:
      /^(?:the user['’]s )?(\p{L}+) (?:has )?(?:broke|broken|split) up with the user(?=$|[.,;!]|\s(?:in|on|last|this|after|because)\b)/iu,
    key: ofNow("partner"),
    value: (match) => (/friend|partner/iu.test(match[1]!) ? ANY : `not ${match[1]}`),
    probe: PARTNER_PROBE,
  },
  {
    pattern:
      /^(?:the user['’]s )?(.+?) and the user (?:have |are )?(?:broken? up|broke up|split up|separated|no longer together)(?=$|[.,;!]|\s(?:in|on|last|this|after|because)\b)/iu,
    key: ofNow("partner"),
    value: (match) => (/friend|partner/iu.test(match[1]!) ? ANY : `not ${match[1]}`),
    probe: PARTNER_PROBE,
  },
  {
    pattern: english(
      "(?:flies|travels|goes|is flying|is travelling|is going|takes the train)\\s+to\\s+(\\p{Lu}[\\p{L} ]*?)\\s+(?:on|in|around)\\s+(.+)",
    ),
    key: (match) => tripKey(match[1]!),
    probe: "flies travels goes flight trip",
  },
  {
    pattern: english(
      `(?:runs?|owns?|(?:has )?opened)\\s+(?:an?|the|the user['’]s(?: own)?)\\s+(?:[\\p{L}-]+\\s+){0,3}?(${BUSINESSES_EN})\\b`,
    ),
    key: (match) => `business:${match[1]!.toLowerCase()}`,
    probe: "runs owns opened 开了 经营",
  },
];

/** Likes and dislikes of one thing: opposite attitudes contradict. */
export const OPINION_EN = english(
  `(?:absolutely |no longer |not |does not |doesn't |never |started to |begun to |has begun to |(?:come|grown|learnt|learned) to )*(?:likes?|loves?|enjoys?|hates?|dislikes?|can't stand|cannot stand|liking|loving)\\s+(?:to )?(?:(?:drink|eat|have)(?:ing)? (?=\\p{L}))?(.+?)(?=$|[.,;!]|\\s(?:since|because|and|but|until|again|now|anymore|any more|any longer|these days)\\b)`,
);
