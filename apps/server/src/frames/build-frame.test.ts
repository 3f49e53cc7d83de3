import { NO_CHANGES } from "@daemonscope/daemonset/model/changes";
import { cellChangesOf } from "@daemonscope/shared/codec/cell-changes";
import { emptyState } from "@daemonscope/shared/state/empty-state";
import { expect, test } from "vitest";
import { buildFrame, buildFrameInParts, type KnownRows } from "./build-frame.ts";

const identity = { context: "test", server: "test", version: "v1.36.0", simulated: true };

test("builds a frame of many cells in several steps", () => {
  const names = Array.from({ length: 100_000 }, (_, at) => `n${at}`);
  const state = {
    ...emptyState("e1", identity, 0),
    rows: { names, freed: new Map() },
    columns: { names: ["default/agent"], freed: new Map() },
  };
  const cells = [{ daemonSet: "default/agent", rows: [...names.keys()], nodes: names, bytes: names.map(() => 1) }] as const;
  const steps = buildFrameInParts(state, { ...NO_CHANGES, cells }, undefined, 1);
  let paused = 0;
  for (; !steps.next().done; ) paused++;
  expect(paused).toBeGreaterThan(3);
});

test("finds the row of a cell by the name of its node, also if the model has another row or gave its row away", () => {
  const state = {
    ...emptyState("e1", identity, 0),
    rows: { names: ["a", "b", "c"], freed: new Map() },
    columns: { names: ["default/agent"], freed: new Map() },
  };
  const known: KnownRows = [];
  const rowsOf = (...nodes: readonly string[]) => {
    const cells = [{ daemonSet: "default/agent", rows: [...nodes.keys()], nodes, bytes: nodes.map(() => 1) }] as const;
    const frame = buildFrame(state, { ...NO_CHANGES, cells }, undefined, 1, known);
    return [...((frame && cellChangesOf(frame))?.values() ?? [])].flatMap(({ rows }) => rows);
  };
  expect(rowsOf("b")).toEqual([1]);
  expect(rowsOf("c", "a")).toEqual([0, 2]);
  expect(rowsOf("gone", "b")).toEqual([1]);
});
