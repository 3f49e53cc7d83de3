import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { afterFrame, cellsText, clusterStateOf } from "@daemonscope/shared/state/cluster-state.fixture";
import { mergeEffects, NO_EFFECT } from "@daemonscope/shared/state/frame-effect";
import fc from "fast-check";
import { expect, test } from "vitest";
import { recountAll } from "./recount-all.ts";
import { NODE_STATES, type NodeStates } from "./select-node-states.ts";

const NODES = 12;
const SETS = ["a/2", "a/0", "a/1"];
const recordOf = (name: string, isReady: boolean): NodeRecord => ({
  name,
  uid: name,
  labels: {},
  taints: [],
  unschedulable: false,
  ready: isReady ? "True" : "False",
  createdAtMs: 0,
});

/** Cells that change, nodes that leave, go NotReady or come back, and nodes that join. */
const aFrame = fc.record({
  cells: fc.array(fc.tuple(fc.nat(NODES - 1), fc.nat(SETS.length - 1), fc.nat(255)), { maxLength: 30 }),
  freed: fc.option(fc.nat(NODES - 1)),
  changed: fc.array(fc.tuple(fc.nat(NODES - 1), fc.boolean()), { maxLength: 2 }),
  joins: fc.boolean(),
});

const counts = ({ bytes, wants, lacks, unknown, totals }: NodeStates) => ({ bytes, wants, lacks, unknown, totals });

test("the column-wise count of all nodes equals the count of each single node", () => {
  fc.assert(
    fc.property(fc.array(aFrame, { minLength: 1, maxLength: 6 }), (frames) => {
      let state = clusterStateOf(
        Array.from({ length: NODES }, (_, row) => recordOf(`n${row}`, row % 4 !== 0)),
        SETS.map((key) => ({ key })),
        Array.from({ length: NODES }, (_, row) => [row, row * 5, row * 20]),
      );
      let before = NODE_STATES.whole(state, undefined);
      let earlier = before;
      let since = NO_EFFECT;
      for (const { cells, freed, changed, joins } of frames) {
        const { names } = state.rows;
        const isThere = (row: number) => names[row] !== undefined && row !== freed;
        const puts = new Map(changed.filter(([row]) => isThere(row)).map(([row, isReady]) => [row, recordOf(names[row] ?? "", isReady)]));
        if (joins) puts.set(names.length, recordOf(`late${state.seq}`, state.seq % 2 === 0));
        const after = afterFrame(state, {
          nodes: {
            freed: freed === null || names[freed] === undefined ? [] : [[freed, state.seq + 1]],
            put: [...puts].sort(([a], [b]) => a - b),
          },
          cells: cellsText(cells.filter(([row]) => isThere(row))),
        });
        state = after.state;
        const whole = NODE_STATES.whole(state, undefined);
        // First a reader that saw the previous state, then one that did not. The second gets the result that was
        // counted for the first.
        for (const [was, effect] of [
          [before, after.effect],
          [earlier, mergeEffects(since, after.effect)],
        ] as const) {
          const { counted, totals } = recountAll(was, state, effect);
          expect({ ...counted, totals }).toEqual(counts(whole));
        }
        [earlier, since, before] = [before, after.effect, whole];
      }
    }),
    { seed: 20261126, numRuns: 150 },
  );
});
