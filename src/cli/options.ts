import { InvalidArgumentError } from "commander";
import type { Kind, Status } from "../domain/record.ts";

// Spelled out here so that reading a command line loads neither zod nor the record; the compiler keeps them true.
export const KIND_CHOICES = ["episodic", "semantic"] as const satisfies readonly Kind[];
export const STATUS_CHOICES = [
  "active",
  "superseded",
  "archived",
  "compressed",
  "quarantined",
  "forgotten",
] as const satisfies readonly Status[];
type Missing = Exclude<Kind, (typeof KIND_CHOICES)[number]> | Exclude<Status, (typeof STATUS_CHOICES)[number]>;
/** Does not compile when a kind or status is missing above. */
export const ALL_CHOICES_LISTED: [Missing] extends [never] ? true : never = true;

/** A parser of whole numbers from `least` to `most`. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === "" || !Number.isInteger(value) || value < least || value > most)
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
    return value;
  };
}

/** A parser of numbers from 0 to 1. */
export function unitInterval(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !(value >= 0 && value <= 1))
    throw new InvalidArgumentError("It must be a number from 0 to 1.");
  return value;
}

/** Comma-separated words; the option may also be given several times. */
export function words(text: string, before: string[] | undefined): string[] {
  const found = text
    .split(/[,，]/u)
    .map((word) => word.trim())
    .filter((word) => word !== "");
  if (found.length === 0) throw new InvalidArgumentError("It must not be empty.");
  return [...(before ?? []), ...found];
}

/** The option may be given several times; each value is taken as it is. */
export function several(text: string, before: string[] | undefined): string[] {
  return [...(before ?? []), text];
}

/** A parser of numbers from 0 to 100; a percent sign is fine. */
export function percent(text: string): number {
  const value = Number(text.trim().replace(/%$/u, ""));
  if (/^\s*%?\s*$/u.test(text) || !(value >= 0 && value <= 100))
    throw new InvalidArgumentError("It must be a number from 0 to 100.");
  return value;
}
