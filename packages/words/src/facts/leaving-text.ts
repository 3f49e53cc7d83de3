import type { DaemonSetRecord, LeavingNodes } from "@daemonscope/daemonset/records/records";
import type { Translate } from "../translate.ts";
import { causeOnNodes } from "./cause-on-nodes.ts";

/** States how many nodes wait for another agent: `2 nodes wait for cilium`. */
export const waitsForTexts = (t: Translate, { waitsFor }: Pick<DaemonSetRecord, "waitsFor">): readonly string[] =>
  waitsFor === undefined ? [] : [t("model.concern.waitsFor", { count: waitsFor.count, agent: waitsFor.agent })];

/** States how many nodes are on their way out: `2 of its nodes are being removed (karpenter.sh/disrupted)`. Nodes that
 *  desired does not count are `2 other nodes`. */
export function leavingText(t: Translate, { cause, count: all, excluded = 0 }: LeavingNodes): string {
  const textOf = (count: number, of: string): readonly string[] => {
    if (count === 0) return [];
    return [cause.kind === "nodeShutdown" ? t("model.concern.nodeShutdown", { count, of }) : causeOnNodes(t, cause, count, [], of)];
  };
  const own = textOf(all - excluded, t("model.concern.ofIts"));
  return [...own, ...textOf(excluded, t("model.concern.others", { count: excluded }))].join(t("model.comma"));
}

export const leavingTexts = (t: Translate, { leaving = [] }: Pick<DaemonSetRecord, "leaving">): readonly string[] =>
  leaving.map((group) => leavingText(t, group));

/** Returns the number of its nodes that are on their way out. */
export const leavingCount = ({ leaving = [] }: Pick<DaemonSetRecord, "leaving">): number =>
  leaving.reduce((sum, { count }) => sum + count, 0);
