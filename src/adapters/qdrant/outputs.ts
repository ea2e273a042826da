import { createHash } from "node:crypto";
import { ownerKey, userOwner } from "../../domain/scope.ts";
import { LONGEST_OUTPUT, OUTPUTS_KEPT, type ToolOutput, type ToolOutputs } from "../../ports/outputs.ts";
import { type Condition, ids, is, within } from "./filters.ts";
import type { Server } from "./owner.ts";
import { believed, type Scope, wellFormed } from "./points.ts";
import { scrolled } from "./scroll.ts";

interface OutputPayload extends Scope, Omit<ToolOutput, "at"> {
  t: "output";
  happened: string;
  n: number;
  size: number;
}

const OUTPUT: Condition = is("t", "output");
const scopeOf = (user: string): Scope => ({ owner: ownerKey(userOwner(user)), inc: "outputs" });

function pointOf({ owner }: Scope, id: string): string {
  const hex = createHash("sha256").update(`output\0${owner}\0${id}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * The outputs of tools, beside the owners' states in the collection `<prefix>_meta`.
 * @param kept most UTF-16 units of one user; default 64 million
 */
export function createQdrantOutputs(
  { connection, collections, order }: Server,
  kept: number = OUTPUTS_KEPT,
): ToolOutputs {
  const { meta } = collections;
  const remove = (scope: Scope, must: readonly Condition[]) =>
    connection.write("remove tool outputs", (client) =>
      client.delete(meta, { filter: within(scope, [OUTPUT, ...must]), wait: true }),
    );

  /** All of a user's, without their texts, the newest first. */
  async function sizesOf(scope: Scope): Promise<{ point: string; n: number; size: number }[]> {
    const what = { scope, filter: within(scope, [OUTPUT]), fields: ["owner", "inc", "n", "size"] as const };
    const sizes: { point: string; n: number; size: number }[] = [];
    for await (const { point, payload } of scrolled<OutputPayload>(connection, "read tool outputs", meta, what))
      sizes.push({ point, n: payload.n, size: payload.size });
    return sizes.sort((a, b) => b.n - a.n);
  }
  /** The points past the bound. */
  async function pastBound(scope: Scope): Promise<string[]> {
    let sum = 0;
    return (await sizesOf(scope))
      .filter(({ size }) => {
        sum += size;
        return sum > kept;
      })
      .map(({ point }) => point);
  }

  const outputOf = ({ id, tool, thread, happened, text }: OutputPayload): ToolOutput => ({
    id,
    tool,
    thread,
    at: happened,
    text,
  });
  async function read(scope: Scope, points: string[]): Promise<Map<string, OutputPayload>> {
    const found = await connection.read("read tool outputs", (client) =>
      client.retrieve(meta, { ids: points, with_payload: true }),
    );
    const payloads = new Map<string, OutputPayload>();
    for (const point of found) {
      const payload = believed<OutputPayload>(point, scope);
      if (payload !== null) payloads.set(String(point.id), payload);
    }
    return payloads;
  }

  return {
    async put(user, { id, tool, thread, at, text }) {
      await collections.ensureMeta();
      const scope = scopeOf(user);
      const whole = wellFormed(text.slice(0, LONGEST_OUTPUT));
      const said = { id, tool: wellFormed(tool), thread: wellFormed(thread), happened: at, text: whole };
      const payload = { ...scope, t: "output", n: order(), size: whole.length, ...said };
      await connection.write("keep a tool output", (client) =>
        client.upsert(meta, {
          points: [{ id: pointOf(scope, id), payload, vector: {} }],
          update_mode: "insert_only",
          wait: true,
        }),
      );
      const old = await pastBound(scope);
      if (old.length > 0) await remove(scope, [ids(old)]);
    },
    async get(user, id) {
      if (!(await collections.exist())) return null;
      const scope = scopeOf(user);
      const point = pointOf(scope, id);
      const payload = (await read(scope, [point])).get(point);
      return payload === undefined ? null : outputOf(payload);
    },
    async dump(user, { after, limit }) {
      if (!(await collections.exist())) return [];
      const scope = scopeOf(user);
      const points = (await sizesOf(scope)).map(({ point }) => point).reverse();
      const from = after === undefined ? 0 : points.indexOf(pointOf(scope, after)) + 1;
      const wanted = points.slice(from, from + limit);
      const found: ToolOutput[] = [];
      for (const point of wanted) {
        const payload = (await read(scope, [point])).get(point); // one at a time: a text may have megabytes
        if (payload !== undefined) found.push(outputOf(payload));
      }
      return found;
    },
    async eraseUser(user) {
      if (!(await collections.exist())) return 0;
      const scope = scopeOf(user);
      const { count } = await connection.read("count tool outputs", (client) =>
        client.count(meta, { filter: within(scope, [OUTPUT]), exact: true }),
      );
      if (count > 0) await remove(scope, []);
      return count;
    },
  };
}
