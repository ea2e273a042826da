import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { entitiesAsked } from "../../src/domain/entities/asked.ts";
import { graphOf } from "../../src/domain/entities/mentions.ts";
import { type Earlier, resolved } from "../../src/domain/entities/referring.ts";
import { withSubject } from "../../src/domain/entities/subject.ts";
import type { Graph } from "../../src/domain/entities/types.ts";

const read = (content: string, speaker: string | null = null, earlier: readonly Earlier[] = []): Graph =>
  graphOf({ content, speaker, entities: [] }, earlier);
const keys = (content: string, speaker: string | null = null) => read(content, speaker).mentions.map(({ key }) => key);
const typeOf = (content: string, key: string) => read(content).mentions.find((one) => one.key === key)?.type;
const same = (content: string) => read(content).relations.map(({ from, to }) => `${from} = ${to}`);
/** Turns before, newest first, as they would have been read. */
const heard = (...contents: string[]): Earlier[] =>
  contents.map((content) => ({ mentions: read(content).mentions, speaker: null })).reverse();
const meant = (content: string, ...before: string[]) =>
  read(content, null, heard(...before))
    .mentions.filter(({ weight }) => weight < 1)
    .map(({ key }) => key);

describe("A5: what a memory names", () => {
  it.each([
    ["I have a cat", ["o:user:cat"]],
    ["The user has a cat called Miso.", ["o:user:cat", "n:miso"]],
    ["We just adopted two rescue dogs", ["o:user:dog"]],
    ["My sister Anna lives in Oslo.", ["o:user:sister", "n:anna", "n:oslo"]],
    ["Anna's brother Bo came by", ["o:anna:brother", "n:bo", "n:anna"]],
    ["Order ORD-2024-118 failed with ECONNRESET in src/a.ts", ["c:src/a.ts", "c:ord-2024-118", "c:econnreset"]],
    ["Write to ada_l+x@example.no #travel", ["c:ada_l+x@example.no", "c:#travel"]],
    ["We meet on 4 December 2026 in New York", ["n:new york", "d:2026-12-04"]],
    ['I read "The Name of the Wind" twice', ["n:the name of the wind"]],
    ["我养了一只猫", ["o:user:cat"]],
    ["我养了一只橘色的猫，名字叫咪咪", ["o:user:cat", "n:咪咪"]],
    ["我姐姐叫李娜，在上海工作", ["o:user:elder-sister", "n:李娜", "n:上海"]],
    ["我朋友张伟在北京大学上学", ["o:user:friend", "n:张伟", "n:北京大学", "n:北京"]],
    ["王老师推荐了《三体》给我", ["n:三体", "n:王老师"]],
    ["用户的车坏了", ["o:user:car"]],
    ["会议定在2026年12月4日", ["d:2026-12-04"]],
  ])("%s", (content, expected) => {
    expect(keys(content)).toEqual(expected);
  });

  it.each([
    "Have you seen it? Great!",
    "Thanks, that sounds good. Maybe in May, or on Monday.",
    "Volunteering is great. Dancing makes me happy. Allergies are bad.",
    "The weather is nice and I feel good.",
    "Please remember this. Yes. Wow! Not now.",
    "今天天气很好，我很开心",
    "你觉得怎么样？我们去看看吧",
    "我想找一本好看的书",
  ])("names nothing: %s", (content) => {
    expect(keys(content)).toEqual([]);
  });

  it.each(["我养了一只狗，叫年糕", "我养了一只狗。叫年糕。", "我家有只狗，名字叫年糕"])(
    "a pet and its name are one: %s",
    (content) => expect(same(content)).toEqual(["n:年糕 = o:user:dog"]),
  );

  it("tells kinds apart", () => {
    expect(typeOf("I have a cat called Miso", "n:miso")).toBe("animal");
    expect(typeOf("My sister Anna is here", "n:anna")).toBe("person");
    expect(typeOf("She moved to Lofoten", "n:lofoten")).toBe("place");
    expect(typeOf("He works at Equinor", "n:equinor")).toBe("organisation");
    expect(typeOf("我住在杭州", "n:杭州")).toBe("place");
    expect(typeOf("我读了《三体》", "n:三体")).toBe("title");
  });

  it("a name and a relation are one, in either order and either language", () => {
    expect(same("My sister Anna lives in Oslo.")).toEqual(["n:anna = o:user:sister"]);
    expect(same("Miso, my cat, sleeps.")).toEqual(["n:miso = o:user:cat"]);
    expect(same("Our dogs Max and Bella love the beach")).toEqual(["n:max = o:user:dog", "n:bella = o:user:dog"]);
    expect(same("我姐姐叫李娜")).toEqual(["n:李娜 = o:user:elder-sister"]);
  });

  it("'my' is the speaker's, who is a person, and whom others merely address counts little", () => {
    expect(keys("My cat is ill", "Ada")).toEqual(["o:ada:cat", "n:ada"]);
    expect(keys("My cat is ill", "user")).toEqual(["o:user:cat"]);
    expect(keys("我的猫病了", "用户")).toEqual(["o:user:cat"]);
    const earlier = [{ mentions: [], speaker: "n:ada" }];
    const [ada] = read("Thanks, Ada!", "Bo", earlier).mentions;
    expect(ada).toMatchObject({ key: "n:ada", weight: 0.3 });
  });

  it("what a model found is linked by its other names, and what it says of the user joins nobody to all", () => {
    const record = { content: "A talk.", speaker: null, entities: [] };
    const graph = graphOf(record, [], {
      told: {
        entities: [{ name: "Anna Berg", type: "person", aliases: ["my sister", "Annie"] }],
        relations: [
          { from: "Anna Berg", relation: "works at", to: "Equinor" },
          { from: "the user", relation: "lives in", to: "Oslo" },
        ],
      },
    });
    expect(graph.relations.map(({ from, relation, to }) => [from, relation, to])).toEqual([
      ["n:anna berg", "is", "o:user:sister"],
      ["n:anna berg", "is", "n:annie"],
      ["n:anna berg", "works at", "n:equinor"],
    ]);
  });

  it("any text is read without throwing, each key once, at most 24 of them, aliases and weights sound", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary", maxLength: 300 }), fc.lorem()), (content) => {
        const { mentions, relations } = read(content);
        const found = new Set(mentions.map(({ key }) => key));
        expect(found.size).toBe(mentions.length);
        expect(mentions.length).toBeLessThanOrEqual(24);
        for (const { weight } of mentions) expect(weight > 0 && weight <= 1).toBe(true);
        for (const { from, to } of relations) expect(found.has(from) && found.has(to)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  // Growth faster than the text's would run out of the test's own time.
  it("reads a long text of anything", () => {
    for (const piece of ["My ", "Aa ", "我的", "A-1-", "the user has a ", "a.b/", "Ada, ", '"A ', "#a", "叫", "1"]) {
      expect(read(piece.repeat(30_000)), piece).toBeDefined();
    }
  });
});

describe("A5: whom a pronoun stands for", () => {
  it.each([
    ["she has been sneezing", ["I have a cat"], "o:user:cat"],
    ["She hates dogs", ["I have a cat", "My sister Anna is here"], "n:anna"],
    ["He is five now", ["My sister is here", "My son Leo started school"], "n:leo"],
    ["the cat threw up again", ["I have a cat", "And a car"], "o:user:cat"],
    ["It broke down twice", ["I bought a new car", "Lovely weather"], "o:user:car"],
    ["她最近老打喷嚏", ["我养了一只猫"], "o:user:cat"],
    ["它不肯吃东西", ["我养了一只猫", "今天下雨"], "o:user:cat"],
    ["他考上大学了", ["我姐姐来了", "我弟弟很用功"], "o:user:younger-brother"],
    ["那只猫又吐了", ["我养了一只猫"], "o:user:cat"],
  ])("%s, after %j: %s", (content, before, key) => {
    expect(meant(content, ...before)).toContain(key);
  });

  it("not of the wrong sex, not in what was said too long ago, not whoever speaks, not for 'it is raining'", () => {
    expect(meant("He is tall", "My sister is here")).toEqual([]);
    expect(meant("she is tall", "My brother is here")).toEqual([]);
    expect(meant("它坏了", "我姐姐来了")).toEqual([]);
    expect(meant("It is raining", "I bought a car")).toEqual([]);
    expect(meant("其他人都来了", "我弟弟很用功")).toEqual([]);
    const earlier: Earlier[] = [{ mentions: read("hello", "Ada").mentions, speaker: "n:ada" }];
    expect(read("she left", "Bo", earlier).mentions.map(({ key }) => key)).toEqual(["n:bo"]);
  });

  it.each([
    ["She has been sneezing", ["I have a cat called Miso", "Miso loves tuna"], "o:user:cat"],
    ["她一直打喷嚏", ["我养了一只猫叫年糕"], "o:user:cat"],
    ["它一直打喷嚏", ["我养了一只猫"], "o:user:cat"],
    ["the cat threw up again", ["I have a cat", "My sister Anna is here"], "o:user:cat"],
    ["she called", ["My sister Anna is here", "I have a cat"], "o:user:sister"],
    ["她来电话了", ["我姐姐来了", "我养了一只猫"], "o:user:elder-sister"],
    ["she called", ["My sister is here", "My daughter started school"], null],
    ["她来电话了", ["我姐姐来了", "我女儿上学了"], null],
    ["she is ill", ["I have a cat", "I have a dog"], null],
    ["She is pregnant", ["My boss Clara hates meetings", "My sister Anna is a painter"], null],
    ["她怀孕了", ["我老板讨厌开会", "我姐姐是画家"], null],
    ["它坏了", ["我养了一只猫", "我买了一台相机"], null],
    ["It broke down", ["I bought a new car"], null],
    ["they left", ["My sister is here"], null],
    ["he is ill", ["My sister is here"], null],
  ])("told in another talk: %s, %j elsewhere: %s", (content, others, key) => {
    const elsewhere = heard(...others);
    const { found } = resolved(content, { own: [], earlier: heard("Lovely weather"), speaker: null, elsewhere });
    expect(found.map((one) => one.key)).toEqual(key === null ? [] : [key]);
  });

  it("who was spoken of in this talk comes before anyone of another", () => {
    const talk = {
      own: [],
      earlier: heard("My daughter came"),
      speaker: null,
      elsewhere: heard("My sister Anna is here"),
    };
    expect(resolved("she called", talk)).toMatchObject({ found: [{ key: "o:user:daughter" }], open: false });
    expect(resolved("she called", { ...talk, earlier: [], elsewhere: [] })).toEqual({ found: [], open: true });
  });

  it("B3: another talk's subject is named only where this one has spoken of nobody", () => {
    const elsewhere = heard("I have a cat");
    expect(withSubject("She's ill.", heard("Lovely weather"), elsewhere)).toBe("My cat is ill.");
    expect(withSubject("她病了", [], elsewhere)).toBe("我的猫病了");
    expect(withSubject("She's ill.", heard("We saw Taylor Swift"), elsewhere)).toBe("She's ill.");
    expect(withSubject("She's ill.", heard("My husband came"), elsewhere)).toBe("She's ill.");
    // nor where anyone else could be meant, be it with less reason
    for (const other of ["My sister Anna came", "Clara hates meetings", "I have a dog"])
      expect(withSubject("She's ill.", [], heard(other, "I have a cat"))).toBe("She's ill.");
    expect(withSubject("她病了", [], heard("我姐姐来了", "我养了一只猫"))).toBe("她病了");
    expect(withSubject("She's ill.", [], heard("We flew to Oslo", "I have a cat"))).toBe("My cat is ill.");
  });

  it.each([
    ["She has been sneezing a lot.", "I have a cat", "My cat has been sneezing a lot."],
    ["She's been sneezing", "I have a cat", "My cat has been sneezing"],
    ["He's ill", "My brother came", "My brother is ill"],
    ["She is afraid of dogs", "My sister Anna lives in Oslo", "Anna is afraid of dogs"],
    ["But she won't eat", "I have a cat", "But my cat won't eat"],
    ["她最近老打喷嚏", "我养了一只猫", "我的猫最近老打喷嚏"],
    ["她最近老打喷嚏", "I have a cat", "我的猫最近老打喷嚏"],
    ["It is late", "I have a cat", "It is late"],
    ["She left", "The weather is nice", "She left"],
    ["Sheep are nice", "I have a cat", "Sheep are nice"],
    ["她们来了", "我养了一只猫", "她们来了"],
  ])("B3: a statement names its subject: %s, after %s", (text, before, expected) => {
    expect(withSubject(text, heard(before))).toBe(expected);
  });
});

describe("A5: what a question means", () => {
  it("names in any case, belongings in any language, codes", () => {
    expect(entitiesAsked("what does miso eat?").names).toContain("miso");
    expect(entitiesAsked("what about new york city?").names).toContain("new york city");
    expect(entitiesAsked("李娜在哪里上班").names).toContain("李娜");
    expect(entitiesAsked("我的猫怎么样了").keys).toEqual(["o:user:cat"]);
    expect(entitiesAsked("how are the kittens").nouns).toEqual(["cat"]);
    expect(entitiesAsked("Where is ORD-2024-118?").keys).toContain("c:ord-2024-118");
  });

  it("the vet has to do with pets, the mechanic with the car; common words with nothing", () => {
    expect(entitiesAsked("book the vet").related).toContain("cat");
    expect(entitiesAsked("预约兽医").related).toContain("cat");
    expect(entitiesAsked("call the mechanic").related).toContain("car");
    expect(entitiesAsked("what is my plan for the weekend?").related).toEqual([]);
    expect(entitiesAsked("周末有什么安排").related).toEqual([]);
  });

  it("pronouns by the conversation", () => {
    const said = [{ role: "user" as const, content: "My sister Anna called" }];
    expect(entitiesAsked("Where does she live?", said).referred).toEqual(["n:anna"]);
    expect(entitiesAsked("她住在哪里？", [{ role: "user", content: "我姐姐来电话了" }]).referred).toEqual([
      "o:user:elder-sister",
    ]);
    expect(entitiesAsked("Where does she live?").referred).toEqual([]);
  });
});
