import type { PodTemplateSummary } from "@daemonscope/kube/objects";
import { describe, expect, it } from "vitest";
import { NO_CHANGES } from "./changes.ts";
import { dropObject, putDaemonSet, putNode, putNodeEntry, putPod, putRevision } from "./cluster-event.ts";
import { ClusterModel } from "./cluster-model.ts";
import { aDaemonSet, aNode, aPod, aRevision, EPOCH_MS } from "./objects.fixture.ts";
import { nodeEntryOf } from "./tables/node-entry.ts";

const daemonSetOf = (generation: number, ready: number, resourceVersion: string) => {
  const daemonSet = aDaemonSet("a", { generation, templateHash: `template-${generation}`, status: { numberReady: ready } });
  return { ...daemonSet, metadata: { ...daemonSet.metadata, resourceVersion } };
};

describe("the changes that the model returns", () => {
  it("F5 lists every status that the API served in order, and skips an unchanged one", () => {
    const model = new ClusterModel({ nowMs: EPOCH_MS });
    for (const [ready, version] of [
      [1, "2"],
      [1, "3"],
      [2, "4"],
      [1, "5"],
    ] as const)
      model.apply(putDaemonSet(daemonSetOf(1, ready, version)));
    expect(model.takeChanges().statusWrites.map(({ resourceVersion, counts }) => [resourceVersion, counts.numberReady])).toEqual([
      ["2", 1],
      ["4", 2],
      ["5", 1],
    ]);
  });
  it("the first sync makes no marks; each later change makes one", () => {
    const model = new ClusterModel({ nowMs: EPOCH_MS });
    model.apply(putNode(aNode("n1")));
    model.apply(putDaemonSet(daemonSetOf(1, 0, "1")));
    model.apply(putRevision(aRevision("a", 1)));
    model.takeChanges();
    model.apply({ do: "beginMarks" });
    model.apply(putNode(aNode("n2")));
    model.apply(putNode(aNode("n1", { labels: { a: "b" }, taints: [{ key: "t", effect: "NoSchedule" }] })));
    model.apply(dropObject("nodes", "n2"));
    model.apply(putDaemonSet(daemonSetOf(2, 0, "2")));
    model.apply(putRevision(aRevision("a", 2)));
    expect(model.takeChanges().marks.map((mark) => mark.kind)).toEqual([
      "nodeJoined",
      "taintsChanged",
      "labelsChanged",
      "nodeLeft",
      "specChanged",
      "rolloutStarted",
    ]);
    expect(model.takeChanges()).toEqual(NO_CHANGES);
  });
  it("P2 a template that changes no placement judges no node again, and another one in the time slices of the next take", () => {
    let reads = 0;
    const node = nodeEntryOf(aNode("n1"));
    const record = {
      ...node.record,
      get taints() {
        reads++;
        return node.record.taints;
      },
    };
    const model = new ClusterModel({ nowMs: EPOCH_MS });
    model.apply(putNodeEntry({ ...node, record }));
    const readsAt = (generation: number, template?: Partial<PodTemplateSummary>) => {
      reads = 0;
      model.apply(putDaemonSet(aDaemonSet("a", { generation, templateHash: `template-${generation}`, ...(template && { template }) })));
      return reads;
    };
    expect(readsAt(1)).toBe(1);
    model.takeChanges();
    const containers = [{ name: "agent", image: "agent:2", ports: [] }];
    expect(readsAt(2, { containers })).toBe(0);
    model.takeChanges();
    const readsOfTake = reads;
    expect(readsAt(3, { containers, tolerations: [{ key: "gpu", operator: "Exists" }] })).toBe(0);
    model.takeChanges();
    expect(reads).toBe(readsOfTake + 1);
  });
  it("a mark names a cordon and its end, and no other changed taint", () => {
    const model = new ClusterModel({ nowMs: EPOCH_MS });
    model.apply(putNode(aNode("n1")));
    model.takeChanges();
    model.apply({ do: "beginMarks" });
    const cordon = { key: "node.kubernetes.io/unschedulable", effect: "NoSchedule" };
    for (const taints of [[cordon], [], [{ key: "t", effect: "NoSchedule" }]]) model.apply(putNode(aNode("n1", { taints })));
    expect(model.takeChanges().marks.map((mark) => ("cordon" in mark ? mark.cordon : mark.kind))).toEqual(["on", "off", "taintsChanged"]);
  });
  it("R14 a revision counts the nodes whose first pod has it, and follows changes", () => {
    const model = new ClusterModel({ nowMs: EPOCH_MS });
    for (const name of ["n1", "n2"]) model.apply(putNode(aNode(name)));
    model.apply(putDaemonSet(aDaemonSet("a", { templateHash: "template-2" })));
    for (const revision of [1, 2]) model.apply(putRevision(aRevision("a", revision)));
    const nodes = () => {
      model.takeChanges();
      return model.reading.daemonSetRecord("default/a")?.revisions.map(({ revision, nodes: count }) => [revision, count]);
    };
    model.apply(putPod(aPod("a", "p1", { node: "n1", hash: "hash-1" })));
    model.apply(putPod(aPod("a", "p2", { node: "n2", hash: "hash-1" })));
    expect(nodes()).toEqual([
      [2, 0],
      [1, 2],
    ]);
    model.apply(dropObject("pods", "pod-p1"));
    model.apply(putPod(aPod("a", "p3", { node: "n1", hash: "hash-2" })));
    model.apply(dropObject("nodes", "n2"));
    expect(nodes()).toEqual([
      [2, 1],
      [1, 0],
    ]);
  });
  it("C8 B3 a pod of a deleted node is in no cell and no number, and uses a slot", () => {
    const model = new ClusterModel({ nowMs: EPOCH_MS });
    model.apply(putNode(aNode("n1")));
    model.apply(putNode(aNode("n2")));
    model.apply(putDaemonSet(aDaemonSet("a")));
    model.apply(putRevision(aRevision("a", 1)));
    model.apply(putPod(aPod("a", "p1", { node: "n1", readyAtMs: 0 })));
    model.apply(putPod(aPod("a", "p2", { node: "n2" })));
    model.takeChanges();
    model.apply(dropObject("nodes", "n2"));
    const changes = model.takeChanges();
    expect([changes.nodesDropped, changes.cells]).toEqual([["n2"], []]);
    const record = model.reading.daemonSetRecord("default/a");
    expect(record?.derived).toMatchObject({ desiredNumberScheduled: 1, numberAvailable: 1, numberMisscheduled: 0 });
    expect(record?.budget.holders.map(({ reason, nodes }) => [reason, nodes])).toEqual([["newUnavailable", ["n2"]]]);
    model.apply(dropObject("pods", "pod-p2"));
    model.takeChanges();
    expect(model.reading.daemonSetRecord("default/a")?.budget.used).toBe(0);
  });
  it("a node or a DaemonSet that is created again under its name starts without history", () => {
    const model = new ClusterModel({ nowMs: EPOCH_MS });
    model.apply(putNode(aNode("n1")));
    model.apply(putDaemonSet(aDaemonSet("a")));
    model.apply(putPod(aPod("a", "p1", { node: "n1", readyAtMs: 0 })));
    model.takeChanges();
    model.apply(dropObject("nodes", "n1"));
    model.apply(putNode(aNode("n1", { uid: "other" })));
    expect(model.takeChanges().cells.flatMap(({ nodes }) => nodes)).toHaveLength(1);
    model.apply(putDaemonSet(aDaemonSet("a", { uid: "ds-b" })));
    const changes = model.takeChanges();
    expect([changes.daemonSetsDropped, changes.daemonSetsPut.map(({ uid }) => uid)]).toEqual([["default/a"], ["ds-b"]]);
    expect(model.reading.podsOf("default/a", "n1")).toEqual([]);
    model.apply(dropObject("daemonsets", "ds-a"));
    expect(model.reading.daemonSetKeys()).toEqual(["default/a"]);
  });
  it("a pod with equal facts changes nothing", () => {
    const model = new ClusterModel({ nowMs: EPOCH_MS });
    model.apply(putNode(aNode("n1")));
    model.apply(putDaemonSet(aDaemonSet("a")));
    const pod = aPod("a", "p1", { node: "n1", readyAtMs: 0 });
    model.apply(putPod(pod));
    model.takeChanges();
    model.apply(putPod({ ...pod, metadata: { ...pod.metadata, resourceVersion: "2" } }));
    expect(model.takeChanges()).toEqual(NO_CHANGES);
  });
});
