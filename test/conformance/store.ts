import { afterAll, beforeAll, describe } from "vitest";
import { PRIVATE, sharedOwner, userOwner } from "../../src/domain/scope.ts";
import type { MemoryStore, StoreProvider } from "../../src/ports/store.ts";
import { dumpTests } from "./store-dump.ts";
import { graphTests } from "./store-graph.ts";
import { lifeTests } from "./store-life.ts";
import { recallTests } from "./store-recall.ts";
import { writeTests } from "./store-writes.ts";

/** What an adapter gives the suite: providers on one place that is empty at first. */
export interface StoreFixture {
  /** A provider on that place; a second one stands for another process or a restart. */
  provider(): StoreProvider;
  /** Closes what is still open and removes the place. */
  remove(): Promise<void>;
}

/** What each part of the suite works with. */
export interface StoreSuite {
  provider(): StoreProvider;
  another(): StoreProvider;
  /** A store nobody wrote to yet. Its user is `owner.id`. */
  fresh(): Promise<MemoryStore>;
  freshShared(): Promise<MemoryStore>;
}

/** The contract of StoreProvider and MemoryStore as tests; every adapter runs it. */
export function storeConformance(name: string, fixture: () => Promise<StoreFixture>): void {
  describe(`store conformance: ${name}`, () => {
    let place: StoreFixture;
    const opened: StoreProvider[] = [];
    let users = 0;
    const open = () => {
      const provider = place.provider();
      opened.push(provider);
      return provider;
    };
    beforeAll(async () => {
      place = await fixture();
      open();
    });
    afterAll(async () => {
      for (const provider of opened) await provider.close();
      await place.remove();
    });
    const suite: StoreSuite = {
      provider: () => opened[0] as StoreProvider,
      another: open,
      fresh: () => suite.provider().open(userOwner(`user ${++users}`)),
      freshShared: () => suite.provider().open(sharedOwner(`team ${++users}`)),
    };
    writeTests(suite);
    recallTests(suite);
    graphTests(suite);
    lifeTests(suite);
    dumpTests(suite);
  });
}

/** Namespace of the records of a store. */
export function namespaceOf(store: MemoryStore): string {
  return store.owner.kind === "user" ? PRIVATE : store.owner.id;
}
