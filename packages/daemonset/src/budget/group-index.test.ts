import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HOLDER_NODES_LIMIT } from "../records/budget.ts";
import { GroupIndex, mergeGroups } from "./group-index.ts";
import { type GroupKey, NodeGroups } from "./group-nodes.ts";
import { TimeMultiset } from "./time-multiset.ts";
import { byName, TopN } from "./top-n.ts";

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
/** Moves nodes to another kind or removes them. Many at once, so that more of them change than are kept in order. */
const step = fc.record({
  from: fc.nat(nodes.length - 1),
  count: fc.integer({ min: 1, max: 250 }),
  to: fc.option(found, { nil: undefined }),
});

const listed = (groups: ReturnType<GroupIndex<Found>["list"]>) => groups.map(({ value, ...group }) => ({ ...group, kind: value.kind }));

describe(`incremental groups of nodes, seed ${SEED}`, () => {
  it("B7 groups updated incrementally equal groups computed from all nodes", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const there = new Map<string, Found>();
        const kept = new GroupIndex<Found>(BY_KIND);
        for (const { from, count, to } of steps) {
          for (let at = from; at < from + count; at++) {
            const node = nodes[at % nodes.length] ?? "";
            const before = there.get(node);
            if (before !== undefined) kept.drop(node, before, before.sinceMs, before.endsAtMs);
            there.delete(node);
            if (to !== undefined) kept.put(node, to, to.sinceMs, to.endsAtMs);
            if (to !== undefined) there.set(node, to);
          }
          const rebuilt = new NodeGroups<Found>(BY_KIND);
          for (const [node, value] of there) rebuilt.add(value, node, value.sinceMs, value.endsAtMs);
          expect(listed(kept.list(() => there))).toEqual(listed(rebuilt.list()));
        }
      }),
      { seed: SEED },
    );
  });

  it("B7 two merged lists of groups equal the groups of all their nodes", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), found), { maxLength: 200 }), (all) => {
        const of = (isMeant: (isFirst: boolean) => boolean) => {
          const groups = new NodeGroups<Found>(BY_KIND);
          for (const [at, [isFirst, value]] of all.entries())
            if (isMeant(isFirst)) groups.add(value, nodes[at] ?? "", value.sinceMs, value.endsAtMs);
          return groups.list();
        };
        const [some, others] = [of((isFirst) => isFirst), of((isFirst) => !isFirst)];
        expect(listed(mergeGroups(some, others))).toEqual(listed(of(() => true)));
      }),
      { seed: SEED },
    );
  });

  it("an unchanged group, and an unchanged list, stays the same object", () => {
    const kept = new GroupIndex<Found>(BY_KIND);
    const of = (kind: string): Found => ({ kind, sinceMs: 1, endsAtMs: undefined });
    for (const node of ["n1", "n2", "n3"]) kept.put(node, of(node === "n3" ? "b" : "a"), 1);
    const before = kept.list(() => []);
    expect(kept.list(() => [])).toBe(before);
    kept.drop("n3", of("b"), 1);
    kept.put("n3", of("b"), 2);
    const after = kept.list(() => [["n3", of("b")]]);
    expect(after[0]).toBe(before[0]);
    expect(after[1]).toMatchObject({ count: 1, sinceMs: 2 });
  });
});

describe("the first few items", () => {
  it("finds the first fifty of ten thousand changing names with few reads", () => {
    const few = new TopN<string>(HOLDER_NODES_LIMIT, byName);
    const names = Array.from({ length: 10_000 }, (_, at) => `node-${((at * 7919) % 10_000).toString().padStart(5, "0")}`);
    const there = new Set<string>();
    let readCount = 0;
    const all = function* () {
      for (const name of there) {
        readCount++;
        yield name;
      }
    };
    const changes = 100_000;
    for (let at = 0; at < changes; at++) {
      const name = names[(at * 31) % names.length] ?? "";
      if (there.has(name)) {
        there.delete(name);
        few.drop(name);
      } else {
        there.add(name);
        few.add(name);
      }
      if (at % 1000 === 999) expect(few.list(all)).toEqual([...there].sort().slice(0, HOLDER_NODES_LIMIT));
      else few.list(all);
    }
    // Mostly 5,000 or more exist: a search of all of them on each change would be 500 million comparisons.
    expect(readCount).toBeLessThan(changes * 10);
  });
});

it(`the earliest and the latest of changing times, seed ${SEED}`, () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), fc.nat(8)), { maxLength: 60 }), (steps) => {
      const there: number[] = [];
      const bag = new TimeMultiset();
      for (const [comes, ms] of steps) {
        const at = there.indexOf(ms);
        if (comes) there.push(ms);
        else if (at >= 0) there.splice(at, 1);
        if (comes) bag.add(ms);
        else if (at >= 0) bag.drop(ms);
        expect([bag.size, bag.earliest(), bag.latest()]).toEqual(
          there.length === 0 ? [0, undefined, undefined] : [there.length, Math.min(...there), Math.max(...there)],
        );
      }
    }),
    { seed: SEED },
  );
});
