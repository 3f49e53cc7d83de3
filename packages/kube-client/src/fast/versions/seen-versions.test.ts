import type { ObjectMeta } from "@daemonscope/kube/objects";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PlainObjectIndex } from "./plain-object-index.fixture.ts";
import { SeenVersions, VersionColumn } from "./seen-versions.ts";

const uid = fc.oneof(
  fc.nat({ max: 30 }).map((n) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`),
  fc.constantFrom("u1", "u2"),
);
const name = fc.oneof(
  fc.nat({ max: 20 }).map((n) => `agent-${n.toString(36).padStart(5, "x")}`),
  fc.constantFrom("node-1", "node.2", "a", "UPPER"),
);
const version = fc.constantFrom("1", "2", "10", "4294967296", "9007199254740991", "007", "9007199254740993", "", "abc", "0");
const metadata: fc.Arbitrary<ObjectMeta> = fc
  .record({ name, namespace: fc.constantFrom("kube-system", "default", undefined), uid, resourceVersion: version })
  .map(({ namespace, ...rest }) => (namespace === undefined ? rest : { ...rest, namespace }));
const print = fc.constantFrom(undefined, { a: 1, b: 1 }, { a: 1, b: 4294967295 }, { a: 0, b: 1 });
const step = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(metadata, print).map(([object, as]) => ({ do: "put" as const, object, as })) },
  { weight: 3, arbitrary: uid.map((gone) => ({ do: "drop" as const, gone })) },
  { weight: 3, arbitrary: uid.map((came) => ({ do: "list" as const, came })) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.nat({ max: 30 }), fc.constantFrom(1, 2, 10, 11, 4294967296), print)
      .map(([n, newer, as = { a: 1, b: 1 }]) => ({ do: "compare" as const, n, newer, as })),
  },
  { weight: 1, arbitrary: fc.constantFrom({ do: "beginList" as const }, { do: "doubt" as const }) },
);

it("answers like an index in maps of texts", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), fc.array(metadata, { maxLength: 20 }), (steps, asked) => {
      const index = new SeenVersions();
      const plain = new PlainObjectIndex();
      for (const each of steps) {
        if (each.do === "put") {
          const predecessor = plain.predecessorOf(each.object);
          expect(index.predecessorOf(each.object)).toBe(predecessor);
          if (predecessor !== undefined) expect(index.drop(predecessor)).toEqual(plain.drop(predecessor));
          index.put(each.object, each.as);
          plain.put(each.object, each.as);
        } else if (each.do === "drop") expect(index.drop(each.gone)).toEqual(plain.drop(each.gone));
        else if (each.do === "list") {
          index.list(each.came);
          plain.list(each.came);
        } else if (each.do === "compare") {
          const numbers = { a: 0, b: 0x4000, c: 0x80000000, d: Number.parseInt(String(each.n), 16) };
          const compared = plain.compare(numbers, each.newer);
          expect(index.compare(numbers, each.newer)).toBe(compared);
          if (compared === "newer") {
            expect(index.hasComparedFingerprint(each.as)).toBe(plain.hasComparedFingerprint(each.as));
            index.putVersion(each.newer);
            plain.putVersion(each.newer);
          }
        } else if (each.do === "beginList") {
          index.beginList();
          plain.beginList();
        } else {
          index.forgetVersions();
          plain.forgetVersions();
        }
      }
      expect([index.size, index.listed]).toEqual([plain.size, plain.listed]);
      expect([...index.unlisted()].sort()).toEqual([...plain.unlisted()].sort());
      for (const object of asked) {
        const { uid: which, resourceVersion } = object;
        expect(index.holds(which, resourceVersion)).toBe(plain.holds(which, resourceVersion));
        expect(index.isOutdated(which, resourceVersion)).toBe(plain.isOutdated(which, resourceVersion));
        expect(index.predecessorOf(object)).toBe(plain.predecessorOf(object));
      }
    }),
    { seed: 20261124, numRuns: 400 },
  );
});

it("returns objects missing from a list, also after more lists than one byte counts", () => {
  const index = new SeenVersions();
  index.put({ name: "a", uid: "u1", resourceVersion: "1" });
  index.put({ name: "b", uid: "u2", resourceVersion: "1" });
  for (let turn = 0; turn < 600; turn++) {
    index.beginList();
    index.list(turn % 2 === 0 ? "u1" : "u2");
    expect(index.unlisted()).toEqual([turn % 2 === 0 ? "u2" : "u1"]);
  }
});

describe("VersionColumn", () => {
  it("keeps small and large versions like an array", () => {
    const version = fc.oneof(fc.nat({ max: 2 ** 32 - 1 }), fc.constantFrom(2 ** 32, 2 ** 53 - 1, 0));
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat({ max: 200 }), version)), (puts) => {
        const column = new VersionColumn();
        const list: number[] = [];
        for (const [slot, put] of puts) {
          column.put(slot, put);
          list[slot] = put;
          for (let each = 0; each < 210; each++) expect(column.at(each)).toBe(list[each] ?? 0);
        }
      }),
      { seed: 20261125, numRuns: 60 },
    );
  });
});
