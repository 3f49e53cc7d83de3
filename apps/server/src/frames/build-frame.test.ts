import { NO_CHANGES } from "@daemonscope/daemonset/model/changes";
import { cellChangesOf } from "@daemonscope/shared/codec/cell-changes";
import { emptyState } from "@daemonscope/shared/state/empty-state";
import { expect, test } from "vitest";
import { buildFrame, type KnownRows } from "./build-frame.ts";

test("finds the row of a cell by the name of its node, also if the model has another row or gave its row away", () => {
  const identity = { context: "test", server: "test", version: "v1.36.0", simulated: true };
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
