// Makes the official SQLite saver travel inside the package, without its own driver.
//
// @langchain/langgraph-checkpoint-sqlite depends on better-sqlite3 12, which is compiled on install where its prebuilt file
// cannot be fetched (minutes, or a failed install) and aborts the process on Node 24.19 and newer. Here an override puts
// our driver in its place, but overrides of a dependency count for nothing in the tree of whoever installs us. So the
// saver is bundled and its manifest names no driver: `import "better-sqlite3"` then finds ours, the nearest above it.
//
//   node .ci/bundle.mjs           before packing
//   node .ci/bundle.mjs --restore after it
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const manifest = join(root, "node_modules/@langchain/langgraph-checkpoint-sqlite/package.json");
const original = `${manifest}.original`;

if (process.argv.includes("--restore")) {
  if (existsSync(original)) renameSync(original, manifest);
} else {
  const text = readFileSync(existsSync(original) ? original : manifest, "utf8");
  const { dependencies, ...rest } = JSON.parse(text);
  const others = Object.keys(dependencies).filter((name) => name !== "better-sqlite3");
  if (others.length > 0) throw new Error(`the saver has new dependencies, see to them: ${others.join(", ")}`);
  writeFileSync(original, text);
  writeFileSync(manifest, `${JSON.stringify(rest, null, 2)}\n`);
  rmSync(join(root, "dist"), { recursive: true, force: true }); // nothing of an older build may slip in
}
