/**
 * The Qdrant test server as a process of its own, for drills:
 *
 *     node test/support/qdrant/main.ts --port 0 [--data FILE] [--key KEY]
 *
 * Prints its URL on the first line and that of its control endpoint (see control.ts) on the second. A fault "die" ends
 * it as kill -9 does; started again with the same port and file it holds what it held. SIGTERM ends it in good order.
 */
import { parseArgs } from "node:util";
import { startControl } from "./control.ts";
import { startTestServer } from "./server.ts";

const { values } = parseArgs({
  options: { port: { type: "string", default: "0" }, data: { type: "string" }, key: { type: "string" } },
});
const server = await startTestServer({
  port: Number(values.port),
  ...(values.data === undefined ? {} : { data: values.data }),
  ...(values.key === undefined ? {} : { apiKey: values.key }),
  die: () => void process.kill(process.pid, "SIGKILL"),
});
const control = await startControl(server);
console.log(server.url);
console.log(control.url);
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void Promise.all([control.close(), server.close()]).then(() => process.exit(0)));
