import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { Translate } from "../translate.ts";
import { causeOnNodes } from "./cause-on-nodes.ts";

/** States which nodes are on their way out, by sign: `2 nodes are being removed (karpenter.sh/disrupted)`. */
export const leavingTexts = (t: Translate, { causes }: Pick<DaemonSetRecord, "causes">): readonly string[] =>
  causes.flatMap(({ state, cause, count }) => (state === "leaving" ? [causeOnNodes(t, cause, count)] : []));
