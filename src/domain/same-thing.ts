import { terms } from "./text.ts";

/**
 * What is one thing in English and Chinese, as far as people speak of it in either: what they are allergic to, eat,
 * drink, like and keep. By hand; unlike the lexicon, whose concepts hold what is alike, each line is one thing only.
 */
const THINGS = `peanut 花生|nut tree_nut 坚果|almond 杏仁|walnut 核桃|cashew 腰果|hazelnut 榛子|shellfish 贝类 甲壳类 带壳海鲜|seafood 海鲜|fish 鱼|shrimp prawn 虾|crab 蟹 螃蟹|lobster 龙虾
milk 牛奶 奶|dairy dairy_product 乳制品 奶制品|lactose 乳糖|egg 鸡蛋 蛋|gluten 麸质|wheat 小麦|soy soya soybean 大豆 黄豆|sesame 芝麻|pollen 花粉|dust 灰尘|dust_mite 尘螨|cat 猫 猫咪 猫毛|dog 狗 小狗 狗狗 狗毛
penicillin 青霉素 盘尼西林|amoxicillin 阿莫西林|aspirin 阿司匹林|ibuprofen 布洛芬|sulfa 磺胺|latex 乳胶|mango 芒果|strawberry 草莓|kiwi 猕猴桃|pineapple 菠萝 凤梨|peach 桃子 桃|apple 苹果|banana 香蕉|orange 橙子
tomato 西红柿 番茄|mushroom 蘑菇|coriander cilantro 香菜|onion 洋葱|garlic 大蒜 蒜|olive 橄榄|durian 榴莲|tofu 豆腐|rice 米饭|noodle 面条|sushi 寿司|pizza 披萨 比萨|hot_pot 火锅|spicy_food 辣 辣的 辣椒
coffee 咖啡|tea 茶|green_tea 绿茶|black_tea 红茶|alcohol 酒|beer 啤酒|wine 葡萄酒 红酒|cola 可乐|milk_tea bubble_tea 奶茶|sugar 糖|chocolate 巧克力|sweet dessert 甜食 甜品|cheese 奶酪|meat 肉|beef 牛肉|pork 猪肉|lamb mutton 羊肉|chicken 鸡肉
jazz 爵士乐 爵士|classical_music 古典音乐|rock_music rock 摇滚 摇滚乐|opera 歌剧|film movie 电影|swim 游泳|hike 爬山 徒步|run 跑步|yoga 瑜伽|chess 国际象棋|football soccer 足球|basketball 篮球|tennis 网球|badminton 羽毛球|travel 旅行 旅游|cook 做饭|read 读书 看书|fly 坐飞机
son 儿子|daughter 女儿|wife 妻子 老婆|husband 丈夫 老公|rabbit 兔子|hamster 仓鼠|bird 鸟|parrot 鹦鹉|horse 马|turtle 乌龟|sister 姐妹|brother 兄弟
beijing 北京|shanghai 上海|guangzhou 广州|shenzhen 深圳|hangzhou 杭州|nanjing 南京|chengdu 成都|wuhan 武汉|xian 西安|chongqing 重庆|suzhou 苏州|tianjin 天津|hong_kong 香港|taipei 台北|singapore 新加坡|tokyo 东京|osaka 大阪|seoul 首尔|bangkok 曼谷
london 伦敦|paris 巴黎|berlin 柏林|munich 慕尼黑|hamburg 汉堡|frankfurt 法兰克福|vienna 维也纳|zurich 苏黎世|rome 罗马|milan 米兰|madrid 马德里|barcelona 巴塞罗那|lisbon 里斯本|amsterdam 阿姆斯特丹|oslo 奥斯陆|bergen 卑尔根|stockholm 斯德哥尔摩|copenhagen 哥本哈根|helsinki 赫尔辛基|moscow 莫斯科
new_york 纽约|san_francisco 旧金山|los_angeles 洛杉矶|seattle 西雅图|boston 波士顿|chicago 芝加哥|toronto 多伦多|vancouver 温哥华|sydney 悉尼|melbourne 墨尔本|tencent 腾讯|alibaba 阿里 阿里巴巴|huawei 华为|baidu 百度|bytedance 字节跳动 字节|xiaomi 小米|google 谷歌|microsoft 微软|apple_inc 苹果公司|tesla 特斯拉|siemens 西门子|bosch 博世|volkswagen vw 大众|bmw 宝马|audi 奥迪`;

const keyOf = (word: string): string =>
  /\p{Script=Han}/u.test(word) ? word : terms(word.replaceAll("_", " ")).join(" ");

const lines = THINGS.split(/[|\n]/u).map((line) => line.trim().split(/\s+/u));
const byWord: ReadonlyMap<string, string> = new Map(
  lines.flatMap((words) => words.map((word): [string, string] => [keyOf(word), keyOf(words[0]!)])),
);
const names: ReadonlyMap<string, string> = new Map(
  lines.map((words) => [keyOf(words[0]!), words.map((word) => word.replaceAll("_", " ")).join(" ")]),
);

/** The key of a thing, the same in either language where it is known in both; else its own words, stemmed. */
export function sameThing(thing: string): string {
  const plain = thing.trim().replace(/^(?:an?|the|any|some|all)\s+/iu, "");
  const own = keyOf(plain);
  return byWord.get(own) ?? (/\p{Script=Han}/u.test(plain) ? terms(plain).join(" ") : own);
}

/** What the thing is called in either language, for looking it up; the thing itself where only one is known. */
export const allNames = (thing: string): string => names.get(sameThing(thing)) ?? thing;
