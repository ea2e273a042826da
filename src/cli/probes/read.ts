import { z } from "zod";
import type { Instant } from "../../domain/record.ts";
import { toInstant } from "../../time.ts";
import { Failure } from "../failure.ts";
import { checkedLine } from "../jsonl/checked.ts";
import { linesOf } from "../jsonl/lines.ts";

/** One question whose answer is known. */
export interface Probe {
  /** Line in the file, from 1. */
  line: number;
  query: string;
  /** What must be found: each a memory's id, its foreign id, or words it holds. May be empty when `absent` is not. */
  expect: readonly string[];
  /** What must not be among the results, named in the same way. */
  absent: readonly string[];
  /** Off the topic of every memory: nothing should be found. */
  nothing: boolean;
  /** Whose memory; undefined is the user of the command. */
  user: string | undefined;
  /** What the figures are broken down by. */
  group: string | undefined;
  askedAt: Instant | undefined;
  asOf: Instant | undefined;
  conversation: { role: "user" | "assistant"; content: string }[];
}

const words = z.string().refine((text) => text.trim() !== "", "must not be empty or blank");
const entries = z.array(words);

/** What a line may hold; local times are read in `zone`. */
function schemaOf(zone: string) {
  const time = (edge: "start" | "last") =>
    z.string().transform((text, context): Instant => {
      const instant = toInstant(text, zone, edge);
      if (instant !== null) return instant;
      context.addIssue({ code: "custom", message: "must be an ISO date or time, such as 2026-11-30T09:00" });
      return z.NEVER;
    });
  return z
    .strictObject({
      query: z.string("must be a text"),
      expect: z.union([entries, words.transform((one) => [one])], "must be a list of ids or texts").optional(),
      absent: z.union([entries, words.transform((one) => [one])], "must be a list of ids or texts").optional(),
      nothing: z.boolean("must be true or false").optional(),
      user: words.optional(),
      group: words.optional(),
      askedAt: time("start").optional(),
      asOf: time("last").optional(),
      conversation: z.array(z.strictObject({ role: z.enum(["user", "assistant"]), content: z.string() })).optional(),
    })
    .refine(({ expect = [], absent = [], nothing }) => expect.length + absent.length > 0 || nothing === true, {
      path: ["expect"],
      message: "must name at least one memory (or absent must, or nothing be true)",
    })
    .refine(({ expect = [], nothing }) => expect.length === 0 || nothing !== true, {
      path: ["nothing"],
      message: "must not stand beside expect",
    });
}

const HELP = {
  file: "A file of probes",
  keys: ["query", "expect", "absent", "nothing", "user", "group", "askedAt", "asOf", "conversation"],
  again: "run the probes again",
};

/**
 * The probes of a JSON Lines stream. Times without an offset are read in `zone`, an IANA name.
 * @throws Failure at the first line that is wrong, naming line and key, and for a stream without probes.
 */
export async function readProbes(chunks: AsyncIterable<Uint8Array | string>, zone: string): Promise<Probe[]> {
  const schema = schemaOf(zone);
  const probes: Probe[] = [];
  for await (const line of linesOf(chunks)) {
    const checked = checkedLine(schema, line, HELP);
    const { expect = [], absent = [], nothing = false, conversation = [], ...rest } = checked;
    probes.push({
      line: line.number,
      query: rest.query,
      expect,
      absent,
      nothing,
      user: rest.user,
      group: rest.group,
      askedAt: rest.askedAt,
      asOf: rest.asOf,
      conversation,
    });
  }
  if (probes.length > 0) return probes;
  throw new Failure("the file holds no probes", 'Write one a line: {"query": "…", "expect": ["…"]}.');
}
