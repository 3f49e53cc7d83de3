import { pressuresOf } from "@daemonscope/daemonset/model/tables/node-entry";
import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import type { Condition } from "@daemonscope/kube/objects";
import type { Translate } from "../../words/i18n/translator.ts";

/** Returns the state of a node: `Ready`, `NotReady (KubeletNotReady)`. */
export const nodeStateText = ({ ready, readyReason }: Pick<NodeRecord, "ready" | "readyReason">): string =>
  ready === "True" ? "Ready" : `NotReady${readyReason === undefined ? "" : ` (${readyReason})`}`;

/** Returns the pressures of a node after its state: `, DiskPressure`. Empty if there are none, or before the conditions
 *  are read. */
export const pressureSuffix = (conditions: readonly Condition[] | undefined, t: Translate): string =>
  (pressuresOf(conditions ?? []) ?? []).map((type) => `${t("node.comma")}${type}`).join("");
