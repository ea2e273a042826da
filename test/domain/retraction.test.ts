import { describe, expect, it } from "vitest";
import { meantBy, orderSentences, retraction } from "../../src/domain/retraction.ts";
import { sentences } from "../../src/domain/sentences.ts";

const KNOWN = [
  "The user's personal email is ravi@example.org.",
  "The user can't stand coriander.",
  "The spare key is under the blue pot.",
  "The user is learning Spanish.",
  "The user's locker code is 5512",
  "The user's door code is 8821",
  "The user has two cats.",
  "The user's cat is called Miso.",
  "The user likes tea.",
  "The user works as a nurse.",
  "用户的储物柜密码是5512",
  "用户的门禁密码是8821",
  "用户在学西班牙语",
  "备用钥匙在蓝色花盆下面",
  "用户受不了香菜",
  "用户养了两只狗",
  "用户的狗叫豆豆",
];
const meant = (order: string) => {
  const what = retraction(order);
  if (what === null) return null;
  const { found, candidates } = meantBy(what, KNOWN);
  return candidates.length > 0 ? "unclear" : found.map((i) => KNOWN[i]);
};

describe("E2: what “forget” means is found by what is meant, not by the exact words", () => {
  it.each([
    ["please forget my email address", [0]],
    ["Could you delete my email?", [0]],
    ["Forget that I hate coriander", [1]],
    ["Forget the spare key.", [2]],
    ["You can forget what I said about Spanish.", [3]],
    ["No need to remember my locker code", [4]],
    ["Don't keep my door code", [5]],
    ["Forget everything about my cats", [6, 7]],
    ["Stop remembering that I like tea", [8]],
    ["Erase my job", [9]],
    ["把储物柜密码忘了吧。", [10]],
    ["不用记我的门禁密码了", [11]],
    ["别再记我学西班牙语的事了。", [12]],
    ["备用钥匙的事忘了吧", [13]],
    ["忘掉我讨厌香菜", [14]],
    ["把关于我的狗的一切删掉", [15, 16]],
  ])("%s", (order, indices) => expect(meant(order)).toEqual(indices.map((i) => KNOWN[i])));

  it.each([
    ["Forget my garage code", []],
    ["Forget that I like coriander", []],
    ["Forget that I play the piano", []],
    ["忘掉我喜欢香菜", []],
    ["忘掉我的手机密码", []],
    ["Forget my code", "unclear"],
    ["把密码忘了吧", "unclear"],
  ])("%s: forgets nothing it did not mean", (order, expected) => expect(meant(order)).toEqual(expected));

  it.each([
    "Forget it",
    "Don't forget my birthday",
    "Delete the file",
    "Forget the cinema, let's go home",
    "别忘了我的生日",
    "忘了带钥匙",
    "我把钥匙忘在家了",
    "算了，忘了吧",
  ])("%s: takes nothing back", (order) => expect(retraction(order)).toBeNull());
});

describe("a name is what someone is called", () => {
  const NAMED = [
    "The user's cat is called Mimi",
    "The user's dog is called Rex",
    "The user is called Anna",
    "用户的猫叫咪咪",
    "用户的狗叫旺财",
    "用户喜欢叫外卖",
  ];
  it.each([
    ["Forget my cat's name", 0],
    ["Forget the name of my dog", 1],
    ["忘掉我的猫的名字", 3],
    ["把我狗的名字忘了吧", 4],
  ])("%s", (order, index) => expect(meantBy(retraction(order)!, NAMED).found).toEqual([index]));
});

describe("E2: forgetting asked in ordinary words is an order", () => {
  const ordersIn = (text: string) => orderSentences(sentences(text)).flatMap((one) => retraction(one) ?? []);
  it.each([
    ["strike my salary from your records", "my salary"],
    ["my salary is none of your business, wipe it", "my salary"],
    ["My salary is private. Delete that, please.", "My salary"],
    ["please unlearn my salary", "my salary"],
    ["I shouldn't have told you my salary. Remove it.", "my salary"],
    ["let's pretend I never mentioned my salary", "my salary"],
    ["Pretend I never told you about Viktor", "Viktor"],
    ["scratch the door code", "the door code"],
    ["I'd rather you didn't remember anything about Viktor", "anything about Viktor"],
    ["I don't want you to keep my address", "my address"],
    ["Can you remove Viktor from your memory?", "Viktor"],
    ["Forget the wifi password, we changed the router.", "the wifi password"],
    ["我的工资你就当没听过", "我的工资"],
    ["就当我没说过我的工资吧", "我的工资"],
    ["别再提我的工资了，忘了它", "我的工资"],
    ["我不该告诉你我的工资。把它忘了吧。", "我的工资"],
    ["我的工资是隐私，删了吧", "我的工资"],
    ["把门禁码从你脑子里删了吧", "门禁码"],
    ["不要再记得维克多这个人", "维克多"],
    ["忘掉无线密码吧，我们换路由器了", "无线密码"],
  ])("%s", (text, what) => expect(ordersIn(text)).toEqual([what]));

  it("what is told as the reason stands by itself", () =>
    expect(orderSentences(["Forget my old address, I moved to Bergen."])).toEqual([
      "Forget my old address",
      "I moved to Bergen.",
    ]));

  it.each([
    "scratch my back",
    "scratch that",
    "strike the second paragraph",
    "My salary is 58,500. Forget it.",
    "I shouldn't have told you my salary.",
    "The file is private, delete it",
    "remove Viktor from the channel",
    "Drop the table from your database schema",
    "Forget the dishes, I'll do them",
    "pretend I never said that",
    "Don't forget my coffee order",
    "当我没说",
    "别再提了，忘了吧",
    "把文件从数据库里删除",
    "把咖啡从菜单里删掉",
    "别忘了提醒我交工资表",
  ])("%s: takes nothing back", (text) => expect(ordersIn(text)).toEqual([]));
});
