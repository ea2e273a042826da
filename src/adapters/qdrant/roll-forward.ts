import type { Owner } from "../../domain/scope.ts";
import { between, ids, is, isAny, within } from "./filters.ts";
import type { Server } from "./owner.ts";
import type { Scope } from "./points.ts";
import { finishing, type Op, type State } from "./state.ts";

type Operation = Record<string, unknown>;

/** Operations sent in one request, and ids named in one filter, at most. */
const MOST_OPERATIONS = 200;
const MOST_IDS = 500;

const chunks = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));

/** What was staged and not committed by the time another write took the version it was staged on. */
const abandoned = (version: number) => [is("rev", 0), between("base", { lt: version })];

/**
 * What the write of `version` does to memories. Each operation is right however often and late it runs: what it is for
 * it finds by `rev`, which it sets; points of later versions it leaves alone.
 */
function onMemories(scope: Scope, op: Op, version: number): Operation[] {
  const unstage = { payload: { rev: version }, filter: within(scope, [is("tx", op.tx), is("rev", 0)]) };
  const all: Operation[] = [{ set_payload: unstage }];
  for (const { point, payload } of op.patches)
    all.push({
      set_payload: {
        payload: { ...payload, rev: version },
        filter: within(scope, [ids([point]), between("rev", { gte: 1, lt: version })]),
      },
    });
  if (op.erase !== null)
    all.push({
      delete: { filter: within(scope, [is("user", op.erase.user), between("rev", { gte: 1, lte: version })]) },
    });
  all.push({ delete: { filter: within(scope, abandoned(version)) } });
  return all;
}

function onAudit(scope: Scope, op: Op, version: number): Operation[] {
  const audit = (...must: ReturnType<typeof is>[]) => within(scope, [is("t", "audit"), ...must]);
  const all: Operation[] = [
    { set_payload: { payload: { rev: version }, filter: audit(is("tx", op.tx), is("rev", 0)) } },
  ];
  if (op.erase !== null) {
    const earlier = between("rev", { gte: 1, lte: version });
    all.push({ delete: { filter: audit(is("actor", op.erase.user), earlier) } });
    for (const some of chunks(op.erase.records, MOST_IDS))
      all.push({ delete: { filter: audit(isAny("id", some), earlier) } });
  }
  all.push({ delete: { filter: audit(...abandoned(version)) } });
  return all;
}

/**
 * Carries out the write that took `state.version` and marks it as done. Whoever meets a write that was committed and is
 * not done does this: the writer itself, a reader, the next writer, several at the same time, or one that was asleep
 * until long after the others.
 */
export async function rollForward(
  { connection, collections }: Server,
  owner: Owner,
  scope: Scope,
  { op, version }: Pick<State, "op" | "version">,
): Promise<void> {
  const send = async (collection: string, operations: Operation[]) => {
    for (const some of chunks(operations, MOST_OPERATIONS))
      await connection.write("carry out a write", (client) =>
        client.batchUpdate(collection, { operations: some as never, wait: true, ordering: "strong" }),
      );
  };
  if (op !== null && op.memories !== null) await send(op.memories, onMemories(scope, op, version));
  if (op !== null && op.next !== null && op.erase !== null) {
    const until = { should: [between("rev", { gte: 1, lte: version }), { must: abandoned(version) }] };
    await send(op.next, [{ delete: { filter: within(scope, [is("user", op.erase.user), until]) } }]);
  }
  const audit = op?.audit === true || op?.erase ? onAudit(scope, op, version) : [];
  await send(collections.meta, [...audit, finishing(owner, scope, version)]);
}
