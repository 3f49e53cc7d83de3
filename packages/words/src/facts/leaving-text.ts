import type { DaemonSetRecord, LeavingNodes } from "@daemonscope/daemonset/records/records";
import type { Translate } from "../translate.ts";
import { causeOnNodes } from "./cause-on-nodes.ts";

/** States how many nodes wait for another agent: `2 nodes wait for cilium`. */
export const waitsForTexts = (t: Translate, { waitsFor }: Pick<DaemonSetRecord, "waitsFor">): readonly string[] =>
  waitsFor === undefined ? [] : [t("model.concern.waitsFor", { count: waitsFor.count, agent: waitsFor.agent })];

/** States how many nodes are on their way out: `2 of its nodes are being removed (karpenter.sh/disrupted)`. */
export const leavingText = (t: Translate, { cause, count }: Pick<LeavingNodes, "cause" | "count">): string =>
  cause.kind === "nodeShutdown" ? t("model.concern.nodeShutdown", { count }) : causeOnNodes(t, cause, count);

export const leavingTexts = (t: Translate, { leaving = [] }: Pick<DaemonSetRecord, "leaving">): readonly string[] =>
  leaving.map((group) => leavingText(t, group));

/** Returns the number of its nodes that are on their way out. */
export const leavingCount = ({ leaving = [] }: Pick<DaemonSetRecord, "leaving">): number =>
  leaving.reduce((sum, { count }) => sum + count, 0);
