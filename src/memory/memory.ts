import { HindsightError } from "../domain/errors.ts";
import { userOwner } from "../domain/scope.ts";
import { readStore, withRecord } from "./access.ts";
import { list } from "./browse.ts";
import type { MemoryDeps, Scope } from "./deps.ts";
import { forget, restore } from "./forget.ts";
import { checkFigures, checkFilter, checkLimit, checkPage, checkProfile } from "./options.ts";
import { profile } from "./profile.ts";
import { recall } from "./recall.ts";
import { stats } from "./stats.ts";
import type { Memory } from "./types.ts";

/** Records of one page of `list` when no limit is given. */
const PAGE = 100;

/**
 * The memory of one user: the use cases bound to a scope. Once erased it is CLOSED. What writes is loaded at its first
 * use: a process that only recalls starts in three quarters of the time.
 * @throws HindsightError INVALID_USER for a blank or ill-formed id, NOT_GRANTED never: namespaces are granted here.
 */
export function createMemory(deps: MemoryDeps, scope: Scope): Memory {
  userOwner(scope.user); // refuses a bad id before anything is opened
  let erased = false;

  function open(): void {
    if (erased)
      throw new HindsightError(
        "CLOSED",
        "this memory was erased",
        "Ask hindsight.user(id) for a new one if the user starts again.",
      );
  }

  return {
    user: scope.user,
    timeZone: scope.timeZone,
    async remember(memory) {
      open();
      return (await import("./remember.ts")).remember(
        deps,
        scope,
        typeof memory === "string" ? { content: memory } : memory,
      );
    },
    async rememberAll(memories, onBatch) {
      open();
      return (await import("./remember.ts")).rememberAll(deps, scope, memories, onBatch);
    },
    async judge(text, options) {
      open();
      return (await import("./judge.ts")).judge(deps, scope, text, options);
    },
    async keepOutput(output) {
      open();
      return (await import("./outputs.ts")).keepOutput(deps, scope, output);
    },
    async output(id) {
      open();
      return (await import("./outputs.ts")).outputOf(deps, scope, id);
    },
    async writesToday() {
      open();
      return (await import("./cap.ts")).writesToday(deps, scope);
    },
    async noteRefusals(reasons) {
      open();
      return (await import("./judge.ts")).noteRefusals(deps, scope, reasons);
    },
    async recall(query, options) {
      open();
      return recall(deps, scope, query, options);
    },
    async profile(options = {}) {
      open();
      return profile(deps, scope, checkProfile(options));
    },
    async reflect(task) {
      open();
      return (await import("./reflect.ts")).reflect(deps, scope, task);
    },
    async reflectLater(task) {
      open();
      return (await import("./jobs.ts")).reflectLater(deps, scope, task);
    },
    async rememberLater(memory) {
      open();
      return (await import("./jobs.ts")).rememberLater(
        deps,
        scope,
        typeof memory === "string" ? { content: memory } : memory,
      );
    },
    async reflectPatterns() {
      open();
      return (await import("./patterns.ts")).reflectPatterns(deps, scope);
    },
    async supersede(id, next) {
      open();
      return (await import("./supersede.ts")).supersede(
        deps,
        scope,
        id,
        typeof next === "string" ? { content: next } : next,
      );
    },
    async show(id) {
      open();
      return withRecord(deps, scope, id, async (record) => record);
    },
    async history(id) {
      open();
      return withRecord(deps, scope, id, (_record, store) => store.history(id));
    },
    async list(filter = {}, page = {}) {
      open();
      const [wanted, paged] = [checkFilter(filter, scope), checkPage(page)];
      return list(deps, scope, wanted, paged);
    },
    async forget(id) {
      open();
      return forget(deps, scope, id);
    },
    async restore(id) {
      open();
      return restore(deps, scope, id);
    },
    async erase() {
      open();
      const receipt = await (await import("./erase.ts")).erase(deps, scope);
      erased = receipt.left.length === 0;
      return receipt;
    },
    async originals(id) {
      open();
      const { originals } = await import("./originals.ts");
      return withRecord(deps, scope, id, (record, store) => originals(store, record));
    },
    async stats(options = {}) {
      open();
      return stats(deps, scope, checkFigures(options).namespaces);
    },
    async health() {
      open();
      return (await import("./health.ts")).health(deps, scope);
    },
    async audit(limit = PAGE) {
      open();
      const most = checkLimit(limit);
      return readStore(deps, scope, [], (store) => store.auditTrail(most));
    },
    async deadLetters() {
      open();
      return deps.ledger.deadLetters(scope.user);
    },
  };
}
