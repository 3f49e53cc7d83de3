import { expect, it } from "vitest";
import { dropObject, putDaemonSet, putNode, putPod, putRevision } from "./cluster-event.ts";
import { ClusterModel } from "./cluster-model.ts";
import { aDaemonSet, aNode, aPod, aRevision, EPOCH_MS } from "./objects.fixture.ts";

it("a repeated object makes no news and no changes", () => {
  const model = new ClusterModel({ nowMs: EPOCH_MS });
  const putObjects = () => {
    model.apply(putNode(aNode("n1")));
    model.apply(putDaemonSet(aDaemonSet("a")));
    model.apply(putRevision(aRevision("a", 1)));
    model.apply(putPod(aPod("a", "p1", { node: "n1" })));
  };
  putObjects();
  expect(model.hasNews).toBe(true);
  model.takeChanges();
  expect(model.hasNews).toBe(false);
  for (let round = 0; round < 100; round++) {
    model.apply(putNode(aNode("n1")));
    model.apply(putPod(aPod("a", "p1", { node: "n1" })));
  }
  model.apply(dropObject("nodes", "n9"));
  model.apply(dropObject("pods", "none"));
  model.apply(dropObject("daemonsets", "none"));
  expect(model.hasNews).toBe(false);
  for (const change of [
    () => model.apply(putNode(aNode("n1", { ready: "False" }))),
    () => model.apply(dropObject("pods", aPod("a", "p1", { node: "n1" }).metadata.uid)),
    () => model.apply(putDaemonSet(aDaemonSet("a"))),
    () => model.apply(dropObject("nodes", "n1")),
    () => model.apply({ do: "beginMarks" }),
  ]) {
    change();
    expect(model.hasNews).toBe(true);
    model.takeChanges();
  }
});
