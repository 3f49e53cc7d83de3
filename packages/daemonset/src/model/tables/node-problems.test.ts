import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BudgetSlot } from "../../budget/budget-slot.ts";
import { budgetOf, budgetOfGroups } from "../../budget/derive-budget.ts";
import { TALLY } from "../../counts/tally.ts";
import { HOLDER_NODES_LIMIT } from "../../records/budget.ts";
import { type BecomingAvailable, MAX_BECOMING_AVAILABLE } from "../../records/records.ts";
import { groupCauses } from "../../rollout/concern/derive-causes.fixture.ts";
import { causesOfGroups, type NodeCause } from "../../rollout/concern/derive-causes.ts";
import { DEFAULT_STALL_TIMEOUTS } from "../../rollout/concern/detect-stall.ts";
import { groupOverdue, overdueNodes } from "../../rollout/concern/overdue.fixture.ts";
import type { PairAssessment } from "../assess-pair.ts";
import { unknownPair } from "../unknown-pair.ts";
import { PairColumns } from "./pair-columns.ts";

const SEED = Number(process.env.SEED ?? 20261126);
const ROWS = 300;
const nameOf = (row: number) => `node-${(row * 7919) % 1000}`;
const LIMITS = { kind: "maxUnavailable", spec: "10%", allowed: 3 } as const;
const patience = DEFAULT_STALL_TIMEOUTS;

const cause = fc.constantFrom(
  { kind: "starting" } as const,
  { kind: "nodeNotReady" } as const,
  { kind: "noRoom", reason: "Insufficient cpu" } as const,
  { kind: "imageFailed", reason: "ErrImagePull", subject: "a:1" } as const,
  { kind: "imageFailed", reason: "ErrImagePull", subject: "a:2" } as const,
  { kind: "evicted", reason: "Evicted" } as const,
);
const atMs = fc.constantFrom(0, 1000, 2000, 590_000, 700_000);
const maybeMs = fc.option(atMs, { nil: undefined });
const unit: fc.Arbitrary<BudgetSlot> = fc
  .record({
    cause,
    sinceMs: maybeMs,
    endsAtMs: maybeMs,
    lasting: fc.boolean(),
    reason: fc.constantFrom("noPod" as const, "twoPods" as const),
  })
  .map(({ endsAtMs, ...rest }) => (endsAtMs === undefined ? rest : { ...rest, endsAtMs }));
const nodeCause: fc.Arbitrary<NodeCause> = fc
  .record({
    cause,
    sinceMs: maybeMs,
    fromMs: maybeMs,
    state: fc.constantFrom("nodeUnready" as const, "starting" as const, "unscheduled" as const),
    patience: fc.constantFrom("none" as const, "lasting" as const, "slow" as const, "never" as const),
  })
  .map(({ fromMs, ...rest }) => (fromMs === undefined ? rest : { ...rest, fromMs }));
const NOTHING = unknownPair("run", false, true);
const assessment: fc.Arbitrary<PairAssessment> = fc.oneof(
  { arbitrary: fc.constant(NOTHING), weight: 1 },
  {
    arbitrary: fc
      .record({
        unit: fc.option(unit, { nil: undefined }),
        cause: fc.option(nodeCause, { nil: undefined }),
        readyAtMs: fc.option(fc.nat(3), { nil: undefined }),
        tally: fc.constantFrom(0, TALLY.outdated, TALLY.keptUnready, TALLY.outdated | TALLY.keptUnready),
        progressAtMs: fc.nat(5),
        wakeAtMs: maybeMs,
      })
      .map(({ readyAtMs, progressAtMs, ...rest }) => ({
        ...NOTHING,
        ...rest,
        progressAtMs: progressAtMs * 1000,
        readying: readyAtMs === undefined ? [] : [{ node: "", readyAtMs, availableAtMs: readyAtMs + 7 }],
      })),
    weight: 3,
  },
);
/** A number of rows changes, and then time passes. */
const step = fc.record({
  from: fc.nat(ROWS - 1),
  count: fc.integer({ min: 1, max: ROWS }),
  assessed: assessment,
  passesMs: fc.constantFrom(0, 1, 40_000, 300_000),
  movedAtMs: maybeMs,
});

