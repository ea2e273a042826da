/** The oldest Node hindsight runs on: the native SQLite module crashes the process on older ones. */
const OLDEST = [22, 13] as const;

/** What to do about a Node that is too old. */
export const NODE_ADVICE = "Install a current Node; in a checkout `npm ci` brings one, and `npm run` uses it.";

/** What is wrong with a version of Node ("20.20.2"), or `null`. */
export function nodeProblem(running: string = process.versions.node): string | null {
  const [major = 0, minor = 0] = running.split(".").map(Number);
  const enough = major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
  return enough ? null : `hindsight needs Node ${OLDEST.join(".")} or newer, this is Node ${running}`;
}
