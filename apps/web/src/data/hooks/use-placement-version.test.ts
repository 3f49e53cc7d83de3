import { readyNode } from "@daemonscope/daemonset/records/ready-node.fixture";
import { afterFrame, cellsText, clusterStateOf } from "@daemonscope/shared/state/cluster-state.fixture";
import type { Frame } from "@daemonscope/shared/state/frame";
import { expect, it } from "vitest";
import { placementVersion } from "./use-placement-version.ts";

const node = (name: string, labels = {}) => readyNode(name, { labels });
const record = (generation: number, more = {}) =>
  ({ key: "x/one", uid: "u", generation, derived: { numberMisscheduled: 0 }, unread: [], ...more }) as never;

it.each([
  ["cells only", { cells: cellsText([[0, 0, 5]]) }, 0],
  ["counts of a DaemonSet", { daemonSets: { put: [[0, record(1, { message: "1 of 2" })]] } }, 0],
  ["a template", { daemonSets: { put: [[0, record(2)]] } }, 1],
  ["misscheduled pods", { daemonSets: { put: [[0, record(1, { derived: { numberMisscheduled: 1 } })]] } }, 1],
  ["the set of DaemonSets after a deletion", { daemonSets: { freed: [[0, 2]] } }, 1],
  ["a node label", { nodes: { put: [[0, node("a", { pool: "b" })]] } }, 1],
  ["the set of nodes after one joins", { nodes: { put: [[1, node("b")]] } }, 1],
] as const satisfies readonly (readonly [string, Partial<Frame>, number])[])(
  "requests placement again after a change of %s: %#",
  (_what, frame, rises) => {
    const state = clusterStateOf([node("a")], [record(1)], [[0]]);
    const before = placementVersion.whole(state, undefined);
    const { state: after, effect } = afterFrame(state, frame);
    expect(placementVersion.next(before, after, effect).version - before.version).toBe(rises);
  },
);

it("a remounted component requests placement with a new version", () => {
  const state = clusterStateOf([node("a")], [record(1)], [[0]]);
  expect(placementVersion.whole(state, undefined).version).toBeLessThan(placementVersion.whole(state, undefined).version);
});
