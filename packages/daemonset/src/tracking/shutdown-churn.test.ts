import { expect, it } from "vitest";
import { shutdownDeletions, withoutShutdownChurn } from "./shutdown-churn.ts";

const event = (reason: string, kind: string, name: string, message = "") => ({ reason, kind, namespace: "a", name, message });
const deleted = (pod: string) =>
  event("FailedDaemonPod", "DaemonSet", "log", `Found failed daemon pod a/${pod} on node n1, will try to kill it`);
const shutdown = (pod: string) => event("NodeShutdown", "Pod", pod, "Pod was rejected as the node is shutting down.");

const created = (pod: string) => event("SuccessfulCreate", "DaemonSet", "log", `Created pod: ${pod}`);
const removed = (pod: string, prefix = "") => event("SuccessfulDelete", "DaemonSet", "log", `${prefix}Deleted pod: ${pod}`);

it("N2 the creation and the deletions of a pod that a shutdown rejected are not listed again", () => {
  const others = [
    deleted("log-2"),
    created("log-2"),
    removed("log-2"),
    event("OutOfcpu", "Pod", "log-2"),
    event("NodeShutdown", "Node", "n1"),
  ];
  const kept = [shutdown("log-1"), ...others];
  const churn = [created("log-1"), deleted("log-1"), removed("log-1"), removed("log-1", "(combined from similar events): ")];
  expect(withoutShutdownChurn([...churn, ...kept], (each) => each)).toEqual(kept);
  expect(withoutShutdownChurn([deleted("log-1")], (each) => each)).toHaveLength(1);
});

it("N2 the deletion of a pod is part of a shutdown if its node rejects pods at that time", () => {
  const at = (reason: string, node: string | undefined, lastSeenMs: number) => ({ reason, node, lastSeenMs });
  const isPart = shutdownDeletions([
    at("NodeShutdown", "n1", 100_000),
    at("NodeShutdown", "n1", 150_000),
    at("NodeShutdown", undefined, 0),
  ]);
  expect([40_000, 120_000, 210_000].map((ms) => isPart(at("FailedDaemonPod", "n1", ms)))).toEqual([true, true, true]);
  expect([39_999, 210_001].map((ms) => isPart(at("FailedDaemonPod", "n1", ms)))).toEqual([false, false]);
  expect([at("FailedDaemonPod", "n2", 100_000), at("FailedDaemonPod", undefined, 0), at("OutOfcpu", "n1", 100_000)].map(isPart)).toEqual([
    false,
    false,
    false,
  ]);
});
