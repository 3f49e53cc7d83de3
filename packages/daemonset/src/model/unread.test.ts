import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cellOf } from "../pair/cell/cell.ts";
import { MODEL_SOURCES, type ModelSource } from "../records/records.ts";
import { putDaemonSet, putNode, putPod, putRevision } from "./cluster-event.ts";
import { ClusterModel } from "./cluster-model.ts";
import { aDaemonSet, aNode, aPod, aRevision, EPOCH_MS } from "./objects.fixture.ts";

const SEED = Number(process.env.SEED ?? 20260114);

/** Creates four nodes; n4 excludes the DaemonSet. n1 has a pod of revision 1, and n2 a pod of revision 2. */
function fill(model: ClusterModel): ClusterModel {
  for (const name of ["n1", "n2", "n3"]) model.apply(putNode(aNode(name)));
  model.apply(putNode(aNode("n4", { taints: [{ key: "gpu", effect: "NoExecute" }] })));
  model.apply(putDaemonSet(aDaemonSet("a", { templateHash: "template-2", generation: 2, status: { desiredNumberScheduled: 9 } })));
  model.apply(putRevision(aRevision("a", 1)));
  model.apply(putRevision(aRevision("a", 2)));
  model.apply(putPod(aPod("a", "p1", { node: "n1", readyAtMs: 0, hash: "hash-1" })));
  model.apply(putPod(aPod("a", "p2", { node: "n2", readyAtMs: 0, hash: "hash-2" })));
  return model;
}
const takeState = (model: ClusterModel) => {
  model.takeChanges();
  return {
    record: model.reading.daemonSetRecord("default/a"),
    cells: ["n1", "n2", "n3", "n4"].map((node) => model.reading.cellAt("default/a", node)),
  };
};
const states = (model: ClusterModel) => takeState(model).cells.map((cell) => cellOf(cell).state);

describe("C13 sources that were not read", () => {
  it("without pods nothing is derived, and the status remains", () => {
    const { record } = takeState(fill(new ClusterModel({ nowMs: EPOCH_MS, unread: ["pods"] })));
    expect(record).toMatchObject({ unread: ["pods"], derived: null, concern: null, causes: [], disagreements: [], readying: [] });
    expect(record?.budget.kind).toBe("unknown");
    expect(record?.revisions.map(({ nodes }) => nodes)).toEqual([null, null]);
    expect(record?.reported.desiredNumberScheduled).toBe(9);
  });
  it("without pods no cell is missing, and excluded nodes stay excluded", () => {
    expect(states(fill(new ClusterModel({ nowMs: EPOCH_MS, unread: ["pods"] })))).toEqual(["unknown", "unknown", "unknown", "excluded"]);
  });
  it("pods of an incomplete list change nothing, also on excluded nodes", () => {
    const model = fill(new ClusterModel({ nowMs: EPOCH_MS, unread: ["pods"] }));
    model.takeChanges();
    for (const node of ["n3", "n4", "gone"]) model.apply(putPod(aPod("a", `p-${node}`, { node, readyAtMs: 0, hash: "hash-2" })));
    expect(model.takeChanges()).toMatchObject({ cells: [], daemonSetsPut: [] });
    model.apply({ do: "read", source: "pods" });
    expect(states(model)).toEqual(["available", "available", "available", "misscheduled"]);
    expect(model.reading.daemonSetRecord("default/a")?.derived?.currentNumberScheduled).toBe(3);
  });
  it("without revisions no cell is old, and its state is that of its pod", () => {
    const cells = takeState(fill(new ClusterModel({ nowMs: EPOCH_MS, unread: ["controllerrevisions"] }))).cells.map(cellOf);
    expect(cells.map(({ state }) => state)).toEqual(["available", "available", "missing", "excluded"]);
    expect(cells.some(({ oldRevision }) => oldRevision)).toBe(false);
  });
  it("M1 a source read later gives the same counts as one read from the start, in any order", () => {
    const expected = takeState(fill(new ClusterModel({ nowMs: EPOCH_MS })));
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...MODEL_SOURCES], { minLength: 3 }),
        fc.boolean(),
        (order: readonly ModelSource[], takesBetween) => {
          const model = fill(new ClusterModel({ nowMs: EPOCH_MS, unread: MODEL_SOURCES }));
          for (const source of order) {
            if (takesBetween) expect(takeState(model).record?.derived).toBeNull();
            model.apply({ do: "read", source: source });
          }
          expect(takeState(model)).toEqual(expected);
        },
      ),
      { seed: SEED },
    );
  });
  it("nodes of a late first list do not count as joined", () => {
    const model = new ClusterModel({ nowMs: EPOCH_MS, unread: ["nodes"] });
    model.apply({ do: "beginMarks" });
    model.apply(putNode(aNode("n1")));
    model.apply({ do: "read", source: "nodes" });
    model.apply(putNode(aNode("n2")));
    expect(model.takeChanges().marks.map((mark) => mark.kind === "nodeJoined" && mark.node)).toEqual(["n2"]);
  });
});
