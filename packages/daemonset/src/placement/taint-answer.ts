import type { PodTemplateSummary, Taint, Toleration } from "@daemonscope/kube/objects";
import { DEFAULT_GATES, type MatchingGates, toleratesTaint } from "@daemonscope/kube/toleration";
import { automaticTolerations, effectiveTolerations } from "./automatic-tolerations.ts";

/** What a taint does to the pods of a template. `everything`, `template`, `controller`: it is tolerated, by a toleration of the template without key or effect, by
 *  another one of the template, by one that the controller adds. `blocksNew`: no new pod comes. `evicts`: one that is there is deleted too. `ignored`: the controller does
 *  not look at it. */
export type TaintAnswer = "ignored" | "everything" | "template" | "controller" | "blocksNew" | "evicts";

/** Whether a taint keeps pods away. */
export const isRefusal = (answer: TaintAnswer): answer is "blocksNew" | "evicts" => answer === "blocksNew" || answer === "evicts";

/** A toleration that no taint can resist (rule P9: an empty key with Exists fits any key, an empty effect any effect). */
const toleratesEverything = ({ key = "", effect = "", operator }: Toleration): boolean =>
  key === "" && effect === "" && operator === "Exists";

/** Says what a taint does to the pods of a template, and why: for nodes that its name, selector and affinity want, explainPlacement says the same (rules P1, P2, P9, P10). */
export function taintAnswer(template: PodTemplateSummary, taint: Taint, gates: MatchingGates = DEFAULT_GATES): TaintAnswer {
  if (taint.effect !== "NoSchedule" && taint.effect !== "NoExecute") return "ignored";
  const added = automaticTolerations(template.hostNetwork);
  const fitting = effectiveTolerations(template.tolerations, template.hostNetwork).filter((each) => toleratesTaint(each, taint, gates));
  const [first] = fitting;
  if (first === undefined) return taint.effect === "NoExecute" ? "evicts" : "blocksNew";
  if (fitting.some(toleratesEverything)) return "everything";
  return added.includes(first) ? "controller" : "template";
}
