import type { WellPods } from "@daemonscope/daemonset/pods/well-pod";
import type { InputGate } from "./input-gate.ts";

/** Pods of a model behind a gate: while it is shut none is known, so that what comes is read whole and waits with all else. `now`: the model's time goes on before it is told something. */
export function gatedWellPods(pods: WellPods | undefined, gate: InputGate, now: () => void): WellPods | undefined {
  if (pods === undefined) return undefined;
  return {
    find: (uid) => (gate.isShut ? undefined : pods.find(uid)),
    tell(status) {
      now();
      return pods.tell(status);
    },
  };
}
