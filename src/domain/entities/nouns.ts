import { isAscii } from "../text.ts";
import type { EntityType } from "./types.ts";

/** f she, m he, n it, x either of the first two. */
export type Gender = "f" | "m" | "n" | "x";

/** A kind of person, animal or thing that one has: "my sister", 我的猫. */
export interface Noun {
  /** Names it in keys. */
  noun: string;
  type: EntityType;
  gender: Gender;
  /** A more general noun it is also known by. */
  also: string | null;
  /** How it is most often written. */
  forms: { en?: string; zh?: string };
}

/** `noun [also] type gender | English forms | 中文`, by hand: who and what people tell an assistant about as theirs. */
const TABLE = `
mother person f | mother mom mum mama mommy mummy | 妈妈 母亲 老妈 妈
father person m | father dad daddy papa | 爸爸 父亲 老爸 爸
parent person x | parent parents | 父母 爸妈
sister person f | sister sisters | 姐妹
elder-sister>sister person f | | 姐姐 姐 大姐
younger-sister>sister person f | | 妹妹 妹
brother person m | brother brothers | 兄弟
elder-brother>brother person m | | 哥哥 哥 大哥
younger-brother>brother person m | | 弟弟 弟
son person m | son sons | 儿子
daughter person f | daughter daughters | 女儿 闺女
child person x | child children kid kids | 孩子 小孩
baby person x | baby | 宝宝 婴儿
wife>partner person f | wife | 妻子 老婆 太太 媳妇
husband>partner person m | husband hubby | 丈夫 老公
partner person x | partner spouse | 伴侣 对象 爱人
girlfriend>partner person f | girlfriend | 女朋友 女友
boyfriend>partner person m | boyfriend | 男朋友 男友
fiance person x | fiance fiancé fiancee fiancée | 未婚妻 未婚夫
grandmother person f | grandmother grandma granny nana | 奶奶 外婆 姥姥
grandfather person m | grandfather grandpa granddad | 爷爷 外公 姥爷
uncle person m | uncle | 叔叔 舅舅 伯伯
aunt person f | aunt auntie | 阿姨 姑姑 姨妈
cousin person x | cousin cousins | 表哥 表姐 表弟 表妹 堂哥 堂姐 堂弟 堂妹
nephew person m | nephew | 侄子 外甥
niece person f | niece | 侄女 外甥女
roommate person x | roommate flatmate | 室友
neighbour person x | neighbour neighbor neighbours neighbors | 邻居
boss person x | boss manager supervisor team-lead line-manager | 老板 上司 经理 领导 主管
colleague person x | colleague colleagues coworker coworkers co-worker co-workers | 同事
teacher person x | teacher | 老师
doctor person x | doctor gp | 医生
dentist person x | dentist | 牙医
therapist person x | therapist counselor counsellor | 咨询师
landlord person x | landlord landlady | 房东
coach person x | coach trainer | 教练
mentor person x | mentor | 导师
apprentice person x | apprentice trainee intern | 学徒 徒弟 实习生
assistant person x | assistant | 助理 助手
employee person x | employee employees | 员工
cleaner person x | cleaner housekeeper cleaning-lady | 保洁 保洁员 钟点工
nanny person x | nanny babysitter childminder au-pair | 保姆 月嫂
lodger person x | lodger tenant | 租客 房客
client person x | client customer | 客户
pupil person x | pupil tutee | 学生
friend person x | friend friends | 朋友
pet animal x | pet pets | 宠物
cat>pet animal x | cat cats kitten kittens kitty | 猫 猫咪 小猫
dog>pet animal x | dog dogs puppy puppies pup pups | 狗 小狗 狗狗
rabbit>pet animal x | rabbit rabbits bunny | 兔子
hamster>pet animal x | hamster hamsters | 仓鼠
bird>pet animal x | bird parrot budgie | 鹦鹉
turtle>pet animal x | turtle turtles tortoise | 乌龟
goldfish>pet animal x | goldfish | 金鱼
horse>pet animal x | horse pony | 马
car thing n | car suv truck van | 汽车 车 车子
bike thing n | bike bicycle e-bike | 自行车 单车
motorbike thing n | motorbike motorcycle scooter | 摩托车 电动车
phone thing n | phone smartphone | 手机
laptop thing n | laptop macbook | 笔记本电脑 笔记本
computer thing n | computer pc desktop | 电脑 台式机
tablet thing n | tablet ipad | 平板
camera thing n | camera | 相机
printer thing n | printer | 打印机
headphones thing n | headphones earbuds | 耳机
fridge thing n | fridge refrigerator freezer | 冰箱
washing-machine thing n | washer washing-machine | 洗衣机
dishwasher thing n | dishwasher | 洗碗机
coffee-machine thing n | coffee-machine coffee-maker espresso-machine | 咖啡机
router thing n | router | 路由器
house thing n | house | 房子
apartment thing n | apartment flat condo | 公寓
garden thing n | garden | 花园
guitar thing n | guitar | 吉他
piano thing n | piano | 钢琴
violin thing n | violin | 小提琴
boat thing n | boat sailboat | 船
glasses thing n | glasses | 眼镜
passport thing n | passport | 护照
`;

