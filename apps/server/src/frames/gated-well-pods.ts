import type { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import type { WellPods } from "@daemonscope/daemonset/pods/well-pod";
import type { ClusterClock } from "../clock.ts";
import type { InputGate } from "./input-gate.ts";

/** Pods of a model behind a gate, for where nobody else is told of pods: while it is shut none is known, so that what comes is read whole and waits with all else. The model's time goes on before it is told something. */
export function gatedWellPods(model: ClusterModel, gate: InputGate, clock: Pick<ClusterClock, "nowMs">): WellPods | undefined {
  const pods = model.wellPods;
  if (pods === undefined) return undefined;
  return {
    find: (uid) => (gate.isShut ? undefined : pods.find(uid)),
    tell(status) {
      model.at(clock.nowMs());
      return pods.tell(status);
    },
  };
}
