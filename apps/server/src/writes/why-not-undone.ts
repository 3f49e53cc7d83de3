import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import type { ActionState } from "@daemonscope/shared/http/acting";
import type { Trace } from "./deed.ts";
import { isNodeSo } from "./node-so.ts";
import type { KeptPlan } from "./plan-shelf.ts";

/** Why an action cannot be taken back any more; undefined while the objects are as it left them. A watch that is behind speaks for nobody. */
export function whyNotUndone(
  reading: ClusterReading,
  state: ActionState,
  plan: KeptPlan | undefined,
  { generations }: Trace,
): string | undefined {
  if (state.kind === "refused") return "nothing was done";
  if (state.kind === "sent" || state.kind === "unknown") return "it is not known yet whether it was done";
  if (plan === undefined) return "the server was started anew since";
  for (const [key, { uid, generation }] of generations) {
    const record = reading.daemonSetRecord(key);
    if (record === undefined || record.uid !== uid) return `${key} is gone`;
    if (record.generation > generation) return `somebody changed ${key} since`;
  }
  if (state.kind !== "done") return undefined;
  for (const { object, changes } of plan.prepared) {
    if (object.resource !== "nodes") continue;
    const node = reading.nodeRecord(object.name);
    if (node === undefined || node.uid !== (object.uid ?? node.uid)) return `${object.name} is gone`;
    if (!isNodeSo(node, changes)) return `somebody changed ${object.name} since`;
  }
  return undefined;
}
