import { withCondition } from "@daemonscope/simulated-apiserver/objects/conditions";
import { conditionsOf, statusOf } from "@daemonscope/simulated-apiserver/objects/objects";
import type { ScenarioStep } from "./scenario.ts";

/** The texts of the kubelet or network agent for each condition: with the problem, and without it. */
const REASONS = {
  DiskPressure: [
    ["KubeletHasDiskPressure", "kubelet has disk pressure"],
    ["KubeletHasNoDiskPressure", "kubelet has no disk pressure"],
  ],
  MemoryPressure: [
    ["KubeletHasInsufficientMemory", "kubelet has insufficient memory available"],
    ["KubeletHasSufficientMemory", "kubelet has sufficient memory available"],
  ],
  PIDPressure: [
    ["KubeletHasInsufficientPID", "kubelet has insufficient PID available"],
    ["KubeletHasSufficientPID", "kubelet has sufficient PID available"],
  ],
  NetworkUnavailable: [
    ["NoRouteCreated", "no route to the node"],
    ["RouteCreated", "the agent of the network made a route"],
  ],
} as const;

/** A node reports a problem, or its end. The taint follows. */
export function reportsCondition(
  name: string,
  afterMs: number,
  node: string,
  type: keyof typeof REASONS,
  isProblem: boolean,
): ScenarioStep {
  const status = isProblem ? "True" : "False";
  const [reason, message] = REASONS[type][isProblem ? 0 : 1];
  const patch = { status: { conditions: [{ type, status, reason, message }] } };
  return {
    name,
    afterMs,
    kubectl: `kubectl patch node ${node} --subresource=status -p '${JSON.stringify(patch)}'`,
    run({ store, clock }) {
      const present = store.get("nodes", undefined, node);
      if (present === undefined) return;
      const conditions = withCondition(conditionsOf(present), clock, type, status, reason, message);
      store.update("nodes", { ...present, status: { ...statusOf(present), conditions } }, "status");
    },
  };
}
