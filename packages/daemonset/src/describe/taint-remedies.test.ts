import type { Taint, Toleration } from "@daemonscope/kube/objects";
import { expect, test } from "vitest";
import { contextFlag } from "./context-flag.ts";
import { nearestAdded, nearestTolerations } from "./nearest-tolerations.ts";
import { labelOfExactly, takeTaintOffCommand } from "./take-taint-off.ts";
import { patchCommand, tolerationPatch } from "./toleration-patch.ts";

const DB: Taint = { key: "dedicated", value: "db", effect: "NoSchedule" };
const node = (name: string, labels: Record<string, string>, taints: readonly Taint[] = [DB]) => ({ name, labels, taints });

test("P9 the nearest toleration is the one that tolerates, then the one that differs in one thing", () => {
  const tolerations: readonly Toleration[] = [
    { key: "gpu", operator: "Exists" },
    { key: "dedicated", value: "gpu", effect: "NoExecute" },
    { key: "dedicated", value: "gpu", effect: "NoSchedule" },
    { key: "dedicated", operator: "Exists", effect: "NoExecute" },
    { key: "dedicated", operator: "Exists" },
  ];
  expect(
    nearestTolerations(tolerations, DB).map(({ toleration, differsIn, tolerates }) => [
      tolerations.indexOf(toleration),
      tolerates,
      differsIn,
    ]),
  ).toEqual([
    [4, true, undefined],
    [2, false, "value"],
    [3, false, "effect"],
    [1, false, "both"],
    [0, false, undefined],
  ]);
});

test("P10 those of the controller are held against it too, one more with hostNetwork", () => {
  const cordon: Taint = { key: "node.kubernetes.io/unschedulable", effect: "NoSchedule" };
  expect(nearestAdded(false, cordon)).toHaveLength(6);
  expect(nearestAdded(false, cordon)[0]?.tolerates).toBe(true);
  expect(nearestAdded(true, DB)).toHaveLength(7);
});

test("a taint is taken off by a label that only its nodes have, else by their names", () => {
  const pool = [node("n1", { pool: "db", zone: "a", os: "linux" }), node("n2", { pool: "db", zone: "b", os: "linux" })];
  const other = node("n3", { pool: "web", zone: "a", os: "linux" }, []);
  expect(labelOfExactly([...pool, other], new Set(["n1", "n2"]))).toBe("pool=db");
  expect(takeTaintOffCommand("", DB, [...pool, other])).toBe("kubectl taint nodes -l pool=db dedicated=db:NoSchedule-");
  expect(takeTaintOffCommand(" --context x", DB, [...pool, { ...other, taints: [DB] }])).toBe(
    "kubectl --context x taint nodes -l os=linux dedicated=db:NoSchedule-",
  );
  const mixed = [node("n1", { pool: "a" }), node("n2", { pool: "b" }), node("n3", { pool: "a" }, [])];
  expect(takeTaintOffCommand("", DB, mixed)).toBe("kubectl taint nodes n1 n2 dedicated=db:NoSchedule-");
  expect(takeTaintOffCommand("", DB, [other])).toBeUndefined();
  const many = Array.from({ length: 21 }, (_, at) => node(`n${at}`, { host: `n${at}` }));
  expect(takeTaintOffCommand("", DB, many)).toBeUndefined();
});

test("a toleration is added by a patch that makes the list where there is none", () => {
  expect(tolerationPatch(0, [DB])).toEqual([
    { op: "add", path: "/spec/template/spec/tolerations", value: [] },
    { op: "add", path: "/spec/template/spec/tolerations/-", value: { key: "dedicated", operator: "Exists", effect: "NoSchedule" } },
  ]);
  expect(tolerationPatch(2, [DB])).toHaveLength(1);
  expect(patchCommand(" --context a", "ns", "ds", [])).toBe("kubectl --context a -n ns patch daemonset ds --type=json -p '[]'");
});

test("a command names the context, but not of a cluster that has none", () => {
  expect(contextFlag({ context: "eu1 prod", simulated: false })).toBe(" --context 'eu1 prod'");
  expect(contextFlag({ context: "in-cluster", simulated: false })).toBe("");
  expect(contextFlag({ context: "tour", simulated: true })).toBe("");
});
