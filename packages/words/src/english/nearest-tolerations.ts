import { automaticTolerations } from "@daemonscope/daemonset/placement/automatic-tolerations";
import { type MatchingGates, toleratesTaint } from "@daemonscope/kube/matching/toleration";
import type { Taint, Toleration } from "@daemonscope/kube/objects";

/** A toleration compared with a taint. `differsIn`: the difference that keeps a toleration of the same key from
 *  tolerating it. Undefined for another key, or if it tolerates. */
export interface ComparedToleration {
  readonly toleration: Toleration;
  readonly tolerates: boolean;
  readonly differsIn: "value" | "effect" | "both" | undefined;
}

function compareToleration(toleration: Toleration, taint: Taint, gates: MatchingGates): ComparedToleration {
  const tolerates = toleratesTaint(toleration, taint, gates);
  const { key = "", effect = "" } = toleration;
  if (tolerates || (key !== "" && key !== taint.key)) return { toleration, tolerates, differsIn: undefined };
  const isOtherEffect = effect !== "" && effect !== taint.effect;
  const isOtherValue = !toleratesTaint({ ...toleration, effect: taint.effect }, taint, gates);
  return { toleration, tolerates, differsIn: isOtherEffect && isOtherValue ? "both" : isOtherEffect ? "effect" : "value" };
}

const rank = ({ tolerates, differsIn }: ComparedToleration): number =>
  tolerates ? 0 : differsIn === undefined ? 3 : differsIn === "both" ? 2 : 1;

/** Compares the tolerations of a template with a taint (rule P9). The order: those that tolerate it, those with one
 *  difference, those with two, then the others; each group in template order. */
export function nearestTolerations(tolerations: readonly Toleration[], taint: Taint, gates: MatchingGates): readonly ComparedToleration[] {
  return tolerations.map((toleration) => compareToleration(toleration, taint, gates)).sort((a, b) => rank(a) - rank(b));
}

/** Compares the tolerations that the controller adds with a taint (rule P10). */
export function nearestAutomaticTolerations(hostNetwork: boolean, taint: Taint, gates: MatchingGates): readonly ComparedToleration[] {
  return nearestTolerations(automaticTolerations(hostNetwork), taint, gates);
}
