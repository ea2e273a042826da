import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { HindsightError } from "../../domain/errors.ts";

/** First byte of what is stored. */
const CLEAR = 0;
const SEALED = 1;
const NONCE = 12;
const TAG = 16;
const DIGEST = 22;

/** Encrypts what Redis holds of contents, so that neither its disk nor whoever reads it learns them. */
export interface Seal {
  /** `about` says what the bytes are and whose; they open under the same words only, so none can be put in another's place. */
  seal(bytes: Uint8Array, about: string): Buffer;
  /** @throws HindsightError WRONG_KEY for what was sealed with another key, about something else, or was changed */
  open(stored: Buffer, about: string): Buffer;
  /** The same for the same bytes, 132 bits; without the key nothing can be told from it. */
  digest(bytes: Uint8Array): string;
}

function wrongKey(what: string): HindsightError {
  return new HindsightError(
    "WRONG_KEY",
    `what Redis holds ${what}`,
    "Set HINDSIGHT_ENCRYPTION_KEY as it was when that was written, or choose another HINDSIGHT_REDIS_PREFIX to begin anew.",
  );
}

/**
 * AES-256-GCM with a random nonce and a key of its own for each kind of content, derived by HKDF (RFC 5869) as the keys
 * of the SQLite files are; without an encryption key the bytes stay in clear, marked as such.
 */
export function createSeal(encryptionKey: string | null, kind: string): Seal {
  if (encryptionKey === null)
    return {
      seal: (bytes) => Buffer.concat([Buffer.of(CLEAR), bytes]),
      open(stored) {
        if (stored[0] !== CLEAR) throw wrongKey("is encrypted, and there is no key");
        return stored.subarray(1);
      },
      digest: (bytes) => createHash("sha256").update(bytes).digest("base64url").slice(0, DIGEST),
    };
  const key = Buffer.from(hkdfSync("sha256", encryptionKey, "", `hindsight redis v1 ${kind}`, 32));
  return {
    seal(bytes, about) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(about));
      const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
      return Buffer.concat([Buffer.of(SEALED), nonce, cipher.getAuthTag(), body]);
    },
    open(stored, about) {
      if (stored[0] !== SEALED) throw wrongKey("is not encrypted");
      const decipher = createDecipheriv("aes-256-gcm", key, stored.subarray(1, 1 + NONCE), { authTagLength: TAG })
        .setAAD(Buffer.from(about))
        .setAuthTag(stored.subarray(1 + NONCE, 1 + NONCE + TAG));
      try {
        return Buffer.concat([decipher.update(stored.subarray(1 + NONCE + TAG)), decipher.final()]);
      } catch (cause) {
        throw Object.assign(wrongKey("was encrypted with another key, or was changed"), { cause });
      }
    },
    digest: (bytes) => createHmac("sha256", key).update(bytes).digest("base64url").slice(0, DIGEST),
  };
}
