import type { Customer, Session } from "./customers.ts";
import { type Booking, type Desk, FORMS } from "./desk.ts";
import type { Outcome, Say } from "./run.ts";
import { chosenIn, type Language, told, type WishName } from "./wishes.ts";

const QUESTIONS: Record<Language, Record<WishName | "fare" | "supplier", string>> = {
  en: {
    seat: "Which seat do I want when I fly?",
    diet: "What food do I eat?",
    place: "Where do I like my hotels to be?",
    budget: "What is my hotel budget a night?",
    table: "Which table do I prefer in restaurants?",
    gearbox: "What cars do I drive, automatic or manual?",
    fare: "Which fare works for my account?",
    supplier: "Which car supplier did I say is open on Mondays?",
  },
  zh: {
    seat: "我坐飞机要什么样的座位？",
    diet: "我的饮食有什么要求？",
    place: "我喜欢住在什么位置的酒店？",
    budget: "我的酒店预算每晚是多少？",
    table: "我在餐厅喜欢什么样的位子？",
    gearbox: "我租车要自动挡还是手动挡？",
    fare: "我的账户能用哪个票价代码？",
    supplier: "我说过哪家租车公司周一营业？",
  },
};

const WORKS: Record<Language, Record<"fare" | "supplier", (code: string) => string>> = {
  en: {
    fare: (code) => `Remember: fare ${code} works for my account.`,
    supplier: (code) => `Remember: ${code} is open on Mondays.`,
  },
  zh: {
    fare: (code) => `记住：我的账户能用的票价代码是${code}。`,
    supplier: (code) => `记住：${code}周一营业。`,
  },
};

/** The one code that an answer names. */
function codeIn(text: string, all: readonly string[]): string | null {
  const named = all.filter((code) => text.includes(code));
  return named.length === 1 ? named[0]! : null;
}

/**
 * The built-in model calls no tools of others, so here the customer fills in the form and asks the assistant for each
 * field what it knows. What it does not say they have to look up, and tell it (one message more); what comes out wrong they
 * put right the same way. A code that the desk takes they tell it too, after the booking.
 */
export async function fillForm(desk: Desk, { language }: Customer, session: Session, say: Say): Promise<Outcome> {
  const { kind, wants, patience } = session;
  const { wishes, code } = FORMS[kind];
  // Looking a field up takes as long as asking: patience here is for twice as many messages.
  const most = patience * 2;
  let turns = 0;
  const ask = async (text: string) => {
    turns++;
    return say(text);
  };
  const form: Booking = { city: session.city };
  for (const [at, wish] of wishes.entries()) {
    if (turns === most) return { completed: false, turns };
    const answer = chosenIn(await ask(QUESTIONS[language][wish]), wish);
    form[wish] = wants[wish];
    if (answer === wants[wish]) continue;
    if (turns === most) return { completed: false, turns };
    await ask(told(wish, wants[wish], language, session.ways[at]!));
  }
  if (code !== null) {
    const name = code.name as "fare" | "supplier";
    if (turns === most) return { completed: false, turns };
    const known = codeIn(await ask(QUESTIONS[language][name]), code.all);
    const order = known === null ? code.all : [known, ...code.all.filter((one) => one !== known)];
    for (const one of order) {
      form[code.name] = one;
      try {
        desk.book(kind, form);
        break;
      } catch (error) {
        if (desk.locked) return { completed: false, turns };
        if (!(error instanceof Error)) throw error;
      }
    }
    if (known !== form[code.name] && desk.refusals > 0) await ask(WORKS[language][name](form[code.name]!));
  } else desk.book(kind, form);
  return { completed: desk.booking !== null, turns };
}
