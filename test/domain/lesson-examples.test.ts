import { describe, expect, it } from "vitest";
import { vagueness } from "../../src/domain/lesson.ts";

/** when / do / because */
type Row = readonly [when: string, act: string, because: string];

/** What a careful colleague would strike out: it fits every situation, so it helps in none. */
const EMPTY: readonly Row[] = [
  ["booking a table", "be careful", "the booking was wrong"],
  ["the user asks for a refund", "communicate better", "the user was upset"],
  ["sending an invoice", "pay attention to details", "an error happened"],
  ["the deploy fails", "try again later", "it failed"],
  ["the user is unhappy", "be more empathetic and understanding", "they were not satisfied"],
  ["searching flights", "take more care with the dates", "the date was wrong"],
  ["a tool returns an error", "handle errors properly", "the tool returned an error"],
  ["answering questions", "give better answers", "the answer was not good"],
  ["anything goes wrong", "stay calm and professional", "the user complained"],
  ["working with the user", "always do your best", "quality matters"],
  ["translating a letter", "improve the quality of the translation", "the user was not happy with it"],
  ["a request is unclear", "make sure you understand the user's needs", "there was a misunderstanding"],
  ["planning a trip", "plan ahead more thoroughly", "something was forgotten"],
  ["writing code", "avoid bugs", "there was a bug"],
  ["the user corrects you", "learn from your mistakes", "a mistake was made"],
  ["booking a hotel", "verify everything twice", "something was wrong"],
  ["the user waits long", "be faster and more efficient", "it took too long"],
  ["in general", "send the date as YYYY-MM-DD", "book_flight accepted it"],
  ["booking a hotel", "filter by free cancellation", "it is better"],
  ["always", "call get_weather with the city's English name", "München returned nothing"],
  ["booking a flight", "use the correct fare code", "the wrong one was refused"],
  ["the user asks for a booking", "make sure to get it right the first time", "they were annoyed"],
  ["booking a table", "follow the user's preferences", "they have preferences"],
  ["handling requests", "ask clarifying questions when needed", "it was unclear"],
  ["预订机票时", "注意使用正确的代码", "之前用错了"],
  ["处理报销时", "按照规定填写", "被退回"],
  ["订酒店", "注意沟通", "用户不满意"],
  ["订酒店", "更加仔细", "订错了"],
  ["工具报错", "妥善处理错误", "工具返回错误"],
  ["用户投诉", "提高服务质量", "用户不满意"],
  ["写代码", "避免出现bug", "出现了bug"],
  ["回答问题", "给出更好的回答", "回答不够好"],
  ["用户着急", "提高效率，加快速度", "用户等了很久"],
  ["需求不清楚", "充分理解用户需求", "理解有偏差"],
  ["做旅行计划", "提前做好规划", "忘了一些事情"],
  ["查询失败", "多试几次", "失败了"],
  ["订机票", "认真核对信息", "信息有误"],
  ["每次", "把日期写成YYYY-MM-DD", "接口接受了这种格式"],
  ["订机票", "先问清楚出发城市", "这样更好"],
];

/** What a stranger could follow. */
const CONCRETE: readonly Row[] = [
  ["Léa writes", "answer in French", "she asked twice for French"],
  ["莱娅来信", "用法语回答", "她两次要求用法语"],
  [
    "book_table answers 'party too large'",
    "split the party over two bookings of six",
    "the split went through at Luma",
  ],
  [
    "the user asks for a refund of a gift card",
    "call refund_gift_card instead of refund_order",
    "refund_order fails with E42 for gift cards",
  ],
  [
    "sending an invoice to the Berlin office",
    "put the VAT number on the first line",
    "accounting returned two invoices without it",
  ],
  [
    "the deploy stops with exit code 137",
    "raise the runner's memory to 8 GB",
    "the build was killed at 4 GB and passed at 8",
  ],
  [
    "the user books flights for the family",
    "ask for the aisle seats in row 10 to 20",
    "Ada rejected seats at the back three times",
  ],
  [
    "get_weather returns nothing for a German city",
    "use the English name of the city",
    "München gave nothing and Munich worked",
  ],
  [
    "the report for Madrid shows yesterday's totals",
    "pass the zone Europe/Madrid to run_report",
    "the cron server runs in UTC",
  ],
  ["translating for Mr Sato", "use formal Japanese with honorifics", "he sent back the informal draft"],
  [
    "search_flights times out",
    "narrow the search to one airport",
    "searching all of London timed out and LHR alone answered",
  ],
  [
    "a customer from Norway orders shoes",
    "quote the customs fee before checkout",
    "order 8841 was returned over the fee",
  ],
  ["git push is rejected on main", "open a pull request from a branch", "main is protected"],
  [
    "the PDF export cuts off wide tables",
    "switch the page to landscape",
    "the second export in landscape was complete",
  ],
  ["the user says 'home'", "use the address in Ghent", "the taxi was sent to Leith"],
  ["the printer shows E-04", "copy the scan folder path without spaces", "scanning worked once the space was gone"],
  ["calling the pharmacy", "call between 8 and 10", "nobody answered in the afternoon"],
  ["npm install fails with ERESOLVE", "run pnpm install", "the repo's lockfile is pnpm's"],
  [
    "the calendar tool refuses a recurring event",
    "create each date as an event of its own",
    "the tool has no recurrence and eight single events were accepted",
  ],
  ["接口返回“日期无效”", "把日期改成YYYY-MM-DD再提交", "第二次用2026-12-04提交成功"],
  ["礼品卡退款", "调用refund_gift_card而不是refund_order", "refund_order对礼品卡返回E42"],
  ["构建以退出码137结束", "把运行器内存调到8GB", "4GB时进程被杀，8GB时通过"],
  ["给柏林办公室开发票", "第一行写上税号", "财务退回了两张没有税号的发票"],
  ["用户给家人订机票", "先查第10到20排的过道座位", "用户三次拒绝了后排座位"],
  ["查询德国城市的天气没有结果", "改用城市的英文名", "München没有结果，Munich有"],
  ["用户说“回家”", "导航到松江的地址", "上次导航到了浦东的旧房子"],
  ["导出的PDF表格被截断", "把页面改成横向", "横向导出后表格完整"],
  ["给物业打电话", "在上午九点到十点之间打", "下午三次都没人接"],
  ["推送到main被拒绝", "新建分支并提交合并请求", "main分支受保护"],
  ["日历工具不支持重复日程", "把每个日期单独建一个日程", "单独创建的八个日程都成功了"],
  ["数据库迁移之前", "先停掉worker进程", "上次没停丢了两百条数据"],
  ["用户要订奥斯陆的酒店", "先筛选可免费取消的房型", "用户拒绝了三家预付酒店"],
];

describe("D2: empty advice is refused, an act one can carry out is not", () => {
  it.each(EMPTY)("refuses: when %s, %s, because %s", (when, act, because) =>
    expect(vagueness({ when, do: act, because })).not.toBeNull(),
  );
  it.each(CONCRETE)("keeps: when %s, %s, because %s", (when, act, because) =>
    expect(vagueness({ when, do: act, because })).toBeNull(),
  );
});
