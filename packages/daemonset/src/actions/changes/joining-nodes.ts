import { isConditionTaint, LABELS } from "@daemonscope/kube/well-known";
import type { Manifest } from "./change.ts";
import type { PlanFacts } from "./plan-facts.ts";
import type { JoiningNodes } from "./step.ts";

const NAME_LIMIT = 240;

/** Returns manifests of ready nodes, named after the node that they copy. They have its labels and taints, except
 *  its condition taints. */
export function joiningManifests(facts: Pick<PlanFacts, "node">, joining: JoiningNodes): readonly Manifest[] {
  const { count, like, allocatable } = joining;
  const model = like === undefined ? undefined : facts.node(like);
  const stem = `${(like ?? "node").slice(0, NAME_LIMIT)}-new`;
  const modelTaints = (model?.taints ?? []).filter((taint) => !isConditionTaint(taint));
  const isOverridden = (taint: { readonly key: string; readonly effect: string }): boolean =>
    joining.taints.some(({ key, effect }) => key === taint.key && effect === taint.effect);
  const taints = [...modelTaints.filter((taint) => !isOverridden(taint)), ...joining.taints];
  const manifests: Manifest[] = [];
  for (let number = 1; manifests.length < count; number++) {
    const name = `${stem}-${number}`;
    if (facts.node(name) !== undefined) continue;
    manifests.push({
      apiVersion: "v1",
      kind: "Node",
      metadata: { name, labels: { ...model?.labels, [LABELS.hostname]: name, ...joining.labels } },
      spec: taints.length === 0 ? {} : { taints },
      status: {
        ...(Object.keys(allocatable).length === 0 ? {} : { allocatable, capacity: allocatable }),
        conditions: [{ type: "Ready", status: "True" }],
      },
    });
  }
  return manifests;
}
