import { DEFAULT_GATES, type MatchingGates, toleratesTaint } from "@daemonscope/kube/matching/toleration";
import type { PodTemplateSummary, Taint, Toleration } from "@daemonscope/kube/objects";
import { automaticTolerations, effectiveTolerations } from "../automatic-tolerations.ts";

/** Effect of a taint on the pods of a template. `everything`: tolerated by a toleration of the template without key
 *  and effect. `template`: by another toleration of the template. `controller`: by one that the controller adds.
 *  `blocksNew`: no new pod is created. `evicts`: existing pods are deleted too. `ignored`: the controller ignores
 *  the taint. */
export type TaintEffectOnPods = "ignored" | "everything" | "template" | "controller" | "blocksNew" | "evicts";

/** Reports whether a taint keeps pods away. */
export const isKeptOut = (answer: TaintEffectOnPods): answer is "blocksNew" | "evicts" => answer === "blocksNew" || answer === "evicts";

/** Reports whether a toleration tolerates each taint. An empty key with Exists matches any key, an empty effect any
 *  effect (rule P9). */
const toleratesEverything = ({ key = "", effect = "", operator }: Toleration): boolean =>
  key === "" && effect === "" && operator === "Exists";

/** Returns the effect of a taint on the pods of a template, with its reason. On nodes that the name, selector and
 *  affinity match, it agrees with explainPlacement (rules P1, P2, P9, P10). */
export function taintEffectOnPods(template: PodTemplateSummary, taint: Taint, gates: MatchingGates = DEFAULT_GATES): TaintEffectOnPods {
  if (taint.effect !== "NoSchedule" && taint.effect !== "NoExecute") return "ignored";
  const added = automaticTolerations(template.hostNetwork);
  const fitting = effectiveTolerations(template.tolerations, template.hostNetwork).filter((each) => toleratesTaint(each, taint, gates));
  const [first] = fitting;
  if (first === undefined) return taint.effect === "NoExecute" ? "evicts" : "blocksNew";
  if (fitting.some(toleratesEverything)) return "everything";
  return added.includes(first) ? "controller" : "template";
}
