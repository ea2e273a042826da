import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { HindsightError, messageOf } from "../../domain/errors.ts";
import type { Prompt, Prompts } from "../../ports/prompts.ts";

const FRONT_MATTER = /^---\r?\n(.*?)\r?\n---\r?\n/su;

const headSchema = z.strictObject({
  name: z.string().regex(/^[a-z][a-z-]*$/u),
  language: z.string().regex(/^[a-z]{2,3}$/u),
  version: z.coerce.number().int().positive(),
});

function broken(file: string, what: string, cause?: unknown): HindsightError {
  return new HindsightError(
    "INVALID_SETTING",
    `prompt file ${file}: ${what}`,
    "A prompt starts with ---, the lines name, language and version, and ---; its file is called NAME.LANGUAGE.md.",
    { cause },
  );
}

function parse(file: string, source: string): Prompt {
  const head = FRONT_MATTER.exec(source);
  if (head === null) throw broken(file, "no front matter");
  const pairs = head[1]!
    .split(/\r?\n/u)
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const colon = line.indexOf(":");
      if (colon < 0) throw broken(file, `"${line}" is no "key: value"`);
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()] as const;
    });
  const parsed = headSchema.safeParse(Object.fromEntries(pairs));
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw broken(file, `${issue?.path.join(".") || "front matter"}: ${issue?.message ?? "invalid"}`, parsed.error);
  }
  const { name, language, version } = parsed.data;
  if (file !== `${name}.${language}.md`) throw broken(file, `its front matter names ${name}.${language}`);
  const text = source.slice(head[0].length).trim();
  if (text === "") throw broken(file, "no text after the front matter");
  return { name, language, version: `${name}.${language}@${version}`, text };
}

/** The prompts folder of this package: beside package.json, whether this file runs from src/ or from dist/src/. */
function packageFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    if (existsSync(join(folder, "package.json"))) return join(folder, "prompts");
    const parent = dirname(folder);
    if (parent === folder) {
      throw new HindsightError(
        "NOT_FOUND",
        "the folder of prompts was not found: no package.json above this module",
        "Install hindsight as a package, or pass the folder of prompts.",
      );
    }
    folder = parent;
  }
}

/**
 * The prompts of a folder, one Markdown file a prompt and language, read once and at once. Default: prompts/ of this
 * package. A language is found by its primary subtag (`zh-CN` is `zh`); one that has no file falls back to English.
 * @throws HindsightError INVALID_SETTING for a folder or file that cannot be used.
 */
export function createPrompts(folder: string = packageFolder()): Prompts {
  const prompts = new Map<string, Prompt>();
  let files: string[];
  try {
    files = readdirSync(folder).filter((file) => file.endsWith(".md"));
  } catch (error) {
    throw new HindsightError(
      "INVALID_SETTING",
      `the folder of prompts cannot be read: ${messageOf(error)}`,
      "Pass the folder that holds the prompt files.",
      { cause: error },
    );
  }
  for (const file of files) {
    const prompt = parse(file, readFileSync(join(folder, file), "utf8"));
    prompts.set(`${prompt.name}.${prompt.language}`, prompt);
  }
  return {
    get(name, language) {
      const primary = language.toLowerCase().split(/[-_]/u, 1)[0] ?? "en";
      const prompt = prompts.get(`${name}.${primary}`) ?? prompts.get(`${name}.en`);
      if (prompt !== undefined) return prompt;
      throw new HindsightError(
        "NOT_FOUND",
        `no prompt "${name}" in ${language} or English`,
        `Add ${name}.en.md to the folder of prompts.`,
      );
    },
  };
}
