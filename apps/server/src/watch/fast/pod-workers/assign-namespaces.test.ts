import fc from "fast-check";
import { expect, it } from "vitest";
import { assignNamespaces } from "./assign-namespaces.ts";

const SEED = Number(process.env.SEED ?? 20261125);
const loads = (workers: readonly number[], assigned: ReadonlyMap<string, number>, pods: ReadonlyMap<string, number>) =>
  workers.map((load, at) =>
    [...assigned].reduce((sum, [namespace, worker]) => sum + (worker === at ? (pods.get(namespace) ?? 0) : 0), load),
  );

it("the largest namespace has a separate worker if possible, and the rest share the others", () => {
  const namespaces = [
    { namespace: "a", pods: 10 },
    { namespace: "b", pods: 90 },
    { namespace: "c", pods: 20 },
    { namespace: "d", pods: 30 },
  ];
  expect(Object.fromEntries(assignNamespaces(namespaces, [0, 0]))).toEqual({ b: 0, d: 1, c: 1, a: 1 });
  expect(Object.fromEntries(assignNamespaces(namespaces, [100, 0]))).toEqual({ b: 1, d: 1, c: 0, a: 0 });
});
it(`balances workers within the size of the largest namespace, seed ${SEED}`, () => {
  const arbitrary = fc.uniqueArray(fc.record({ namespace: fc.string({ minLength: 1, maxLength: 4 }), pods: fc.nat(500) }), {
    selector: ({ namespace }) => namespace,
    maxLength: 30,
  });
  fc.assert(
    fc.property(arbitrary, fc.integer({ min: 1, max: 6 }), (namespaces, count) => {
      const assigned = assignNamespaces(
        namespaces,
        Array.from({ length: count }, () => 0),
      );
      expect([...assigned.keys()].sort()).toEqual(namespaces.map(({ namespace }) => namespace).sort());
      const pods = new Map(namespaces.map((each) => [each.namespace, each.pods + 1]));
      const sums = loads(
        Array.from({ length: count }, () => 0),
        assigned,
        pods,
      );
      expect(Math.max(...sums) - Math.min(...sums)).toBeLessThanOrEqual(Math.max(0, ...pods.values()));
    }),
    { seed: SEED },
  );
});
