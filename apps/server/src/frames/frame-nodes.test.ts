import { aNode } from "@daemonscope/daemonset/model/objects.fixture";
import { nodeRecordOf } from "@daemonscope/daemonset/model/tables/node-entry";
import { applyFrame } from "@daemonscope/shared/apply-frame";
import { encodeKeyframe } from "@daemonscope/shared/codec/keyframe";
import { frameText } from "@daemonscope/shared/codec/write-frame";
import { type ClusterState, type ClusterStateOf, withNodeList } from "@daemonscope/shared/state/cluster-state";
import { emptyState } from "@daemonscope/shared/state/empty-state";
import type { Frame } from "@daemonscope/shared/state/frame";
import { stateHash } from "@daemonscope/shared/state/state-hash";
import fc from "fast-check";
import { expect, test } from "vitest";
import { FrameNodes, frameAppliedTo } from "./frame-nodes.ts";

const SEED = Number(process.env.SEED ?? 20261126);
const NODES = 6;
const step = fc.oneof(
  fc.record({
    do: fc.constant("put" as const),
    rows: fc.uniqueArray(fc.nat(NODES - 1), { minLength: 1 }),
    zone: fc.constantFrom("a", "b"),
    uid: fc.nat(2),
  }),
  fc.record({ do: fc.constant("free" as const), row: fc.nat(NODES - 1) }),
  fc.record({ do: fc.constant("nothing" as const) }),
);
const recordOf = (row: number, zone: string, uid: number) => nodeRecordOf(aNode(`n${row}`, { uid: `u${uid}`, labels: { zone } }));

/** Returns changes that fit `state`: if a put row is beyond the last one, all rows between are put, too. */
function nodesOf(
  state: ClusterStateOf,
  change: Exclude<typeof step extends fc.Arbitrary<infer T> ? T : never, { do: "nothing" }>,
): Frame["nodes"] {
  const { names } = state.rows;
  if (change.do === "free") return names[change.row] === undefined ? undefined : { freed: [[change.row, state.seq + 1]] };
  const put = change.rows.toSorted((a, b) => a - b).filter((row) => row < names.length);
  for (let row = names.length; row < Math.max(...change.rows) + 1; row++) put.push(row);
  return { put: put.map((row) => [row, recordOf(row, change.zone, change.uid)] as const) };
}

test(`F2 states with nodes in columns equal those with a list, also after later frames, seed ${SEED}`, () => {
  const identity = { context: "test", server: "http://127.0.0.1:1", version: undefined, simulated: true };
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const begin = emptyState("e", identity, 0);
      let list: ClusterState = begin;
      let columns: ClusterStateOf = { ...begin, nodes: FrameNodes.empty() };
      const seen: [ClusterState, ClusterStateOf][] = [[list, columns]];
      for (const change of steps) {
        const nodes = change.do === "nothing" ? undefined : nodesOf(list, change);
        const frame: Frame = { epoch: "e", seq: list.seq + 1, at: list.seq, ...(nodes === undefined ? {} : { nodes }) };
        const plain = applyFrame(list, frame);
        const next = frameAppliedTo(columns, frame);
        if (plain.kind !== "applied" || next.kind !== "applied") throw new Error(`${plain.kind}, ${next.kind}`);
        expect(frameText(frame, columns, next.state)).toBe(frameText(frame, list, plain.state));
        if (nodes === undefined) expect(next.state.nodes).toBe(columns.nodes);
        list = plain.state;
        columns = next.state;
        expect(stateHash(columns)).toBe(stateHash(list));
        seen.push([list, columns]);
      }
      for (const [was, kept] of seen) {
        expect(withNodeList(kept)).toEqual(was);
        expect(encodeKeyframe(kept)).toEqual(encodeKeyframe(was));
      }
    }),
    { seed: SEED },
  );
});

test("F2 refuses a frame that does not fit a state in columns, and leaves it unchanged", () => {
  const identity = { context: "test", server: "http://127.0.0.1:1", version: undefined, simulated: true };
  const state: ClusterStateOf = { ...emptyState("e", identity, 0), nodes: FrameNodes.empty() };
  const frame: Frame = { epoch: "e", seq: 1, at: 0, nodes: { put: [[5, recordOf(5, "a", 0)]] } };
  expect(frameAppliedTo(state, frame).kind).toBe("damaged");
  expect(frameAppliedTo(state, { ...frame, seq: 2 }).kind).toBe("gap");
  expect(withNodeList(state).nodes).toEqual([]);
});
