import { expect, it } from "vitest";
import { specOf } from "../control/objects.ts";
import { DEPLOYMENT, daemonSetOf } from "./from-deployment.ts";
import { podsOf, simulate } from "./trace.fixture.ts";

it("T2 a Deployment becomes a DaemonSet: kind changed, replicas and strategy gone, all else kept", () => {
  const { replicas: _all, strategy: _its, ...kept } = DEPLOYMENT.spec as Record<string, unknown>;
  expect(daemonSetOf(DEPLOYMENT)).toEqual({ ...DEPLOYMENT, kind: "DaemonSet", spec: kept });
});

it("T2 it runs on each node that takes it, and on the control plane once it tolerates the taint", () => {
  const simulator = simulate("from-deployment");
  const nodes = () =>
    podsOf(simulator, "log-collector")
      .map((pod) => specOf(pod).nodeName)
      .sort();
  simulator.clock.advance(20_000);
  expect(nodes()).toEqual(["worker-1", "worker-2", "worker-3", "worker-4", "worker-5"]);
  simulator.clock.advance(60_000);
  expect(nodes()).toContain("control-plane");
});
