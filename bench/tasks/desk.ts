import type { StructuredToolInterface } from "@langchain/core/tools";
import { tool } from "@langchain/core/tools";
import { z } from "zod";
import { type Language, WISHES, type WishName } from "./wishes.ts";

export type TaskKind = "flight" | "hotel" | "dinner" | "car";

/** What each form asks for: wishes of the customer, and a code of the desk's own that nobody can know beforehand. */
export const FORMS: Record<
  TaskKind,
  { wishes: readonly WishName[]; code: { name: string; all: readonly string[] } | null }
> = {
  flight: { wishes: ["seat", "diet"], code: { name: "fare", all: ["Y11", "B22", "M33", "H44", "K55", "Q66"] } },
  hotel: { wishes: ["place", "budget"], code: null },
  dinner: { wishes: ["diet", "table"], code: null },
  car: { wishes: ["gearbox"], code: { name: "supplier", all: ["Norva", "Holm", "Kestrel", "Brandt"] } },
};
export const KINDS = Object.keys(FORMS) as TaskKind[];

export type Booking = Record<string, string>;

/** Refusals within one session after which the desk takes no more tries that day. */
const TRIES = 3;

const WORDS = {
  en: {
    locked: "too many tries: this form is locked for today",
    fare: (code: string) => `fare ${code} is not open to this account`,
    closed: (supplier: string) => `${supplier} is closed on Mondays`,
    booked: (kind: TaskKind) => `booked (${kind})`,
  },
  zh: {
    locked: "尝试次数过多，今天不能再提交此表单",
    fare: (code: string) => `票价代码${code}不对此账户开放`,
    closed: (supplier: string) => `${supplier}周一不营业`,
    booked: (_kind: TaskKind) => "预订成功",
  },
} as const;

/** What holds at a customer's desk, unknown to everyone but the desk. */
export interface DeskTruth {
  /** The one fare their account may use. */
  fare: string;
  /** The one supplier that works on Mondays. */
  mondays: string;
}

/** The booking desk of one customer: its state is what success is judged by. */
export interface Desk {
  tools: readonly StructuredToolInterface[];
  /** @throws Error that says why the form was refused */
  book(kind: TaskKind, form: Booking): string;
  /** Begins a session. */
  open(): void;
  readonly booking: Booking | null;
  readonly locked: boolean;
  readonly refusals: number;
}

/** @param now the desk's clock, milliseconds since 1970; Mondays are UTC's. */
export function createDesk(truth: DeskTruth, language: Language, now: () => number): Desk {
  const words = WORDS[language];
  let booking: Booking | null = null;
  let refusals = 0;

  function refusal(kind: TaskKind, form: Booking): string | null {
    if (refusals >= TRIES) return words.locked;
    if (kind === "flight" && form.fare !== truth.fare) return words.fare(form.fare ?? "?");
    const monday = new Date(now()).getUTCDay() === 1;
    if (kind === "car" && monday && form.supplier !== truth.mondays) return words.closed(form.supplier ?? "?");
    return null;
  }
  function book(kind: TaskKind, form: Booking): string {
    const why = refusal(kind, form);
    if (why !== null) {
      refusals++;
      throw new Error(why);
    }
    booking = { ...form };
    return words.booked(kind);
  }
  const tools = KINDS.map((kind) => {
    const { wishes, code } = FORMS[kind];
    const fields = Object.fromEntries(
      wishes.map((wish) => [wish, z.enum(WISHES[wish].choices.map(({ id }) => id)) as z.ZodType<string>]),
    );
    if (code !== null) fields[code.name] = z.enum(code.all);
    return tool(async (form: Booking) => book(kind, form), {
      name: `book_${kind}`,
      description: `Fills in the desk's form: ${kind}.`,
      schema: z.object({ city: z.string(), ...fields }),
    });
  });
  return {
    tools,
    book,
    open() {
      booking = null;
      refusals = 0;
    },
    get booking() {
      return booking;
    },
    get locked() {
      return refusals >= TRIES;
    },
    get refusals() {
      return refusals;
    },
  };
}
