import { controllerOf } from "@daemonscope/kube/owner";
import { specOf } from "@daemonscope/simulated-apiserver/objects/objects";
import { expect, it } from "vitest";
import { podsOf, simulate } from "../trace.fixture.ts";
import { DEPLOYMENT, daemonSetOf } from "./from-deployment.ts";

it("T2 a Deployment becomes a DaemonSet: new kind, no replicas and strategy, the rest unchanged", () => {
  const { replicas: _all, strategy: _its, ...kept } = DEPLOYMENT.spec as Record<string, unknown>;
  expect(daemonSetOf(DEPLOYMENT)).toEqual({ ...DEPLOYMENT, kind: "DaemonSet", spec: kept });
});

it("T2 the DaemonSet runs next to the Deployment, alone after its deletion, and on the control plane if it tolerates it", () => {
  const simulator = simulate("from-deployment");
  const ownedBy = (kind: string) => podsOf(simulator, "log-collector").filter(({ metadata }) => controllerOf(metadata)?.kind === kind);
  const nodes = () =>
    ownedBy("DaemonSet")
      .map((pod) => specOf(pod).nodeName)
      .sort();
  // S62: the three replicas are on three nodes.
  expect(new Set(ownedBy("ReplicaSet").map((pod) => specOf(pod).nodeName))).toHaveLength(3);
  expect(nodes()).toEqual([]);
  simulator.clock.advance(20_000);
  expect(nodes()).toEqual(["worker-1", "worker-2", "worker-3", "worker-4", "worker-5"]);
  expect(ownedBy("ReplicaSet")).toHaveLength(3);
  simulator.clock.advance(15_000);
  expect([ownedBy("ReplicaSet").length, simulator.store.count("replicasets"), simulator.store.count("deployments")]).toEqual([0, 0, 0]);
  simulator.clock.advance(45_000);
  expect(nodes()).toContain("control-plane");
});
