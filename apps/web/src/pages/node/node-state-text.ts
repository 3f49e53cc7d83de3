import { pressuresOf } from "@daemonscope/daemonset/model/tables/node-entry";
import type { LifecycleKind } from "@daemonscope/daemonset/records/node-lifecycle";
import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import type { Condition } from "@daemonscope/kube/objects";
import { timeMs } from "@daemonscope/kube/values/time";
import { ageText } from "../../words/format/age-text.ts";
import type { Translate } from "../../words/i18n/translator.ts";

/** Returns kubectl's word for the state of a node, with its age if it is not Ready: `READY`, `NOTREADY 18m`. A node
 *  that shuts down has no word of kubectl. */
export function nodeWord(
  { ready, lifecycle }: Pick<NodeRecord, "ready"> & { readonly lifecycle: LifecycleKind },
  conditions: readonly Condition[] | undefined,
  nowMs: number,
  t: Translate,
): string {
  if (ready === "True" && lifecycle !== "shuttingDown") return "READY";
  const word = lifecycle === "shuttingDown" ? t("node.shuttingDown") : "NOTREADY";
  const sinceMs = timeMs(conditions?.find(({ type }) => type === "Ready")?.lastTransitionTime);
  return ready === "True" || sinceMs === undefined ? word : `${word} ${ageText(nowMs - sinceMs)}`;
}

/** Returns the pressures of a node after its name: `, DiskPressure`. Empty if there are none, or before the conditions
 *  are read. */
export const pressureSuffix = (conditions: readonly Condition[] | undefined, t: Translate): string =>
  (pressuresOf(conditions ?? []) ?? []).map((type) => `${t("node.comma")}${type}`).join("");
