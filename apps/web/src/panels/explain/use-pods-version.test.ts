import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { afterFrame, cellsText, clusterStateOf } from "@daemonscope/shared/state/cluster-state.fixture";
import type { Frame } from "@daemonscope/shared/state/frame";
import { expect, it } from "vitest";
import { podsVersions } from "./use-pods-version.ts";

const node = (name: string) => ({ name }) as NodeRecord;
const record = (key: string) => ({ key }) as never;

it.each([
  ["a cell of the DaemonSet", 1, { cells: cellsText([[0, 0, 5]]) }],
  ["the record of the DaemonSet", 1, { daemonSets: { put: [[0, record("x/one")]] } }],
  ["a node", 1, { nodes: { put: [[0, node("a")]] } }],
  ["a cell of another DaemonSet", 0, { cells: cellsText([[0, 1, 5]]) }],
  ["the record of another DaemonSet", 0, { daemonSets: { put: [[1, record("x/two")]] } }],
] as const satisfies readonly (readonly [string, number, Partial<Frame>])[])(
  "a change of %s raises the version by %d",
  (_what, rises, frame) => {
    const state = clusterStateOf([node("a")], [{ key: "x/one" }, { key: "x/two" }], [[0, 0]]);
    const { state: after, effect } = afterFrame(state, frame);
    const versions = podsVersions("x/one");
    const before = versions.whole(state, undefined);
    expect(versions.next(before, after, effect) - before).toBe(rises);
  },
);
