import { describe, expect, it } from "vitest";
import { filterMatrix, keyAt, matrixOf, orderOf, sortMatrix } from "./matrix.ts";
import { agentOf, clusterOf } from "./summaries.fixture.ts";
import { templateGroups } from "./template-groups.ts";

const CLUSTERS = [
  clusterOf("calm", [agentOf("logs", "3.1"), agentOf("net", "1.0")]),
  clusterOf("old", [agentOf("logs", "3.0"), agentOf("net", "1.0")]),
  clusterOf("lab", [agentOf("net", "1.0")]),
  clusterOf("stuck", [
    agentOf("logs", "3.1", { need: "stuck", underWay: true, updated: 4, available: 7, olderImages: ["logs:3.0"] }),
    agentOf("net", "1.0"),
  ]),
  clusterOf("silent", [agentOf("logs", "3.1"), agentOf("net", "1.0")], { hearing: "silent", silentMs: 180_000 }),
  clusterOf("shut", [], { hearing: "forbidden" }),
];
const matrix = matrixOf(CLUSTERS);
const rowOf = (name: string, of = matrix) => {
  const row = of.rows.find((each) => each.name === name);
  if (row === undefined) throw new Error(`no row ${name}`);
  return row;
};
const pointIn = (row: string, cluster: string) => rowOf(row).points[matrix.clusters.findIndex(({ name }) => name === cluster)];

describe("matrixOf", () => {
  it("sorts clusters and DaemonSets by severity, disconnected clusters among the worst", () => {
    expect(matrix.clusters.map(({ name }) => name)).toEqual(["stuck", "silent", "shut", "old", "calm", "lab"]);
    expect(matrix.rows.map(({ name }) => name)).toEqual(["logs", "net"]);
  });

  it("names the common version and the clusters of each version, apart from those that still run an older one", () => {
    const { version, versions, lacking, isCommon } = rowOf("logs");
    expect(version).toBe("3.1");
    expect(versions.map((each) => [each.version, [...each.clusters].sort(), each.older])).toEqual([
      ["3.1", ["calm", "silent", "stuck"], []],
      ["3.0", ["old"], ["stuck"]],
    ]);
    expect([lacking, isCommon]).toEqual([["lab"], true]);
  });

  it("marks a cluster that wants an older version, and no cluster with the common one", () => {
    expect(pointIn("logs", "old")).toMatchObject({ kind: "there", isBehind: true, version: "3.0" });
    expect(pointIn("logs", "calm")).toMatchObject({ kind: "there", isBehind: false, rank: 0 });
  });

  it("distinguishes none from unknown", () => {
    expect(pointIn("logs", "lab")?.kind).toBe("none");
    expect(pointIn("logs", "shut")?.kind).toBe("unknown");
  });

  it("compares no cluster with a version that runs on no node", () => {
    const failing = [
      { state: "available", old: true, unready: false, count: 9 },
      { state: "failing", old: false, unready: false, count: 1 },
    ] as const;
    const bad = agentOf("logs", "9-missing", { need: "stuck", available: 9, nodes: failing, olderImages: ["logs:3.0"] });
    const { rows } = matrixOf([clusterOf("calm", [agentOf("logs", "3.1")]), clusterOf("bad", [bad])]);
    expect(rows[0]?.version).toBe("3.1");
    expect(rows[0]?.points.map((point) => point.kind === "there" && point.isBehind)).toEqual([false, false]);
  });

  it("counts available nodes, also during a rollout", () => {
    expect(pointIn("logs", "stuck")).toMatchObject({ count: 7, of: 10 });
    expect(pointIn("logs", "calm")).toMatchObject({ count: 10, of: undefined });
  });

  it("matches one agent by its label if some clusters use another namespace or name", () => {
    const label = "app.kubernetes.io/name=logs";
    const { clusters, rows } = matrixOf([
      clusterOf("a", [agentOf("logs", "1", { alike: label })]),
      clusterOf("b", [agentOf("logs", "1", { alike: label, key: "logging/logs" })]),
      clusterOf("c", [agentOf("logs", "1", { alike: label, key: "logging/logs" })]),
      clusterOf("d", [agentOf("logs", "2", { alike: label, key: "logging/prod-logs" })]),
    ]);
    expect(rows.map(({ key, keys, lacking }) => [key, keys, lacking])).toEqual([
      ["logging/logs", ["logging/logs", "kube-system/logs", "logging/prod-logs"], []],
    ]);
    const [row] = rows;
    expect(clusters.map(({ name }, at) => [name, row && keyAt(row, row.points[at])]).sort()).toEqual([
      ["a", "kube-system/logs"],
      ["b", "logging/logs"],
      ["c", "logging/logs"],
      ["d", "logging/prod-logs"],
    ]);
    expect(row && templateGroups(row, clusters)[0]).toMatchObject({ names: ["a", "b", "c", "d"], key: "kube-system/logs" });
  });

  it("keeps two DaemonSets of one cluster in separate rows, also with equal labels", () => {
    const label = "app.kubernetes.io/name=logs";
    const both = [agentOf("logs", "1", { alike: label }), agentOf("logs-windows", "1", { alike: label })];
    const { rows } = matrixOf([clusterOf("a", both), clusterOf("b", [both[0] as (typeof both)[number]])]);
    expect(rows.map(({ keys }) => keys).sort()).toEqual([["kube-system/logs"], ["kube-system/logs-windows"]]);
  });

  it("matches a DaemonSet by its key if clusters label it differently, one row per key", () => {
    const { rows } = matrixOf([
      clusterOf("a", [agentOf("logs", "1", { alike: "x" })]),
      clusterOf("b", [agentOf("logs", "1", { alike: "y" })]),
      clusterOf("c", [agentOf("logs", "1", { alike: "y", key: "other/logs" })]),
    ]);
    expect(rows.map(({ keys }) => keys).sort()).toEqual([["kube-system/logs"], ["other/logs"]]);
  });

  it("distinguishes DaemonSets of one name by namespace", () => {
    const { rows } = matrixOf([clusterOf("a", [agentOf("logs", "1"), agentOf("logs", "1", { key: "other/logs" })])]);
    expect(rows.map(({ key, isNamesake }) => [key, isNamesake])).toEqual([
      ["kube-system/logs", true],
      ["other/logs", true],
    ]);
  });
});

