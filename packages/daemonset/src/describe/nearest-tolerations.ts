import type { Taint, Toleration } from "@daemonscope/kube/objects";
import { type MatchingGates, toleratesTaint } from "@daemonscope/kube/toleration";
import { automaticTolerations } from "../placement/automatic-tolerations.ts";

/** A toleration held against a taint. `differsIn`: what keeps one of the same key from tolerating it; undefined for another key, or where it tolerates. */
export interface HeldToleration {
  readonly toleration: Toleration;
  readonly tolerates: boolean;
  readonly differsIn: "value" | "effect" | "both" | undefined;
}

function held(toleration: Toleration, taint: Taint, gates: MatchingGates): HeldToleration {
  const tolerates = toleratesTaint(toleration, taint, gates);
  const { key = "", effect = "" } = toleration;
  if (tolerates || (key !== "" && key !== taint.key)) return { toleration, tolerates, differsIn: undefined };
  const isOtherEffect = effect !== "" && effect !== taint.effect;
  const isOtherValue = !toleratesTaint({ ...toleration, effect: taint.effect }, taint, gates);
  return { toleration, tolerates, differsIn: isOtherEffect && isOtherValue ? "both" : isOtherEffect ? "effect" : "value" };
}

const rank = ({ tolerates, differsIn }: HeldToleration): number =>
  tolerates ? 0 : differsIn === undefined ? 3 : differsIn === "both" ? 2 : 1;

/** The tolerations of a template held against a taint, the nearest first: those that tolerate it, those that differ in one thing, in two, the others as written (rule P9). */
export function nearestTolerations(tolerations: readonly Toleration[], taint: Taint, gates: MatchingGates): readonly HeldToleration[] {
  return tolerations.map((toleration) => held(toleration, taint, gates)).sort((a, b) => rank(a) - rank(b));
}

/** The same for those that the controller adds (rule P10). */
export function nearestAdded(hostNetwork: boolean, taint: Taint, gates: MatchingGates): readonly HeldToleration[] {
  return nearestTolerations(automaticTolerations(hostNetwork), taint, gates);
}
