import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HOLDER_NODES_LIMIT } from "../records/budget.ts";
import { GroupIndex, mergeGroups } from "./group-index.ts";
import { type GroupKey, NodeGroups } from "./group-nodes.ts";
import { TimeMultiset } from "./time-multiset.ts";
import { TopN } from "./top-n.ts";

const SEED = Number(process.env.SEED ?? 20261126);

interface Found {
  readonly kind: string;
  readonly sinceMs: number | undefined;
  readonly endsAtMs: number | undefined;
}
const BY_KIND: GroupKey<Found> = { keyOf: ({ kind }) => kind, isOne: (a, b) => a.kind === b.kind };
const nodes = Array.from({ length: 400 }, (_, at) => `node-${at}`);
const found = fc.record({
  kind: fc.constantFrom("a", "b", "c", "d", "e", "f", "g"),
  sinceMs: fc.option(fc.nat(5), { nil: undefined }),
  endsAtMs: fc.option(fc.nat(5), { nil: undefined }),
});
/** Moves nodes to another kind or removes them. A step may change more nodes than `TopN` keeps in order. */
const step = fc.record({
  from: fc.nat(nodes.length - 1),
  count: fc.integer({ min: 1, max: 250 }),
  to: fc.option(found, { nil: undefined }),
});

const withKind = (groups: ReturnType<GroupIndex<Found>["list"]>) => groups.map(({ value, ...group }) => ({ ...group, kind: value.kind }));

describe(`incremental groups of nodes, seed ${SEED}`, () => {
  it("B7 groups updated incrementally equal groups computed from all nodes", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const present = new Map<string, Found>();
        const index = new GroupIndex<Found>(BY_KIND);
        for (const { from, count, to } of steps) {
          for (let at = from; at < from + count; at++) {
            const node = nodes[at % nodes.length] ?? "";
            const before = present.get(node);
            if (before !== undefined) index.drop(node, before, before.sinceMs, before.endsAtMs);
            present.delete(node);
            if (to !== undefined) index.put(node, to, to.sinceMs, to.endsAtMs);
            if (to !== undefined) present.set(node, to);
          }
          const rebuilt = new NodeGroups<Found>(BY_KIND);
          for (const [node, value] of present) rebuilt.add(value, node, value.sinceMs, value.endsAtMs);
          expect(withKind(index.list(() => present))).toEqual(withKind(rebuilt.list()));
        }
      }),
      { seed: SEED },
    );
  });

  it("B7 two merged lists of groups equal the groups of all their nodes", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), found), { maxLength: 200 }), (all) => {
        const groupsOf = (isIncluded: (isFirst: boolean) => boolean) => {
          const groups = new NodeGroups<Found>(BY_KIND);
          for (const [at, [isFirst, value]] of all.entries())
            if (isIncluded(isFirst)) groups.add(value, nodes[at] ?? "", value.sinceMs, value.endsAtMs);
          return groups.list();
        };
        const [some, others] = [groupsOf((isFirst) => isFirst), groupsOf((isFirst) => !isFirst)];
        expect(withKind(mergeGroups(some, others))).toEqual(withKind(groupsOf(() => true)));
      }),
      { seed: SEED },
    );
  });

  it("an unchanged group, and an unchanged list, stays the same object", () => {
    const index = new GroupIndex<Found>(BY_KIND);
    const foundOf = (kind: string): Found => ({ kind, sinceMs: 1, endsAtMs: undefined });
    for (const node of ["n1", "n2", "n3"]) index.put(node, foundOf(node === "n3" ? "b" : "a"), 1);
    const before = index.list(() => []);
    expect(index.list(() => [])).toBe(before);
    index.drop("n3", foundOf("b"), 1);
    index.put("n3", foundOf("b"), 2);
    const after = index.list(() => [["n3", foundOf("b")]]);
    expect(after[0]).toBe(before[0]);
    expect(after[1]).toMatchObject({ count: 1, sinceMs: 2 });
  });
});

describe("TopN", () => {
  it("finds the first fifty of ten thousand changing names with few reads", () => {
    const topN = new TopN<string>(HOLDER_NODES_LIMIT, compareTexts);
    const names = Array.from({ length: 10_000 }, (_, at) => `node-${((at * 7919) % 10_000).toString().padStart(5, "0")}`);
    const present = new Set<string>();
    let readCount = 0;
    const all = function* () {
      for (const name of present) {
        readCount++;
        yield name;
      }
    };
    const changes = 100_000;
    for (let at = 0; at < changes; at++) {
      const name = names[(at * 31) % names.length] ?? "";
      if (present.has(name)) {
        present.delete(name);
        topN.drop(name);
      } else {
        present.add(name);
        topN.add(name);
      }
      if (at % 1000 === 999) expect(topN.list(all)).toEqual([...present].sort().slice(0, HOLDER_NODES_LIMIT));
      else topN.list(all);
    }
    // Mostly 5,000 or more exist: a search of all of them on each change would be 500 million comparisons.
    expect(readCount).toBeLessThan(changes * 10);
  });
});

it(`TimeMultiset returns the earliest and the latest of changing times, seed ${SEED}`, () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), fc.nat(8)), { maxLength: 60 }), (steps) => {
      const present: number[] = [];
      const times = new TimeMultiset();
      for (const [isAdded, ms] of steps) {
        const at = present.indexOf(ms);
        if (isAdded) present.push(ms);
        else if (at >= 0) present.splice(at, 1);
        if (isAdded) times.add(ms);
        else if (at >= 0) times.drop(ms);
        expect([times.size, times.earliest(), times.latest()]).toEqual(
          present.length === 0 ? [0, undefined, undefined] : [present.length, Math.min(...present), Math.max(...present)],
        );
      }
    }),
    { seed: SEED },
  );
});
