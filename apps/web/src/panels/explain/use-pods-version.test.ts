import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { afterFrame, cellsText, clusterStateOf } from "@daemonscope/shared/state/cluster-state.fixture";
import type { Frame } from "@daemonscope/shared/state/frame";
import { expect, it } from "vitest";
import { podsVersions } from "./use-pods-version.ts";

const node = (name: string) => ({ name }) as NodeRecord;
const record = (key: string) => ({ key }) as never;

it.each([
  ["a cell of the DaemonSet", { cells: cellsText([[0, 0, 5]]) }, 1],
  ["the record of the DaemonSet", { daemonSets: { put: [[0, record("x/one")]] } }, 1],
  ["a node", { nodes: { put: [[0, node("a")]] } }, 1],
  ["a cell of another DaemonSet", { cells: cellsText([[0, 1, 5]]) }, 0],
  ["the record of another DaemonSet", { daemonSets: { put: [[1, record("x/two")]] } }, 0],
] as const satisfies readonly (readonly [string, Partial<Frame>, number])[])(
  "requests pods again after a change of %s: %#",
  (_what, frame, rises) => {
    const state = clusterStateOf([node("a")], [{ key: "x/one" }, { key: "x/two" }], [[0, 0]]);
    const { state: after, effect } = afterFrame(state, frame);
    const versions = podsVersions("x/one");
    const before = versions.whole(state, undefined);
    expect(versions.next(before, after, effect) - before).toBe(rises);
  },
);
