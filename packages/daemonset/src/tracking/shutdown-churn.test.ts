import { expect, it } from "vitest";
import { withoutShutdownDeletions } from "./shutdown-churn.ts";

const event = (reason: string, kind: string, name: string, message = "") => ({ reason, kind, namespace: "a", name, message });
const deleted = (pod: string) =>
  event("FailedDaemonPod", "DaemonSet", "log", `Found failed daemon pod a/${pod} on node n1, will try to kill it`);
const shutdown = (pod: string) => event("NodeShutdown", "Pod", pod, "Pod was rejected as the node is shutting down.");

it("N2 the deletion of a pod that a shutdown ended is not listed again", () => {
  const others = [deleted("log-2"), event("OutOfcpu", "Pod", "log-2"), event("NodeShutdown", "Node", "n1")];
  const kept = [shutdown("log-1"), ...others];
  expect(withoutShutdownDeletions([deleted("log-1"), ...kept], (each) => each)).toEqual(kept);
  expect(withoutShutdownDeletions([deleted("log-1")], (each) => each)).toHaveLength(1);
});
