import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createLocalReranker, type Transformers } from "../../../src/adapters/transformers/reranker.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hindsight-reranker-"));
  mkdirSync(join(folder, "onnx"));
  for (const file of ["config.json", "tokenizer.json", "onnx/model.onnx", "onnx/model_quantized.onnx"])
    writeFileSync(join(folder, file), "{}");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The package's interface over a rule that gives the logits of a pair. */
function standIn(logits: (pairs: [string, string][]) => unknown) {
  const seen = { options: [] as object[], disposed: 0 };
  const module: Transformers = {
    AutoTokenizer: {
      from_pretrained:
        async () =>
        (texts, { text_pair }) =>
          texts.map((text, i) => [text, text_pair[i]]),
    },
    AutoModelForSequenceClassification: {
      async from_pretrained(path, options) {
        seen.options.push({ path, ...options });
        return Object.assign(async (inputs: unknown) => logits(inputs as [string, string][]), {
          dispose: async () => void seen.disposed++,
        });
      },
    },
  };
  return { seen, load: async () => module };
}
const rows = (values: number[], classes: number) => ({
  logits: { dims: [values.length / classes, classes], data: Float32Array.from(values) },
});

describe("C6: a cross-encoder on this machine", () => {
  test("reads question and document together; the smallest weights are taken, and nothing is fetched", async () => {
    const { seen, load } = standIn((pairs) =>
      rows(
        pairs.map(([q, d]) => q.length - d.length),
        1,
      ),
    );
    const reranker = createLocalReranker({ folder, load });
    expect(await reranker.rank("abc", ["a", "abcdef"])).toEqual({ ok: true, scores: [2, -3] });
    await reranker.rank("abc", ["a"]);
    expect(seen.options).toEqual([{ path: folder, local_files_only: true, dtype: "q8" }]);
    await reranker.close();
    await reranker.close();
    expect(seen.disposed).toBe(1);
  });

  test("of two classes the margin of the second counts", async () => {
    const { load } = standIn(() => rows([1, 3, 2, -1], 2));
    expect(await createLocalReranker({ folder, load }).rank("q", ["a", "b"])).toEqual({ ok: true, scores: [2, -3] });
  });

  test.each([
    ["NaN", rows([Number.NaN, 1], 1)],
    ["too few rows", rows([1], 1)],
    ["three classes", rows([1, 2, 3, 4, 5, 6], 3)],
    ["no logits", { last_hidden_state: [] }],
  ])("%s is a wrong shape", async (_, answer) => {
    const { load } = standIn(() => answer);
    expect(await createLocalReranker({ folder, load }).rank("q", ["a", "b"])).toMatchObject({
      ok: false,
      reason: "wrong_shape",
    });
  });

  test("while one batch is computed another question is told so: work never piles up", async () => {
    let finish = () => {};
    const { load } = standIn(
      () =>
        new Promise((resolve) => {
          finish = () => resolve(rows([1], 1));
        }),
    );
    let loaded = () => {};
    const loading = new Promise<void>((resolve) => {
      loaded = resolve;
    });
    const reranker = createLocalReranker({ folder, load: () => loading.then(load) });
    const first = reranker.rank("q", ["a"]);
    expect(await reranker.rank("q", ["a"])).toMatchObject({ ok: false, reason: "busy" });
    loaded();
    await expect.poll(() => finish.name === "finish" && String(finish).includes("resolve")).toBe(true);
    finish();
    expect(await first).toEqual({ ok: true, scores: [1] });
  });

  test("a folder without a model, and a package that is not installed, say what to do", async () => {
    const { load } = standIn(() => rows([1], 1));
    const missing = await createLocalReranker({ folder: join(folder, "nowhere"), load }).rank("q", ["a"]);
    expect(missing).toMatchObject({ ok: false, reason: "not_installed" });
    expect(missing.ok === false && missing.detail).toContain("onnx/model_quantized.onnx");
    const absent = await createLocalReranker({ folder }).rank("q", ["a"]);
    expect(absent).toMatchObject({ ok: false, reason: "not_installed" });
    expect(absent.ok === false && absent.detail).toContain("npm install @huggingface/transformers");
  });
});
