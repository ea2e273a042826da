import { createRandom } from "../life/random.ts";
import { type DeskTruth, FORMS, KINDS, type TaskKind } from "./desk.ts";
import { type Language, WISHES, type WishName } from "./wishes.ts";

const DAY = 86_400_000;
const CITIES = {
  en: ["Oslo", "Bergen", "Rome", "Lisbon", "Vienna", "Dublin", "Porto", "Krakow"],
  zh: ["成都", "杭州", "青岛", "西安", "厦门", "昆明", "大连", "苏州"],
} as const;

const REQUESTS: Record<Language, Record<TaskKind, (city: string) => string>> = {
  en: {
    flight: (city) => `Book me a flight to ${city}, please.`,
    hotel: (city) => `I need a hotel in ${city} for two nights.`,
    dinner: (city) => `Reserve a restaurant for my dinner in ${city} tonight.`,
    car: (city) => `Get me a rental car in ${city} for today.`,
  },
  zh: {
    flight: (city) => `帮我订一张去${city}的机票。`,
    hotel: (city) => `帮我订${city}的酒店，住两晚。`,
    dinner: (city) => `帮我订今晚在${city}吃饭的餐厅。`,
    car: (city) => `今天帮我在${city}租一辆车。`,
  },
};

export interface Session {
  /** Milliseconds since 1970, at noon. */
  at: number;
  kind: TaskKind;
  city: string;
  request: string;
  /** Messages after which the customer gives up. */
  patience: number;
  /** What the customer wants at that time: the truth a booking is held against. */
  wants: Record<WishName, string>;
  /** Which of the ways to say something they use, in order. */
  ways: readonly number[];
}

export interface Customer {
  id: string;
  language: Language;
  desk: DeskTruth;
  sessions: readonly Session[];
}

/** Share of cars wanted on a Monday, when most suppliers are closed. */
const ON_MONDAY = 0.6;

function nextMonday(at: number): number {
  const days = (8 - new Date(at).getUTCDay()) % 7;
  return at + days * DAY;
}

/**
 * Customers with standing wishes, half of them Chinese: the same seed makes the same ones. Midway one wish of each changes
 * without a word: the customer says so only when they are asked, or when the booking comes out wrong.
 */
export function createCustomers(options: {
  seed: number;
  customers: number;
  sessions: number;
  start: number;
}): Customer[] {
  const random = createRandom(options.seed);
  return Array.from({ length: options.customers }, (_, n): Customer => {
    const language: Language = n % 2 === 0 ? "en" : "zh";
    const wishes = Object.keys(WISHES) as WishName[];
    let wants = Object.fromEntries(wishes.map((one) => [one, random.pick(WISHES[one].choices).id])) as Session["wants"];
    const desk = { fare: random.pick(FORMS.flight.code!.all), mondays: random.pick(FORMS.car.code!.all) };
    let at = options.start;
    const sessions = Array.from({ length: options.sessions }, (__, index): Session => {
      at += (1 + random.below(4)) * DAY;
      const kind = KINDS[(index + random.below(2)) % KINDS.length]!;
      if (kind === "car" && random.chance(ON_MONDAY)) at = nextMonday(at);
      if (index === Math.floor(options.sessions / 2)) {
        const changed = random.pick(wishes);
        const other = WISHES[changed].choices.filter(({ id }) => id !== wants[changed]);
        wants = { ...wants, [changed]: random.pick(other).id };
      }
      const city = random.pick(CITIES[language]);
      const ways = Array.from({ length: 8 }, () => random.below(3));
      return { at, kind, city, request: REQUESTS[language][kind](city), patience: 2 + random.below(3), wants, ways };
    });
    return { id: `customer-${n + 1}`, language, desk, sessions };
  });
}
