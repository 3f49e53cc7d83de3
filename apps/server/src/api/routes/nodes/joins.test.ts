import { putDaemonSet, putNode, putPod } from "@daemonscope/daemonset/model/cluster-event";
import type { NodeAnswer } from "@daemonscope/shared/http/answers";
import type { JoinsAnswer } from "@daemonscope/shared/http/joins";
import { describe, expect, it } from "vitest";
import { kubeDaemonSet, kubeNode, kubePod } from "../../../cluster.fixture.ts";
import { serverOnManualTime } from "../../context.fixture.ts";

describe("GET /api/joins", () => {
  const PATH = "/api/joins?namespace=kube-system&daemonSet=logs";

  /** A node of the pool spot that joined a minute after the DaemonSets, with pods that were ready after these times. */
  function serverWithJoin(readyAfterMs: Readonly<Record<string, number>>) {
    const made = serverOnManualTime();
    const { model, tick, daemonSet } = made;
    const joinedAtMs = Date.parse(daemonSet.metadata.creationTimestamp ?? "") + 60_000;
    const iso = (afterMs: number): string => new Date(joinedAtMs + afterMs).toISOString();
    const node = kubeNode("spot-1", { labels: { "karpenter.sh/nodepool": "spot" } });
    model.apply(putNode({ ...node, metadata: { ...node.metadata, creationTimestamp: iso(0) } }));
    for (const [name, readyMs] of Object.entries(readyAfterMs)) {
      const set = kubeDaemonSet(name);
      const pod = kubePod(set, "spot-1");
      const conditions = [{ type: "Ready", status: "True", lastTransitionTime: iso(readyMs) }];
      model.apply(putDaemonSet(set));
      model.apply(putPod({ ...pod, metadata: { ...pod.metadata, creationTimestamp: iso(1000) }, status: { ...pod.status, conditions } }));
    }
    tick();
    return made;
  }

  it("N4 has the times of the DaemonSet by pool, with the slowest node and the slowest agent", async () => {
    const { get } = serverWithJoin({ logs: 4000, cni: 9000 });
    const { pools } = (await get(PATH)).json() as JoinsAnswer;
    expect(pools.find(({ pool }) => pool === "spot")).toEqual({
      pool: "spot",
      nodes: 1,
      created: { p50Ms: 1000, p99Ms: 1000 },
      ready: { p50Ms: 4000, p99Ms: 4000 },
      slowest: { node: "spot-1", readyMs: 4000 },
      slowestAgent: { daemonSet: "kube-system/cni", p99Ms: 9000 },
    });
    const { daemonSets } = (await get("/api/node?name=spot-1")).json() as NodeAnswer;
    expect(daemonSets.map(({ key, join }) => [key, join])).toEqual([
      ["kube-system/cni", { createdMs: 1000, readyMs: 9000 }],
      ["kube-system/logs", { createdMs: 1000, readyMs: 4000 }],
    ]);
  });

  it("N4 names the DaemonSet itself if none is slower", async () => {
    const { get } = serverWithJoin({ logs: 9000, cni: 9000 });
    const { pools } = (await get(PATH)).json() as JoinsAnswer;
    expect(pools.find(({ pool }) => pool === "spot")?.slowestAgent).toEqual({ daemonSet: "kube-system/logs", p99Ms: 9000 });
  });

  it("C13 answers 503 if pods were not read", async () => {
    const { get, live, setStatuses } = serverOnManualTime();
    setStatuses({ ...live.sources(), pods: { state: "syncing" } });
    expect((await get(PATH)).statusCode).toBe(503);
  });
});
