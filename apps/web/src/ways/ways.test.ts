import type { DaemonSetRecord } from "@daemonscope/daemonset/model/records";
import { describe, expect, test } from "vitest";
import { createTranslator } from "../i18n/translator.ts";
import { selectWays } from "./select-ways.ts";
import { wayEffect } from "./WaysOut.tsx";
import { wayCommand } from "./way-command.ts";

const revision = (number: number, nodes: number | null, current = false) => ({
  hash: `h${number}`,
  revision: number,
  createdAtMs: 0,
  current,
  nodes,
});
const held = (reason: string, count: number) => ({ reason, cause: { kind: "starting" }, count, nodes: [], sinceMs: 0 });
const record = (parts: object): DaemonSetRecord =>
  ({
    namespace: "logging",
    name: "fluent-bit",
    strategy: "RollingUpdate",
    underWay: true,
    revisions: [revision(2, 3, true), revision(1, 9)],
    concern: null,
    derived: { desiredNumberScheduled: 12, numberUnavailable: 3 },
    budget: { kind: "maxUnavailable", spec: "25%", allowed: 3, used: 3, holders: [held("newUnavailable", 3)] },
    ...parts,
  }) as unknown as DaemonSetRecord;

describe("ways out", () => {
  test("of a stuck rollout: undo with what it replaces, a larger budget, and OnDelete to hold it", () => {
    expect(selectWays(record({}))).toEqual([
      { kind: "undo", toRevision: 1, replaced: 3, spread: { atOnce: 3, isExact: true, rounds: 0 } },
      { kind: "raise", field: "maxUnavailable", now: "25%", to: "50%", more: 3 },
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
      { kind: "undo", toRevision: 1, replaced: 3, spread: undefined },
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
      `kubectl --context eu1 -n logging patch ds/fluent-bit -p '{"spec":{"updateStrategy":{"rollingUpdate":{"maxUnavailable":"50%"}}}}'`,
      `kubectl --context eu1 -n logging patch ds/fluent-bit -p '{"spec":{"updateStrategy":{"type":"OnDelete"}}}'`,
    ]);
  });
});

describe("an undo", () => {
  const { t } = createTranslator();
  const undo = (parts: object) => {
    const [way] = selectWays(record(parts));
    return way === undefined ? "" : wayEffect(way, t);
  };
  const budgetOf = (allowed: number, ...holders: ReturnType<typeof held>[]) => ({
    kind: "maxUnavailable",
    spec: String(allowed),
    allowed,
    used: holders.reduce((sum, { count }) => sum + count, 0),
    holders,
  });
  const WHOLE = "Replaces the pods of 6 nodes that have another revision than 1; those that have it keep theirs.";

  test("B4 replaces pods that are not available at once, more of them than the budget has", () => {
    expect(undo({ revisions: [revision(2, 6, true), revision(1, 40)], budget: budgetOf(5, held("newUnavailable", 6)) })).toBe(
      `${WHOLE} None of them is available: all at once, whatever the budget says.`,
    );
  });
  test("B4 needs the budget for the available ones alone", () => {
    expect(undo({ revisions: [revision(2, 6, true), revision(1, 40)], budget: budgetOf(2, held("newUnavailable", 2)) })).toBe(
      `${WHOLE} 2 of them are not available and go at once, whatever the budget says. For the rest the budget must come free about 2 times.`,
    );
    expect(undo({ revisions: [revision(2, 6, true), revision(1, 40)], budget: budgetOf(2) })).toBe(
      `${WHOLE} The budget must come free about 3 times.`,
    );
  });
  test("replaces the pods of a third revision too, and says a bound where it is not known whose pods are not available", () => {
    const revisions = [revision(3, 4, true), revision(2, 40), revision(1, 2)];
    const budget = budgetOf(2, held("newUnavailable", 2), held("oldUnavailable", 1));
    expect(undo({ revisions, budget })).toBe(
      "Replaces the pods of 6 nodes that have another revision than 2; those that have it keep theirs. At least 2 of them at once, whatever the budget says. For the rest the budget must come free about 2 times at most.",
    );
  });
  test("B5 under maxSurge the totals give the bound", () => {
    const surge = { kind: "maxSurge", spec: "2", allowed: 2, used: 0, holders: [] };
    const derived = { desiredNumberScheduled: 8, numberUnavailable: 4 };
    expect(selectWays(record({ revisions: [revision(2, 6, true), revision(1, 2)], budget: surge, derived }))[0]).toMatchObject({
      spread: { atOnce: 2, isExact: false, rounds: 2 },
    });
  });
});

describe("a larger budget", () => {
  const raise = (parts: object) => selectWays(record(parts)).find(({ kind }) => kind === "raise");
  const budget = (spec: string, allowed: number, used = allowed) => ({ kind: "maxUnavailable", spec, allowed, used, holders: [] });
  const derived = { desiredNumberScheduled: 46, numberUnavailable: 5 };

  test("B2 stays a percentage, and counts what that is of the desired nodes, rounded up", () => {
    expect(raise({ budget: budget("10%", 5), derived })).toMatchObject({ to: "20%", more: 5 });
    expect(raise({ budget: budget("10%", 5, 12), derived })).toMatchObject({ to: "29%", more: 9 });
    expect(raise({ budget: budget("2", 2), derived })).toMatchObject({ to: 4, more: 2 });
  });
  test("is no more than all nodes", () => {
    expect(raise({ budget: budget("80%", 37), derived })).toMatchObject({ to: "100%", more: 9 });
    expect(raise({ budget: budget("100%", 46), derived })).toBeUndefined();
    expect(raise({ budget: budget("40", 40), derived })).toMatchObject({ to: 46, more: 6 });
  });
  test("is no way out where every pod has the new revision: a budget only lets old ones go", () => {
    expect(raise({ revisions: [revision(2, 12, true), revision(1, 0)] })).toBeUndefined();
  });
  test("R12 is no way out of a revision that breaks nodes", () => {
    expect(raise({ concern: { kind: "revisionBreaksNodes" } })).toBeUndefined();
  });
});
