import { pressuresOf } from "@daemonscope/daemonset/model/tables/node-entry";
import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import type { Condition } from "@daemonscope/kube/objects";
import type { Translate } from "../../words/i18n/translator.ts";

/** Returns the state of a node with its pressures: `Ready, DiskPressure`, `NotReady (KubeletNotReady)`. Before the
 *  conditions are read, the state alone. */
export function nodeStateText(
  { ready, readyReason }: Pick<NodeRecord, "ready" | "readyReason">,
  conditions: readonly Condition[] | undefined,
  t: Translate,
): string {
  const state = ready === "True" ? "Ready" : `NotReady${readyReason === undefined ? "" : ` (${readyReason})`}`;
  return [state, ...(pressuresOf(conditions ?? []) ?? [])].join(t("node.comma"));
}
