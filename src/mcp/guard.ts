import { Writable } from "node:stream";

/**
 * Keeps standard output for the protocol: whatever else in the process prints (console.log of a library, a stray write)
 * goes to standard error.
 * @returns the real standard output, for the protocol alone.
 */
export function guardStdout(): Writable {
  const real = process.stdout;
  const realWrite = real.write.bind(real);
  const protocol = new Writable({
    decodeStrings: false,
    write: (chunk: string | Buffer, _encoding, done) => void realWrite(chunk, (error) => done(error ?? null)),
  });
  real.on("error", (error) => protocol.destroy(error));
  real.write = process.stderr.write.bind(process.stderr); // what console.log calls, too
  return protocol;
}
