import { createSeal } from "../seal.ts";

/** What a job's data says, as JSON in BullMQ's `data`. */
interface Stored {
  key: string;
  user: string;
  /** In clear, or sealed under the job's key; neither when the job is done. */
  input?: string;
  sealed?: string;
}

export interface JobData {
  write(job: { key: string; user: string; input: string }): string;
  /** What is left of it when the job is done. */
  rest(job: { key: string; user: string }): string;
  /** Whose job it is can always be read; `input()` @throws HindsightError WRONG_KEY */
  read(data: string): { key: string; user: string; input: () => string };
}

/** Inputs are encrypted when there is a key; keys, users and kinds never are. */
export function createJobData(encryptionKey: string | null): JobData {
  const seal = createSeal(encryptionKey, "jobs");
  const json = (stored: Stored) => JSON.stringify(stored);
  return {
    write: ({ key, user, input }) =>
      encryptionKey === null
        ? json({ key, user, input })
        : json({ key, user, sealed: seal.seal(Buffer.from(input), key).toString("base64") }),
    rest: ({ key, user }) => json({ key, user }),
    read(data) {
      const { key, user, input = "", sealed } = JSON.parse(data) as Stored;
      const open = (bytes: string) => seal.open(Buffer.from(bytes, "base64"), key).toString();
      return { key, user, input: () => (sealed === undefined ? input : open(sealed)) };
    },
  };
}
