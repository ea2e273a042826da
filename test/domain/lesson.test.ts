import { describe, expect, it } from "vitest";
import { type Lesson, lessonText, vagueness } from "../../src/domain/lesson.ts";

const lesson = (when: string, act: string, because: string): Lesson => ({ when, do: act, because });

describe("D2: lessons are actions", () => {
  it.each([
    lesson("booking a flight", "be careful next time", "the booking failed"),
    lesson("booking a flight", "communicate better with the user", "there was a misunderstanding"),
    lesson("booking a flight", "pay more attention", "the date was wrong"),
    lesson("booking a flight", "double-check everything", "an error happened"),
    lesson("booking a flight", "try harder and improve", "the user was unhappy"),
    lesson("booking a flight", "follow best practices", "the user was unhappy"),
    lesson("next time", "call book_flight with the ISO date", "the ISO date was accepted"),
    lesson("in the future", "call book_flight with the ISO date", "the ISO date was accepted"),
    lesson("booking a flight", "call book_flight with the ISO date", "it is better"),
    lesson("订机票", "下次注意", "日期填错了"),
    lesson("订机票", "加强沟通，认真一点", "用户不满意"),
    lesson("订机票", "避免类似错误再次发生", "日期填错了"),
    lesson("以后", "用YYYY-MM-DD格式提交出发日期", "接口只接受这种格式"),
  ])("refuses empty advice: $when / $do / $because", (one) => expect(vagueness(one)).not.toBeNull());

  it.each([
    lesson(
      "book_flight answers 'date in the past'",
      "send the date as YYYY-MM-DD in the user's zone",
      "the second call with 2026-12-04 was accepted",
    ),
    lesson(
      "the user asks for a hotel in Bergen",
      "filter by free cancellation before sorting by price",
      "Ada rejected three prepaid offers",
    ),
    lesson("payment fails with code 51", "offer to split the amount over two cards", "that went through for order 118"),
    lesson("接口返回日期错误", "用YYYY-MM-DD格式重新提交出发日期", "第二次用2026-12-04提交成功"),
    lesson("用户要订奥斯陆的酒店", "先筛选可免费取消的房型再按价格排序", "用户拒绝了三家预付酒店"),
  ])("lets a concrete one pass: $do", (one) => expect(vagueness(one)).toBeNull());

  it("reads as a sentence of its language", () => {
    expect(
      lessonText(lesson("When the date is refused.", "Send it as YYYY-MM-DD.", "Because that was accepted."), "en"),
    ).toBe("When the date is refused, send it as YYYY-MM-DD, because that was accepted.");
    expect(lessonText(lesson("当接口返回日期错误的时候", "改用标准格式提交", "因为标准格式成功了。"), "zh")).toBe(
      "当接口返回日期错误时，改用标准格式提交，因为标准格式成功了。",
    );
  });
});
