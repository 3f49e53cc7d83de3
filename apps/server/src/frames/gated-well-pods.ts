import type { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import type { WellPods } from "@daemonscope/daemonset/pods/well-pod";
import type { ClusterClock } from "../clock.ts";
import type { InputGate } from "./input-gate.ts";

/** Pods of a model behind a gate, for a model that is the only consumer of pods. While the gate is shut no pod is
 *  known: each event is decoded whole and waits with the others. The model's time advances before it receives a
 *  status. */
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
