import { pressuresOf } from "@daemonscope/daemonset/model/tables/node-entry";
import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import type { Condition } from "@daemonscope/kube/objects";
import { timeMs } from "@daemonscope/kube/values/time";
import { ageText } from "../../words/format/age-text.ts";
import type { Translate } from "../../words/i18n/translator.ts";

/** Returns kubectl's word for the state of a node, with its age if it is not Ready: `READY`, `NOTREADY 18m`. */
export function nodeWord({ ready }: Pick<NodeRecord, "ready">, conditions: readonly Condition[] | undefined, nowMs: number): string {
  if (ready === "True") return "READY";
  const sinceMs = timeMs(conditions?.find(({ type }) => type === "Ready")?.lastTransitionTime);
  return sinceMs === undefined ? "NOTREADY" : `NOTREADY ${ageText(nowMs - sinceMs)}`;
}

/** Returns the pressures of a node after its name: `, DiskPressure`. Empty if there are none, or before the conditions
 *  are read. */
export const pressureSuffix = (conditions: readonly Condition[] | undefined, t: Translate): string =>
  (pressuresOf(conditions ?? []) ?? []).map((type) => `${t("node.comma")}${type}`).join("");
