import { deflateRawSync, inflateRawSync } from "node:zlib";
import {
  type Checkpoint,
  type CheckpointMetadata,
  type CheckpointPendingWrite,
  compareWritesSortKeys,
  type SerializerProtocol,
  writesSortKey,
} from "@langchain/langgraph-checkpoint";
import type { Seal } from "./seal.ts";

/** A channel's value, ready to be stored. */
export interface EncodedValue {
  channel: string;
  digest: string;
  bytes: Buffer;
}

/** Everything of a checkpoint but its channels' values. */
interface Body {
  checkpoint: Omit<Checkpoint, "channel_values">;
  metadata: CheckpointMetadata;
}

/** What lies in Redis of checkpoints, as bytes: what the serializer makes, behind its type, sealed. */
export interface CheckpointCodec {
  body(thread: string, at: string, checkpoint: Checkpoint, metadata: CheckpointMetadata): Promise<Buffer>;
  readBody(thread: string, at: string, stored: Buffer): Promise<Body>;
  value(thread: string, channel: string, value: unknown): Promise<EncodedValue>;
  readValue(thread: string, digest: string, stored: Buffer): Promise<unknown>;
  write(thread: string, name: string, channel: string, path: string, value: unknown): Promise<Buffer>;
  /** In the order in which a run applies them. `stored` by name: `w<at>\0<task>\0<index>`. */
  readWrites(thread: string, stored: readonly (readonly [string, Buffer])[]): Promise<CheckpointPendingWrite[]>;
}

const NUL = Buffer.of(0);
/** First byte of what is compressed; a serializer's type begins with a letter. */
const PACKED = 1;
/** Values of at least so many bytes are compressed: a conversation to less than half, at a millisecond for 30 KB. */
const PACK_FROM = 1_024;

function pack(bytes: Buffer): Buffer {
  return bytes.length < PACK_FROM ? bytes : Buffer.concat([Buffer.of(PACKED), deflateRawSync(bytes, { level: 1 })]);
}

function unpack(bytes: Buffer): Buffer {
  return bytes[0] === PACKED ? inflateRawSync(bytes.subarray(1)) : bytes;
}

export function createCheckpointCodec(serde: SerializerProtocol, seal: Seal): CheckpointCodec {
  async function dump(value: unknown): Promise<Buffer> {
    const [type, bytes] = await serde.dumpsTyped(value);
    return Buffer.concat([Buffer.from(type), NUL, bytes]);
  }
  async function load(bytes: Buffer): Promise<unknown> {
    const end = bytes.indexOf(0);
    return serde.loadsTyped(bytes.toString("utf8", 0, end), bytes.subarray(end + 1));
  }
  return {
    async body(thread, at, { channel_values: _, ...checkpoint }, metadata) {
      return seal.seal(await dump({ checkpoint, metadata } satisfies Body), `${thread}\0${at}`);
    },
    async readBody(thread, at, stored) {
      return (await load(seal.open(stored, `${thread}\0${at}`))) as Body;
    },
    async value(thread, channel, value) {
      const bytes = await dump(value);
      const digest = seal.digest(bytes);
      return { channel, digest, bytes: seal.seal(pack(bytes), `${thread}\0${digest}`) };
    },
    readValue: async (thread, digest, stored) => load(unpack(seal.open(stored, `${thread}\0${digest}`))),
    async write(thread, name, channel, path, value) {
      const head = [channel, path].map((one) => Buffer.concat([Buffer.from(JSON.stringify(one)), NUL]));
      return seal.seal(Buffer.concat([...head, await dump(value)]), `${thread}\0${name}`);
    },
    async readWrites(thread, stored) {
      const writes = stored.map(([name, sealed]) => {
        const [task, index] = name.split("\0").slice(-2) as [string, string];
        const bytes = seal.open(sealed, `${thread}\0${name}`);
        const afterChannel = bytes.indexOf(0);
        const afterPath = bytes.indexOf(0, afterChannel + 1);
        const channel = JSON.parse(bytes.toString("utf8", 0, afterChannel)) as string;
        const path = JSON.parse(bytes.toString("utf8", afterChannel + 1, afterPath)) as string;
        return { key: writesSortKey(path, task, Number(index)), task, channel, bytes: bytes.subarray(afterPath + 1) };
      });
      writes.sort((a, b) => compareWritesSortKeys(a.key, b.key));
      return Promise.all(
        writes.map(
          async ({ task, channel, bytes }): Promise<CheckpointPendingWrite> => [task, channel, await load(bytes)],
        ),
      );
    },
  };
}
