import { describe, expect, it } from "vitest";
import { createCustomers } from "../../bench/tasks/customers.ts";
import { createDesk, FORMS } from "../../bench/tasks/desk.ts";
import { figuresOf, type ModelName, play } from "../../bench/tasks/run.ts";
import { chosenIn, type Language, told, WISHES, type WishName } from "../../bench/tasks/wishes.ts";

const START = Date.UTC(2026, 0, 5, 12);
const few = createCustomers({ seed: 1, customers: 2, sessions: 6, start: START });

describe("J2: memory helps", () => {
  it.each<ModelName>(["scripted", "built-in"])(
    "with memory the %s model completes as much or more in fewer turns, and sees only its own customer's",
    async (model) => {
      const without = figuresOf(await play(few, model, false));
      const shown = new Map<string, string>();
      const played = await play(few, model, true, ({ customer, block }) =>
        shown.set(customer, (shown.get(customer) ?? "") + block),
      );
      const withIt = figuresOf(played);
      expect(without.blockTokens).toBe(0);
      expect(withIt.completed).toBeGreaterThanOrEqual(without.completed + (model === "scripted" ? 0.1 : 0));
      expect(withIt.turns).toBeLessThan(without.turns - 0.3);
      const [english, chinese] = few;
      expect(shown.get(english!.id)).toMatch(/said by the user/u);
      expect(shown.get(english!.id)).not.toMatch(/\p{Script=Han}/u);
      expect(shown.get(chinese!.id)).toMatch(/用户所说/u);
    },
    30_000,
  );
});

describe("the world itself", () => {
  it("the same seed makes the same customers, another seed others", () => {
    const made = (seed: number) => createCustomers({ seed, customers: 4, sessions: 6, start: START });
    expect(made(3)).toEqual(made(3));
    expect(made(3)).not.toEqual(made(4));
  });

  it("every way to tell a wish is understood as that wish, in both languages", () => {
    for (const wish of Object.keys(WISHES) as WishName[])
      for (const { id } of WISHES[wish].choices)
        for (const language of ["en", "zh"] satisfies Language[])
          for (const way of [0, 1, 2]) expect(chosenIn(told(wish, id, language, way), wish)).toBe(id);
  });

  it("the desk takes a fare that is open to the account only, and is locked after three refusals", () => {
    const [right, ...wrong] = FORMS.flight.code!.all;
    const desk = createDesk({ fare: right!, mondays: "Holm" }, "en", () => START);
    const form = { city: "Oslo", seat: "aisle", diet: "vegan" };
    for (const fare of wrong.slice(0, 3)) expect(() => desk.book("flight", { ...form, fare })).toThrow("not open");
    expect(desk.locked).toBe(true);
    expect(() => desk.book("flight", { ...form, fare: right! })).toThrow("locked");
    desk.open();
    desk.book("flight", { ...form, fare: right! });
    expect(desk.booking).toMatchObject({ fare: right });
  });

  it("on Mondays one supplier is open, on other days all", () => {
    let now = START; // a Monday
    const desk = createDesk({ fare: "Y11", mondays: "Holm" }, "zh", () => now);
    const form = { city: "成都", gearbox: "manual", supplier: "Norva" };
    expect(() => desk.book("car", form)).toThrow("周一不营业");
    now += 86_400_000;
    desk.book("car", form);
    expect(desk.booking).toEqual(form);
  });
});
