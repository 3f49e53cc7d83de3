import type { DaemonSetRecord, LeavingNodes } from "@daemonscope/daemonset/records/records";
import type { Translate } from "../translate.ts";
import { causeOnNodes } from "./cause-on-nodes.ts";

/** States how many nodes wait for another agent: `2 nodes wait for cilium`. */
export const waitsForTexts = (t: Translate, { waitsFor }: Pick<DaemonSetRecord, "waitsFor">): readonly string[] =>
  waitsFor === undefined ? [] : [t("model.concern.waitsFor", { count: waitsFor.count, agent: waitsFor.agent })];

/** States how many nodes are on their way out: `2 of its nodes are being removed (karpenter.sh/disrupted)`. Nodes that
 *  desired does not count are `2 other nodes`. `ofOwn`: the words after the number of those that it counts. */
export function leavingText(t: Translate, { cause, count: all, excluded = 0 }: LeavingNodes, ofOwn = t("model.concern.ofIts")): string {
  const textOf = (count: number, of: string): readonly string[] => {
    if (count === 0) return [];
    return [cause.kind === "nodeShutdown" ? t("model.concern.nodeShutdown", { count, of }) : causeOnNodes(t, cause, count, [], of)];
  };
  const own = textOf(all - excluded, ofOwn);
  return [...own, ...textOf(excluded, t("model.concern.others", { count: excluded }))].join(t("model.comma"));
}

type Availability = Pick<DaemonSetRecord, "leaving" | "reported" | "derived" | "unavailable">;

/** Returns the number of nodes that stay if a pod is available on each of them, but not on all that leave; otherwise
 *  undefined. */
export function stayingNodes({ leaving = [], reported, derived, unavailable }: Availability): number | undefined {
  const { desiredNumberScheduled: desired, numberAvailable: available } = reported;
  const missing = unavailable?.onLeavingNodes ?? 0;
  if (missing === 0 || missing !== derived?.numberUnavailable || missing !== desired - available) return undefined;
  const staying = desired - leaving.reduce((sum, { count, excluded = 0 }) => sum + count - excluded, 0);
  return staying > 0 ? staying : undefined;
}

/** Describes the nodes on their way out. If only they lack a pod, the first text is about the others: `available on all
 *  3 nodes that stay`. */
export function leavingTexts(t: Translate, record: Availability): readonly string[] {
  const { leaving = [] } = record;
  const count = stayingNodes(record);
  if (count === undefined) return leaving.map((group) => leavingText(t, group));
  return [t("model.concern.onStaying", { count }), ...leaving.map((group) => leavingText(t, group, ""))];
}

/** Returns the number of its nodes that are on their way out. */
export const leavingCount = ({ leaving = [] }: Pick<DaemonSetRecord, "leaving">): number =>
  leaving.reduce((sum, { count }) => sum + count, 0);
