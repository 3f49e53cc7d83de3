import type { Taint } from "@daemonscope/kube/objects";
import { english } from "@daemonscope/words/english";
import { awaitedText } from "@daemonscope/words/facts/unavailable-text";
import { expect, it } from "vitest";
import { putNode } from "../model/cluster-event.ts";
import { aNode, type DaemonSetParts } from "../model/objects.fixture.ts";
import { fresh, modelOf, plainRecordOf } from "../rollout/scene.fixture.ts";

const CILIUM: Taint = { key: "node.cilium.io/agent-not-ready", effect: "NoSchedule" };
const EBS: Taint = { key: "ebs.csi.aws.com/agent-not-ready", effect: "NoExecute" };
const GPU: Taint = { key: "nvidia.com/gpu", effect: "NoSchedule" };

const modelWith = (set: DaemonSetParts, taints: readonly (readonly Taint[])[]) => {
  const model = modelOf({ set, nodes: [{}], pods: [fresh(1, { readyAtMs: 0 })], nowMs: 3_600_000 });
  for (const [at, each] of taints.entries()) {
    const node = aNode(`j${at + 1}`);
    model.apply(putNode({ ...node, spec: { ...node.spec, taints: each } }));
  }
  model.takeChanges();
  return model;
};
const waitsFor = (set: DaemonSetParts, taints: readonly (readonly Taint[])[]) => plainRecordOf(modelWith(set, taints)).waitsFor;

it.each<[string, DaemonSetParts, readonly (readonly Taint[])[], object | undefined]>([
  ["the agent of its startup taint", {}, [[CILIUM]], { agent: "cilium", taint: CILIUM.key, count: 1, nodes: ["j1"] }],
  [
    "several agents, first that with the most nodes",
    {},
    [[EBS], [CILIUM], [CILIUM, EBS], [CILIUM]],
    { agent: "cilium", count: 3, nodes: ["j2", "j3", "j4"], others: [{ agent: "ebs-csi-node", taint: EBS.key, count: 2 }] },
  ],
  ["nothing if it tolerates the taint", { template: { tolerations: [{ operator: "Exists" }] } }, [[CILIUM]], undefined],
  ["nothing if another taint keeps it off too", {}, [[CILIUM, GPU]], undefined],
  ["nothing if its selector does not match", { template: { nodeSelector: { disk: "ssd" } } }, [[CILIUM]], undefined],
])("N1 a node waits for %s", (_what, set, taints, expected) => {
  if (expected === undefined) expect(waitsFor(set, taints)).toBeUndefined();
  else expect(waitsFor(set, taints)).toMatchObject(expected);
});

it("N1 the facts state the nodes of each agent", () => {
  expect(awaitedText(english, plainRecordOf(modelWith({}, [[EBS], [CILIUM], [CILIUM]])))).toBe(
    `2 nodes wait for cilium to remove ${CILIUM.key}; 1 node waits for ebs-csi-node to remove ${EBS.key}`,
  );
});

it("N1 M1 the end of the taint renews the record", () => {
  const model = modelWith({}, [[CILIUM]]);
  model.apply(putNode(aNode("j1")));
  model.takeChanges();
  expect(plainRecordOf(model).waitsFor).toBeUndefined();
});
