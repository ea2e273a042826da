import { badRequest } from "./errors.ts";
import type { Json, Payload } from "./types.ts";

/**
 * Qdrant's payload paths (lib/segment/src/json_path): `a.b` goes into objects, `a[]` over the elements of an array,
 * `a[2]` to one of them; keys with other characters stand in double quotes.
 */
export type Step = { key: string } | { index: number } | "each";

const parsed = new Map<string, readonly Step[]>();

export function parsePath(path: string): readonly Step[] {
  const known = parsed.get(path);
  if (known) return known;
  const steps: Step[] = [];
  let rest = path;
  const take = (pattern: RegExp): string | undefined => {
    const found = pattern.exec(rest);
    if (!found) return undefined;
    rest = rest.slice(found[0].length);
    return found[1];
  };
  const takeKey = () => {
    const key = take(/^"([^"]*)"/) ?? take(/^([\p{L}\p{N}_\-/$@]+)/u);
    if (key === undefined) throw badRequest(`Invalid json path: '${path}'`);
    steps.push({ key });
  };
  takeKey();
  while (rest !== "") {
    const index = take(/^\[(\d*)\]/);
    if (index !== undefined) steps.push(index === "" ? "each" : { index: Number(index) });
    else if (take(/^(\.)/)) takeKey();
    else throw badRequest(`Invalid json path: '${path}'`);
  }
  parsed.set(path, steps);
  return steps;
}

const isObject = (value: Json | undefined): value is Payload =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Values at a path; an array at its end is one value. */
export function valuesAt(payload: Payload, path: string): Json[] {
  const found: Json[] = [];
  collect(parsePath(path), 0, payload, found);
  return found;
}

function collect(steps: readonly Step[], at: number, value: Json | undefined, found: Json[]): void {
  if (value === undefined) return;
  const step = steps[at];
  if (step === undefined) found.push(value);
  else if (step === "each") {
    if (Array.isArray(value)) for (const element of value) collect(steps, at + 1, element, found);
  } else if ("index" in step) {
    if (Array.isArray(value)) collect(steps, at + 1, value[step.index], found);
  } else if (isObject(value) && Object.hasOwn(value, step.key)) collect(steps, at + 1, value[step.key], found);
}

/** A plain object that has no prototype keys to trip over. */
export function put(target: Payload, key: string, value: Json): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

/** `merge_map` of lib/segment/src/common/utils.rs: null takes the key away. */
export function merge(target: Payload, patch: Payload): void {
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete target[key];
    else put(target, key, value);
  }
}

/** Merges a patch into the object at a path, making objects on the way (`value_set` there). */
export function mergeAt(target: Payload, path: string, patch: Payload): void {
  const [first, ...rest] = parsePath(path);
  setStep(first!, rest, target, patch);
}

function setStep(step: Step, rest: Step[], holder: Json, patch: Payload): void {
  const descend = (value: Json | undefined): Json => {
    const [next] = rest;
    let child: Json = value ?? null;
    const wantsArray = next !== undefined && (next === "each" || "index" in next);
    if (wantsArray ? !Array.isArray(child) : !isObject(child)) child = wantsArray ? [] : {};
    if (next === undefined) merge(child as Payload, patch);
    else setStep(next, rest.slice(1), child, patch);
    return child;
  };
  if (step === "each") {
    const array = holder as Json[];
    for (const [index, value] of array.entries()) array[index] = descend(value);
  } else if ("index" in step) {
    const array = holder as Json[];
    if (step.index < array.length) array[step.index] = descend(array[step.index]);
  } else {
    const object = holder as Payload;
    put(object, step.key, descend(Object.hasOwn(object, step.key) ? object[step.key] : undefined));
  }
}

/** Takes away what is at a path; single elements of arrays stay (`value_remove` there). */
export function removeAt(target: Payload, path: string): void {
  removeStep(parsePath(path), 0, target);
}

function removeStep(steps: readonly Step[], at: number, value: Json | undefined): void {
  const step = steps[at]!;
  const last = at === steps.length - 1;
  if (step === "each") {
    if (!Array.isArray(value)) return;
    if (last) value.length = 0;
    else for (const element of value) removeStep(steps, at + 1, element);
  } else if ("index" in step) {
    if (!last && Array.isArray(value)) removeStep(steps, at + 1, value[step.index]);
  } else if (isObject(value) && Object.hasOwn(value, step.key)) {
    if (last) delete value[step.key];
    else removeStep(steps, at + 1, value[step.key]);
  }
}

const sameStep = (one: Step, other: Step): boolean =>
  one === "each" || other === "each"
    ? one === other
    : "key" in one
      ? "key" in other && one.key === other.key
      : "index" in other && one.index === other.index;

const startsWith = (path: readonly Step[], prefix: readonly Step[], upTo = prefix.length): boolean =>
  path.length >= upTo && prefix.slice(0, upTo).every((step, index) => sameStep(step, path[index]!));

/** The parts of a payload that a selector names (`check_include_pattern` and `check_exclude_pattern` there). */
export function selectPayload(payload: Payload, paths: string[], mode: "include" | "exclude"): Payload {
  const patterns = paths.map(parsePath);
  const keeps = (path: Step[]): boolean =>
    mode === "include"
      ? patterns.some((pattern) => startsWith(path, pattern, Math.min(path.length, pattern.length)))
      : !patterns.some((pattern) => startsWith(path, pattern));
  const walk = (value: Json, path: Step[]): Json => {
    if (Array.isArray(value)) {
      const inside: Step[] = [...path, "each"];
      return value.filter(() => keeps(inside)).map((element) => walk(element, inside));
    }
    if (!isObject(value)) return value;
    const kept: Payload = {};
    for (const [key, inner] of Object.entries(value)) {
      const inside: Step[] = [...path, { key }];
      if (keeps(inside)) put(kept, key, walk(inner, inside));
    }
    return kept;
  };
  return walk(payload, []) as Payload;
}
