import { expect, it } from "vitest";
import { ClusterModel } from "./cluster-model.ts";
import { aDaemonSet, aNode, aPod, aRevision, EPOCH_MS } from "./objects.fixture.ts";

it("a repeated object makes no news and no changes", () => {
  const model = new ClusterModel({ nowMs: EPOCH_MS });
  const putObjects = () => {
    model.putNode(aNode("n1"));
    model.putDaemonSet(aDaemonSet("a"));
    model.putRevision(aRevision("a", 1));
    model.putPod(aPod("a", "p1", { node: "n1" }));
  };
  putObjects();
  expect(model.hasNews).toBe(true);
  model.takeChanges();
  expect(model.hasNews).toBe(false);
  for (let round = 0; round < 100; round++) {
    model.putNode(aNode("n1"));
    model.putPod(aPod("a", "p1", { node: "n1" }));
  }
  model.dropNode("n9");
  model.dropPod("none");
  model.dropDaemonSet("none");
  expect(model.hasNews).toBe(false);
  for (const change of [
    () => model.putNode(aNode("n1", { ready: "False" })),
    () => model.dropPod(aPod("a", "p1", { node: "n1" }).metadata.uid),
    () => model.putDaemonSet(aDaemonSet("a")),
    () => model.dropNode("n1"),
    () => model.beginMarks(),
  ]) {
    change();
    expect(model.hasNews).toBe(true);
    model.takeChanges();
  }
});