const withNames = <T>(rows: ReadonlyMap<number, T>) => Array.from(rows, ([row, value]) => [nameOf(row), value] as const);
const soonestFirst = (a: BecomingAvailable, b: BecomingAvailable) => a.availableAtMs - b.availableAtMs || (a.node < b.node ? -1 : 1);
const put = (columns: PairColumns, row: number, assessed: PairAssessment) =>
  columns.put(row, { ...assessed, readying: assessed.readying.map((each) => ({ ...each, node: nameOf(row) })) });

describe(`incremental node problems, seed ${SEED}`, () => {
  it("B7 R13 R22 equals a full computation over all nodes after any changes, also from saved columns", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const columns = new PairColumns();
        let nowMs = 500_000;
        for (const { from, count, assessed, passesMs, movedAtMs } of steps) {
          for (let at = from; at < from + count; at++) put(columns, at % ROWS, assessed);
          nowMs += passesMs;
          for (const each of [columns, new PairColumns(columns.saved)]) {
            const problems = each.nodeProblems(nameOf, patience);
            expect(budgetOfGroups(LIMITS, problems.holders())).toEqual(budgetOf(LIMITS, withNames(columns.units)));
            expect(causesOfGroups(problems.causes())).toEqual(groupCauses(withNames(columns.causes)));
            const { overdue, nextAtMs } = overdueNodes(withNames(columns.causes), { nowMs, patience, movedAtMs });
            expect(problems.overdue(nowMs, movedAtMs)).toEqual({ overdue: groupOverdue(overdue), nextAtMs });
            const readying = [...columns.readying.values()].flat().sort(soonestFirst);
            expect(problems.readying()).toEqual(readying.slice(0, MAX_BECOMING_AVAILABLE));
            for (const field of ["toDelete", "keptUnready"] as const) {
              const names = columns.rowsIn(field).map(nameOf).sort();
              expect(problems.firstIn(field)).toEqual(names.slice(0, HOLDER_NODES_LIMIT));
            }
            const wakes = [...columns.wakeAtMs.values()];
            expect(each.nextWakeAtMs).toBe(wakes.length === 0 ? undefined : Math.min(...wakes));
            const progressMs = Math.max(0, ...(each.saved.progressAtMs as Float64Array));
            expect(each.progressAtMs()).toBe(progressMs === 0 ? undefined : progressMs);
          }
        }
      }),
      { seed: SEED },
    );
  });

  it("reads only the changed nodes for a record, even if five thousand wait", () => {
    const columns = new PairColumns();
    const waiting: PairAssessment = {
      ...NOTHING,
      unit: { reason: "newUnavailable", cause: { kind: "starting" }, sinceMs: 1000, lasting: false },
      cause: { state: "starting", cause: { kind: "starting" }, sinceMs: 1000, patience: "slow" },
      readying: [{ node: "", readyAtMs: 1, availableAtMs: 2 }],
    };
    let [namedCount, listCount] = [0, 0];
    const countingNameOf = (row: number) => {
      namedCount++;
      return nameOf(row);
    };
    for (let row = 0; row < 5000; row++) put(columns, row, waiting);
    for (const rows of [columns.units, columns.causes, columns.readying] as Map<number, unknown>[]) {
      const entries = rows[Symbol.iterator].bind(rows);
      const values = rows.values.bind(rows);
      rows[Symbol.iterator] = () => {
        listCount++;
        return entries();
      };
      rows.values = () => {
        listCount++;
        return values();
      };
    }
    const readProblems = () => {
      const problems = columns.nodeProblems(countingNameOf, patience);
      return [problems.holders(), problems.causes(), problems.overdue(1e9, undefined), problems.readying()];
    };
    readProblems();
    [namedCount, listCount] = [0, 0];
    const ticks = 200;
    for (let tick = 0; tick < ticks; tick++) {
      put(columns, (tick * 31) % 5000, tick % 2 === 0 ? NOTHING : waiting);
      readProblems();
    }
    // Each joining or leaving node is named for the budget and for its cause; no other node is named.
    expect(namedCount).toBeLessThanOrEqual(2 * ticks);
    expect(listCount).toBe(0);
  });
});
