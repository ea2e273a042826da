import { createQdrantOutputs } from "../../../src/adapters/qdrant/outputs.ts";
import { outputsConformance } from "../../conformance/outputs.ts";
import { storeConformance } from "../../conformance/store.ts";
import { openPlace } from "./place.ts";

storeConformance("Qdrant", async () => {
  const place = await openPlace();
  return { provider: () => place.provider(), remove: () => place.remove() };
});

outputsConformance("Qdrant", async () => {
  const place = await openPlace();
  return { outputs: (kept) => createQdrantOutputs(place.server(), kept), remove: () => place.remove() };
});
