import { HindsightError } from "../../domain/errors.ts";
import type { Fingerprint } from "../../domain/record.ts";

/** @throws HindsightError INVALID_INPUT for a vector of another length than the model's, or with a value that is no number */
export function checkVector(vector: Float32Array, fingerprint: Fingerprint): void {
  let sum = 0;
  for (let i = 0; i < vector.length; i++) sum += vector[i] as number;
  if (vector.length === fingerprint.dimensions && Number.isFinite(sum)) return;
  throw new HindsightError(
    "INVALID_INPUT",
    `a vector has ${vector.length} dimensions where ${fingerprint.model} has ${fingerprint.dimensions}, or holds a value that is no number`,
    "Embed the text again with the model the fingerprint names.",
  );
}

export function bytesOf(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}
