import { describe, expect, it, test } from "vitest";
import { createSimulator } from "../../simulator.ts";
import { addDaemonSet, addNode } from "../../staging/manifests.ts";
import { node, pod } from "../objects.fixture.ts";
import { admitPodOnNode } from "./admissions.ts";

describe("admitPodOnNode", () => {
  type Parts = Partial<Parameters<typeof pod>[0]>;
  const requests = (amounts: Record<string, string>): Parts => ({
    spec: { containers: [{ name: "a", image: "a:1", resources: { requests: amounts } }] },
  });
  const port = (hostPort: number): Parts => ({
    spec: { containers: [{ name: "a", image: "a:1", ports: [{ containerPort: 80, hostPort }] }] },
  });
  const EVICTING_TAINTS = [{ key: "a", effect: "NoExecute" }];

  describe("S59 refusals of a kubelet", () => {
    const refusal = (parts: Parts, on: Parameters<typeof node>[0] = {}, others: readonly Parts[] = []) => {
      const bound = { on: "n1", ...parts };
      const found = admitPodOnNode(
        { ...pod({ name: "new", ...bound }), spec: { nodeName: "n1", ...(pod({ name: "new", ...bound }).spec as object) } },
        node(on),
        others.map((other, at) => pod({ name: `other-${at}`, on: "n1", ...other })),
      );
      return found === undefined ? undefined : `${found.reason}: ${found.message}`;
    };
    test.each<[string, string | undefined, string | undefined]>([
      ["a pod that fits is admitted", refusal({}), undefined],
      [
        "missing cpu is refused, in thousandths",
        refusal(requests({ cpu: "3" }), {}, [requests({ cpu: "1500m" })]),
        "OutOfcpu: Node didn't have enough resource: cpu, requested: 3000, used: 1500, capacity: 4000",
      ],
      [
        "missing memory is refused, in bytes",
        refusal(requests({ memory: "9Gi" })),
        "OutOfmemory: Node didn't have enough resource: memory, requested: 9663676416, used: 0, capacity: 8589934592",
      ],
      ["a device that the node does not know is not checked", refusal(requests({ "nvidia.com/gpu": "1" })), undefined],
      [
        "missing pod slots are refused",
        refusal({}, { status: { allocatable: { pods: "1" } } }, [{}]),
        "OutOfpods: Node didn't have enough resource: pods, requested: 1, used: 1, capacity: 1",
      ],
      [
        "a selector that does not match is refused",
        refusal({ spec: { nodeSelector: { x: "1" } } }),
        "NodeAffinity: Predicate NodeAffinity failed: node(s) didn't match Pod's node affinity/selector",
      ],
      [
        "a taken host port is refused",
        refusal(port(9100), {}, [port(9100)]),
        "NodePorts: Predicate NodePorts failed: node(s) didn't have free ports for the requested pod ports",
      ],
      [
        "an untolerated NoExecute taint is refused",
        refusal({}, { taints: EVICTING_TAINTS }),
        "TaintToleration: Predicate TaintToleration failed: node(s) had untolerated taint(s)",
      ],
      ["a NoSchedule taint is left to the scheduler", refusal({}, { taints: [{ key: "a", effect: "NoSchedule" }] }), undefined],
    ])("S59 %s", (_name, found, wanted) => {
      expect(found).toBe(wanted);
    });
  });

  it("S14 S59 a pod bound to a full node without the scheduler fails, and is recreated with increasing backoff", () => {
    const { store, clock } = createSimulator({
      scenario: {
        name: "past-the-scheduler",
        title: "",
        pastMs: 60_000,
        past: (stage) => {
          addNode(stage.store, { name: "n1", capacity: { cpu: "1", memory: "4Gi", pods: "9" } });
          stage.clock.advance(10_000);
          addDaemonSet(stage.store, { name: "big", image: "big:1", requests: { cpu: "2" } });
          stage.store.edit("daemonsets", "default", "big", (set) => {
            (set.spec as { template: { spec: { nodeName?: string } } }).template.spec.nodeName = "n1";
          });
        },
        steps: [],
      },
      seed: 1,
      nowMs: Date.UTC(2026, 0, 1),
    });
    const failures: string[] = [];
    const stop = store.subscribe("pods", ({ object }) => {
      const { phase, reason, message } = object.status as Record<string, string>;
      if (phase === "Failed" && failures.at(-1) !== object.metadata.uid) {
        failures.push(object.metadata.uid);
        expect([reason, message]).toEqual([
          "OutOfcpu",
          "Pod was rejected: Node didn't have enough resource: cpu, requested: 2000, used: 0, capacity: 1000",
        ]);
      }
    });
    clock.advance(600_000);
    stop();
    expect(failures.length).toBeGreaterThan(2);
    expect(failures.length).toBeLessThan(8);
    expect(store.list("events").map(({ reason }) => reason)).toEqual(expect.arrayContaining(["OutOfcpu", "FailedDaemonPod"]));
  });
});
