import type { DaemonSetRecord } from "@daemonscope/daemonset/model/records";
import { describe, expect, test } from "vitest";
import { createTranslator } from "../i18n/translator.ts";
import { selectWays } from "./select-ways.ts";
import { wayCommand } from "./way-command.ts";

const revision = (number: number, nodes: number | null, current = false) => ({
  hash: `h${number}`,
  revision: number,
  createdAtMs: 0,
  current,
  nodes,
});
const record = (parts: object): DaemonSetRecord =>
  ({
    namespace: "logging",
    name: "fluent-bit",
    strategy: "RollingUpdate",
    underWay: true,
    revisions: [revision(2, 3, true), revision(1, 9)],
    budget: { kind: "maxUnavailable", spec: "25%", allowed: 3, used: 3, holders: [] },
    ...parts,
  }) as unknown as DaemonSetRecord;

describe("ways out", () => {
  test("of a stuck rollout: undo with what it replaces, a larger budget, and OnDelete to hold it", () => {
    expect(selectWays(record({}))).toEqual([
      { kind: "undo", toRevision: 1, replaced: 3, rounds: 1 },
      { kind: "raise", field: "maxUnavailable", now: "25%", to: 6, more: 3 },
      { kind: "hold", untouched: 9 },
    ]);
  });
  test("of places that sick nodes hold: those nodes come before a larger budget", () => {
    const holders = [{ reason: "newUnavailable", cause: { kind: "nodeNotReady" }, count: 3, nodes: ["n1", "n2", "n3"], sinceMs: 0 }];
    const ways = selectWays(record({ budget: { kind: "maxUnavailable", spec: "3", allowed: 3, used: 3, holders } }));
    expect(ways.map(({ kind }) => kind)).toEqual(["undo", "nodes", "raise", "hold"]);
  });
  test("under OnDelete nothing is held: the way goes back to RollingUpdate", () => {
    expect(selectWays(record({ strategy: "OnDelete", budget: { kind: "none", spec: "", allowed: 0, used: 0, holders: [] } }))).toEqual([
      { kind: "undo", toRevision: 1, replaced: 3, rounds: undefined },
      { kind: "resume", outdated: 9 },
    ]);
  });
  test("C13 what was not read is not counted", () => {
    expect(selectWays(record({ revisions: [revision(2, null, true), revision(1, null)] }))[0]).toMatchObject({ replaced: null });
  });
  test("a DaemonSet at rest has no budget to raise, and without an older revision nothing to go back to", () => {
    expect(
      selectWays(
        record({
          underWay: false,
          revisions: [revision(1, 12, true)],
          budget: { kind: "maxUnavailable", spec: "1", allowed: 1, used: 0, holders: [] },
        }),
      ),
    ).toEqual([{ kind: "hold", untouched: 0 }]);
  });
  test("each has a command that names the cluster and quotes what must be quoted", () => {
    const cluster = { context: "eu1", server: "", version: undefined, simulated: false };
    expect(selectWays(record({})).map((way) => wayCommand(way, { namespace: "logging", name: "fluent-bit" }, cluster))).toEqual([
      "kubectl --context eu1 -n logging rollout undo ds/fluent-bit --to-revision=1",
      `kubectl --context eu1 -n logging patch ds/fluent-bit -p '{"spec":{"updateStrategy":{"rollingUpdate":{"maxUnavailable":6}}}}'`,
      `kubectl --context eu1 -n logging patch ds/fluent-bit -p '{"spec":{"updateStrategy":{"type":"OnDelete"}}}'`,
    ]);
  });
  test("effects are sentences", () => {
    const { t } = createTranslator();
    expect(t("ways.undo.replaces", { count: 1874 })).toContain("1,874 nodes");
  });
});