const formsOf = (english: readonly string[], chinese: readonly string[]): Noun["forms"] => ({
  ...(english[0] === undefined ? {} : { en: english[0].replace("-", " ") }),
  ...(chinese[0] === undefined ? {} : { zh: chinese[0] }),
});

const byEnglish = new Map<string, Noun>();
const byChinese = new Map<string, Noun>();
const byName = new Map<string, Noun>();
const BY_TYPE: Record<string, EntityType> = { person: "person", animal: "animal", thing: "product" };

for (const line of TABLE.trim().split("\n")) {
  const [head, english, chinese] = line.split("|").map((part) => part.trim().split(/\s+/u).filter(Boolean)) as [
    string[],
    string[],
    string[],
  ];
  const [name, type, gender] = head as [string, string, Gender];
  const [noun, also = null] = name.split(">") as [string, string?];
  const made: Noun = { noun, type: BY_TYPE[type]!, gender, also, forms: formsOf(english, chinese) };
  byName.set(noun, made);
  for (const form of english) byEnglish.set(form.replace("-", " "), made).set(form, made);
  for (const form of chinese) byChinese.set(form, made);
}

const longestFirst = (forms: Iterable<string>) =>
  Array.from(forms)
    .sort((a, b) => b.length - a.length)
    .join("|");

/** Alternatives of a regular expression, longest first. */
export const ENGLISH_NOUNS = longestFirst(byEnglish.keys());
export const CHINESE_NOUNS = longestFirst(byChinese.keys());

const lettersOf = (form: string): string => /[a-z]+/u.exec(form)?.[0] ?? form;
const ENGLISH_BEGINNINGS: ReadonlySet<string> = new Set(Array.from(byEnglish.keys(), lettersOf));
const CHINESE_BEGINNINGS: ReadonlySet<string> = new Set(Array.from(byChinese.keys(), (form) => form[0]!));

/** False for a text in which no form of any noun can be found: most questions, told so in a tenth of the time. */
export function mayHoldNoun(text: string): boolean {
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) if (ENGLISH_BEGINNINGS.has(word)) return true;
  if (isAscii(text)) return false;
  for (const character of text) if (CHINESE_BEGINNINGS.has(character)) return true;
  return false;
}

/** The noun behind a word as written, in either language. */
export const nounNamed = (word: string): Noun | undefined => byEnglish.get(word.toLowerCase()) ?? byChinese.get(word);
/** The noun of a key. */
export const nounCalled = (noun: string): Noun | undefined => byName.get(noun);
/** All forms, each with its noun. */
export const nounForms = (): ReadonlyMap<string, Noun> => new Map([...byEnglish, ...byChinese]);
