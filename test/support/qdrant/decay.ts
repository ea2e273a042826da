import { wrongInput } from "./errors.ts";

export type DecayKind = "exp" | "gauss" | "lin";

/**
 * The decay functions of Qdrant's formula queries (lib/segment/src/index/query_optimization/rescore_formula,
 * `decay_params_to_lambda` and `exp_decay`, `gauss_decay`, `linear_decay`). Each is 1 at the target and `midpoint` at
 * the distance `scale` (in the unit of x; seconds for date-times):
 *
 * - exp: `e^(ln(midpoint)/scale · |x − target|)`
 * - gauss: `e^(ln(midpoint)/scale² · (x − target)²)`
 * - lin: `max(0, 1 − (1 − midpoint)/scale · |x − target|)`
 *
 * `scale` and `midpoint` are single-precision on the wire.
 */
export function decay(
  kind: DecayKind,
  x: number,
  target: number,
  scaleGiven?: number | null,
  midGiven?: number | null,
) {
  const scale = Math.fround(scaleGiven ?? 1);
  const midpoint = Math.fround(midGiven ?? 0.5);
  if (kind === "lin" && !(midpoint >= 0 && midpoint <= 1))
    throw wrongInput(`Validation failed: Linear decay midpoint should be in the range [0.0, 1.0], got ${midpoint}.`);
  if (kind !== "lin" && !(midpoint > 0 && midpoint < 1))
    throw wrongInput(`Validation failed: Decay midpoint should be in the range (0.0, 1.0), got ${midpoint}.`);
  if (!(scale > 0)) throw wrongInput(`Validation failed: Decay scale should be non-zero positive, got ${scale}.`);
  const distance = Math.abs(x - target);
  if (kind === "exp") return Math.exp((Math.log(midpoint) / scale) * distance);
  if (kind === "gauss") return Math.exp((Math.log(midpoint) / scale ** 2) * distance * distance);
  return Math.max(0, 1 - ((1 - midpoint) / scale) * distance);
}
