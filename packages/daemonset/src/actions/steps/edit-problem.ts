import { assertNever } from "@daemonscope/kube/base/assert-never";
import type { DaemonSetEdit } from "../changes/change.ts";
import type { DaemonSetFacts } from "../changes/plan-facts.ts";
import { manifestProblem } from "../changes/problems/manifest-problem.ts";
import type { StepProblem } from "../changes/problems/step-problem.ts";
import {
  affinityProblem,
  firstProblem,
  keysProblem,
  labelsProblem,
  nameProblem,
  portsProblem,
  quantitiesProblem,
  rollingUpdateProblem,
  tolerationProblem,
} from "../changes/problems/value-problem.ts";

function containerProblem({ namespace, name, containers }: DaemonSetFacts, container: string): StepProblem | undefined {
  if (containers.some((each) => each.name === container)) return undefined;
  return {
    code: "unknownContainer",
    container,
    daemonSet: `${namespace}/${name}`,
    containers: containers.map((each) => each.name).join(", "),
  };
}

/** Returns the reason to reject an edit of this DaemonSet; undefined if the known facts allow it. */
export function editProblem(daemonSet: DaemonSetFacts, edit: DaemonSetEdit): StepProblem | undefined {
  const { rollingUpdate } = daemonSet.updateStrategy;
  switch (edit.kind) {
    case "tolerations":
      return firstProblem(edit.to, tolerationProblem);
    case "nodeSelector":
      return labelsProblem(edit.set) ?? keysProblem(edit.remove);
    case "affinity":
      return edit.to === undefined ? undefined : affinityProblem(edit.to);
    case "image":
      return (
        containerProblem(daemonSet, edit.container) ?? (edit.image === "" ? { code: "badImage", container: edit.container } : undefined)
      );
    case "resources":
      return containerProblem(daemonSet, edit.container) ?? quantitiesProblem(edit.set);
    case "hostPorts":
      return containerProblem(daemonSet, edit.container) ?? portsProblem(edit.ports);
    case "priorityClass":
      return edit.to === undefined ? undefined : nameProblem(edit.to);
    case "limits":
    case "strategy":
      return rollingUpdateProblem(edit.maxUnavailable, edit.maxSurge);
    case "budget": {
      const { maxUnavailable, maxSurge } = rollingUpdate ?? {};
      return edit.field === "maxSurge" ? rollingUpdateProblem(maxUnavailable, edit.to) : rollingUpdateProblem(edit.to, maxSurge);
    }
    case "annotation":
      return keysProblem([edit.key]);
    case "revision": {
      const revisions = daemonSet.rollout?.revisions;
      if (revisions === undefined || revisions.some(({ revision }) => revision === edit.to)) return undefined;
      const known = revisions.map(({ revision }) => revision).join(", ");
      return { code: "unknownRevision", revision: edit.to, daemonSet: `${daemonSet.namespace}/${daemonSet.name}`, revisions: known };
    }
    case "manifest":
      return manifestProblem(edit.manifest, daemonSet);
    case "updateStrategyType":
    case "restart":
      return undefined;
    default:
      return assertNever(edit);
  }
}
