import { describe, expect, it } from "vitest";
import { placeOf } from "../src/migrate.ts";
import { readSettings } from "../src/settings.ts";

const settings = readSettings({
  HINDSIGHT_HOME: "/h",
  HINDSIGHT_ENCRYPTION_KEY: "a key of sixteen or more",
  QDRANT_API_KEY: "q",
  REDIS_URL: "redis://r:6379/2",
});

describe("places to migrate between", () => {
  it.each(["/srv/one", "sqlite:///srv/one", "file:///srv/one", "sqlite:/srv/one", "/srv/one/"])(
    "%s is a folder",
    (given) => {
      const { settings: own, ...names } = placeOf(given, undefined, { ...settings, qdrantUrl: "http://q:6333" });
      expect(names).toEqual({ name: "/srv/one", ledger: "/srv/one" });
      expect(own).toMatchObject({ home: "/srv/one", qdrantUrl: null, redisUrl: null, checkpoints: "sqlite:" });
      expect(own.encryptionKey).toBe(settings.encryptionKey);
    },
  );

  it("a Qdrant is its URL and prefix; ledger and queue are where the settings have them", () => {
    const { settings: own, ...names } = placeOf("https://q:6333/?prefix=mine", undefined, settings);
    expect(names).toEqual({ name: "https://q:6333?prefix=mine", ledger: "r:6379/2 hindsight" });
    expect(own).toMatchObject({
      qdrantUrl: "https://q:6333",
      qdrantPrefix: "mine",
      qdrantKey: "q",
      redisUrl: settings.redisUrl,
    });
    expect(placeOf("http://q:6333", "k", { ...settings, redisUrl: null })).toMatchObject({
      name: "http://q:6333?prefix=hindsight",
      ledger: "/h",
      settings: { qdrantKey: "k" },
    });
  });

  it("the home folder of the settings may have its ledger in Redis alone", () => {
    expect(placeOf("/h", undefined, settings)).toMatchObject({ name: "/h", ledger: "r:6379/2 hindsight" });
    expect(placeOf("/h", undefined, { ...settings, redisUrl: null })).toMatchObject({ name: "/h", ledger: "/h" });
  });

  it("a key of its own, or none, takes the place of the setting's", () => {
    expect(placeOf("/a", null, settings).settings.encryptionKey).toBeNull();
    expect(placeOf("/a", "another key of sixteen", settings).settings.encryptionKey).toBe("another key of sixteen");
  });

  it.each([
    "postgres://db/x",
    "sqlite:",
    "sqlite://host/path",
    "http://",
    "http://user:secret@q:6333",
    "http://q:6333?prefix=a/b",
    "http://q:6333?other=1",
  ])("%s is refused, with what to write", (given) => {
    expect(() => placeOf(given, undefined, settings)).toThrow(
      expect.objectContaining({ code: "INVALID_SETTING", hint: expect.stringContaining("http://localhost:6333") }),
    );
  });
});
