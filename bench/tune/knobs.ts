/** A constant of src/domain/constants.ts that shapes the order of results, and what else is tried for it. */
export interface Knob {
  /** `BM25.k1`, `WINDOW.0`, `SPREAD`. */
  name: string;
  /** Factors on its value. */
  factors: readonly number[];
  /** Largest value that makes sense. */
  most?: number;
  whole?: boolean;
}

const WIDE = [0.5, 0.75, 1.33, 2];
const NARROW = [0.7, 0.85, 1.15, 1.4];

/** What requirements fix (presets), what is measured otherwise (floors) and what the sets cannot tell (shared namespaces) is not here. */
export const KNOBS: readonly Knob[] = [
  { name: "BM25.k1", factors: NARROW },
  { name: "BM25.b", factors: NARROW, most: 1 },
  { name: "THREAD_BM25.k1", factors: NARROW },
  { name: "THREAD_BM25.b", factors: NARROW, most: 1 },
  { name: "WINDOW.0", factors: NARROW, most: 1 },
  { name: "WINDOW.1", factors: NARROW, most: 1 },
  { name: "QUESTION_LENDS", factors: NARROW },
  { name: "QUESTION_HOLDS", factors: NARROW, most: 1 },
  { name: "THREAD_SHARE", factors: WIDE },
  { name: "SPEAKER_NAMED", factors: NARROW },
  { name: "NAME_TERM", factors: WIDE, most: 1 },
  { name: "LIGHT_TERM", factors: WIDE, most: 1 },
  { name: "TIME_ROUTE.exact", factors: WIDE },
  { name: "TIME_ROUTE.vague", factors: WIDE },
  { name: "SPREAD", factors: [0.95, 0.98, 1.02], most: 1 },
  { name: "FUSION_K", factors: WIDE, whole: true },
  { name: "MMR.lambda", factors: [0.8, 0.9, 1.05, 1.11], most: 1 },
  { name: "PART_ROUTE.weight", factors: WIDE },
  { name: "BRIDGE.weight", factors: WIDE },
  { name: "GRAPH.decay", factors: NARROW, most: 1 },
  { name: "GRAPH_SEEDS.noun", factors: NARROW, most: 1 },
  { name: "GRAPH_SEEDS.type", factors: WIDE, most: 1 },
  { name: "GRAPH_ROUTE", factors: WIDE },
];

/** Values by name of knob. */
export type Setting = Readonly<Record<string, number>>;

/** The values to try beside `current`. */
export function alternatives(
  { factors, most = Number.POSITIVE_INFINITY, whole = false }: Knob,
  current: number,
): number[] {
  const tried = factors.map((factor) => {
    const value = Math.min(most, current * factor);
    return whole ? Math.round(value) : Number(value.toPrecision(3));
  });
  return Array.from(new Set(tried)).filter((value) => value !== current);
}

/** The value of a knob in the module's exports. @throws Error for a name that is not there */
export function constantOf(constants: Readonly<Record<string, unknown>>, name: string): number {
  const [first = "", ...rest] = name.split(".");
  const value = rest.reduce<unknown>((of, key) => (of as Record<string, unknown> | undefined)?.[key], constants[first]);
  if (typeof value !== "number") throw new Error(`there is no constant ${name}: correct bench/tune/knobs.ts`);
  return value;
}

/** The source of constants.ts with other values. The file stays as it is. @throws Error when a constant is not found */
export function changed(source: string, setting: Setting): string {
  let text = source;
  const after: string[] = [];
  for (const [name, value] of Object.entries(setting)) {
    const [first, ...rest] = name.split(".");
    if (rest.length > 0) {
      after.push(`(${first} as any)${rest.map((key) => `[${JSON.stringify(key)}]`).join("")} = ${value};`);
      continue;
    }
    const declaration = new RegExp(`^export const ${first} = [\\d._]+;$`, "mu");
    if (!declaration.test(text)) throw new Error(`${name} is not declared as a number: correct bench/tune/knobs.ts`);
    text = text.replace(declaration, `export const ${first} = ${value};`);
  }
  return [text, ...after].join("\n");
}
