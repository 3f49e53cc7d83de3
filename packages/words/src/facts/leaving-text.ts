import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { Translate } from "../translate.ts";
import { causeOnNodes } from "./cause-on-nodes.ts";

/** States which nodes are on their way out: `2 nodes are being removed (karpenter.sh/disrupted)`, or shut down. */
export const leavingTexts = (t: Translate, { causes }: Pick<DaemonSetRecord, "causes">): readonly string[] =>
  causes.flatMap(({ state, cause, count }) => {
    if (state !== "leaving") return [];
    return [cause.kind === "nodeShutdown" ? t("model.concern.nodeShutdown", { count }) : causeOnNodes(t, cause, count)];
  });
