import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { Translate } from "../translate.ts";
import { causeOnNodes } from "./cause-on-nodes.ts";

/** States how many nodes wait for another agent: `2 nodes wait for cilium`. */
export const waitsForTexts = (t: Translate, { waitsFor }: Pick<DaemonSetRecord, "waitsFor">): readonly string[] =>
  waitsFor === undefined ? [] : [t("model.concern.waitsFor", { count: waitsFor.count, agent: waitsFor.agent })];

/** States which nodes with a pod are on their way out: `2 of its nodes are being removed (karpenter.sh/disrupted)`. */
export const leavingTexts = (t: Translate, { causes }: Pick<DaemonSetRecord, "causes">): readonly string[] =>
  causes.flatMap(({ state, cause, count }) => {
    if (state !== "leaving") return [];
    return [cause.kind === "nodeShutdown" ? t("model.concern.nodeShutdown", { count }) : causeOnNodes(t, cause, count)];
  });