it("keeps the order, and appends new entries", () => {
  const before = orderOf(matrixOf(CLUSTERS));
  const recovered = CLUSTERS.map((cluster) =>
    cluster.name === "stuck" ? clusterOf("stuck", [agentOf("logs", "3.1"), agentOf("new", "1")]) : cluster,
  );
  const kept = sortMatrix(matrixOf(recovered), before);
  expect(kept.clusters.map(({ name }) => name)).toEqual(before.clusters);
  expect(kept.rows.map(({ name }) => name)).toEqual(["logs", "net", "new"]);
  expect(rowOf("logs", kept).points[0]).toMatchObject({ kind: "there", rank: 0 });
});

describe("filterMatrix", () => {
  it.each([
    ["old", ["old"], ["logs", "net"]],
    ["logs", ["stuck", "silent", "shut", "old", "calm", "lab"], ["logs"]],
    ["logs old", ["old"], ["logs"]],
    ["3.0", ["stuck", "silent", "shut", "old", "calm", "lab"], ["logs"]],
    ["lab", ["lab"], ["net"]],
    ["nothing", ["stuck", "silent", "shut", "old", "calm", "lab"], []],
    ["", ["stuck", "silent", "shut", "old", "calm", "lab"], ["logs", "net"]],
  ])("keeps the clusters and rows that match %j", (query, clusters, rows) => {
    const kept = filterMatrix(matrix, query);
    expect(kept.clusters.map(({ name }) => name)).toEqual(clusters);
    expect(kept.rows.map(({ name }) => name)).toEqual(rows);
    for (const row of kept.rows) expect(row.points).toHaveLength(clusters.length);
  });
});
