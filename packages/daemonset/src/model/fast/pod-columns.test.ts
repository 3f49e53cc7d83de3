import fc from "fast-check";
import { expect, it } from "vitest";
import type { PodFacts } from "../../pods/pod-facts.ts";
import { PodTable } from "../tables/pod-table.ts";
import { PodColumns } from "./pod-columns.ts";

const uid = fc.oneof(
  fc.nat({ max: 25 }).map((n) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`),
  fc.constantFrom("u1", "u2"),
);
const owner = fc.constantFrom("ds-1", "ds-2");
const node = fc.constantFrom("n1", "n2", "n3", "");
const sinceMs = fc.option(
  fc.oneof(
    fc.integer({ min: 0, max: 100 }).map((n) => n * 1000),
    fc.integer({ min: -10, max: 10 }),
  ),
  { nil: undefined },
);
const text = fc.option(fc.constantFrom("a", "b", ""), { nil: undefined });
const plain = fc.record({
  uid,
  namespace: fc.constantFrom("kube-system", "default"),
  name: fc.oneof(
    fc.nat({ max: 9 }).map((n) => `agent-${n}x2y${n}`),
    fc.constantFrom("odd.Name", "", "agent-"),
  ),
  ownerUid: owner,
  node,
  scheduled: fc.boolean(),
  createdAtMs: fc.constantFrom(0, 1000, 5000, 5001),
  hash: text,
  templateGeneration: text,
  phase: fc.constantFrom("Running", "Pending", "Failed"),
  ready: fc.boolean(),
  readySinceMs: sinceMs,
  unreadySinceMs: sinceMs,
  deletingSinceMs: fc.constant(undefined),
  goneByMs: fc.constant(undefined),
  restarts: fc.constantFrom(0, 3, 70_000),
  reason: fc.constant(undefined),
  message: fc.constant(undefined),
  failing: fc.boolean(),
  passing: fc.boolean(),
  step: fc.constantFrom(undefined, "image" as const, "readiness" as const),
});
const pod: fc.Arbitrary<PodFacts> = fc
  .tuple(
    plain,
    fc.record(
      {
        reason: fc.constant({ kind: "reason" as const, reason: "Error" }),
        message: fc.constant("said"),
        lastExit: fc.constant({ code: 1 }),
        overcomeAtMs: fc.constant(9000),
        loopSinceMs: fc.constant(4000),
        container: fc.constant({ name: "agent", role: "main" as const, restarts: 2 }),
        deletingSinceMs: fc.constant(2000),
        goneByMs: fc.constant(3000),
        notReady: fc.constant({ reason: "ReadinessGatesNotReady", message: "said" }),
        unscheduled: fc.constant({ schedulerName: "batch", reported: false }),
        finalizers: fc.constant(["x.example.com/hold"]),
        images: fc.constantFrom("a=b", "a=c"),
      },
      { requiredKeys: [] },
    ),
    fc.boolean(),
  )
  .map(([facts, more, isUnhealthy]) =>
    isUnhealthy ? { ...facts, ...more } : { ...facts, ...(more.images === undefined ? {} : { images: more.images }) },
  );
const step = fc.oneof({ weight: 3, arbitrary: pod }, { weight: 1, arbitrary: uid });

const inOrder = (pods: Iterable<PodFacts>) => [...pods].sort((a, b) => (a.uid < b.uid ? -1 : a.uid > b.uid ? 1 : 0));
/** Pods that the controller's order does not distinguish may come in any order. */
const byOrder = (pods: readonly PodFacts[]) => ({
  order: pods.map(({ scheduled, createdAtMs, name }) => [scheduled, createdAtMs, name]),
  pods: inOrder(pods),
});

it("answers like a table of pod objects after any changes", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 150 }), (steps) => {
      const columns = new PodColumns();
      const table = new PodTable();
      for (const each of steps) {
        if (typeof each === "string") expect(columns.drop(each)).toEqual(table.drop(each));
        else {
          expect(columns.isUnchanged(each)).toBe(table.isUnchanged(each));
          expect(columns.put(each)).toEqual(table.put(each));
          expect([columns.isUnchanged(each), columns.byUid(each.uid)]).toEqual([true, each]);
        }
      }
      expect(columns.size).toBe(table.size);
      expect(inOrder(columns.all())).toEqual(inOrder(table.all()));
      for (const each of steps) {
        const podUid = typeof each === "string" ? each : each.uid;
        expect(columns.byUid(podUid)).toEqual(table.byUid(podUid));
      }
      for (const ownerUid of ["ds-1", "ds-2", "none"]) {
        expect([...columns.nodesOf(ownerUid)].sort()).toEqual([...table.nodesOf(ownerUid)].sort());
        expect(inOrder(columns.of(ownerUid))).toEqual(inOrder(table.of(ownerUid)));
        for (const name of ["n1", "n2", "n3", "", "n4"])
          expect(byOrder(columns.on(ownerUid, name))).toEqual(byOrder(table.on(ownerUid, name)));
      }
    }),
    { seed: 20261124, numRuns: 500 },
  );
});
