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
const someFingerprint = fc.constantFrom(undefined, { a: 1, b: 1 }, { a: 1, b: 4294967295 }, { a: 0, b: 1 });
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.tuple(metadata, someFingerprint).map(([object, fingerprint]) => ({ do: "put" as const, object, fingerprint })),
  },
  { weight: 3, arbitrary: uid.map((dropped) => ({ do: "drop" as const, dropped })) },
  { weight: 3, arbitrary: uid.map((listed) => ({ do: "list" as const, listed })) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.nat({ max: 30 }), fc.constantFrom(1, 2, 10, 11, 4294967296), someFingerprint)
      .map(([n, newer, fingerprint = { a: 1, b: 1 }]) => ({ do: "compare" as const, n, newer, fingerprint })),
  },
  { weight: 1, arbitrary: fc.constantFrom({ do: "beginList" as const }, { do: "forgetVersions" as const }) },
);

it("answers like PlainObjectIndex, for any sequence of calls", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), fc.array(metadata, { maxLength: 20 }), (steps, asked) => {
      const index = new SeenVersions();
      const plain = new PlainObjectIndex();
      for (const each of steps) {
        if (each.do === "put") {
          const predecessor = plain.predecessorOf(each.object);
          expect(index.predecessorOf(each.object)).toBe(predecessor);
          if (predecessor !== undefined) expect(index.drop(predecessor)).toEqual(plain.drop(predecessor));
          index.put(each.object, each.fingerprint);
          plain.put(each.object, each.fingerprint);
        } else if (each.do === "drop") expect(index.drop(each.dropped)).toEqual(plain.drop(each.dropped));
        else if (each.do === "list") {
          index.list(each.listed);
          plain.list(each.listed);
        } else if (each.do === "compare") {
          const numbers = { a: 0, b: 0x4000, c: 0x80000000, d: Number.parseInt(String(each.n), 16) };
          const compared = plain.compare(numbers, each.newer);
          expect(index.compare(numbers, each.newer)).toBe(compared);
          if (compared === "newer") {
            expect(index.hasComparedFingerprint(each.fingerprint)).toBe(plain.hasComparedFingerprint(each.fingerprint));
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
        const { uid: askedUid, resourceVersion } = object;
        expect(index.holds(askedUid, resourceVersion)).toBe(plain.holds(askedUid, resourceVersion));
        expect(index.isOutdated(askedUid, resourceVersion)).toBe(plain.isOutdated(askedUid, resourceVersion));
        expect(index.predecessorOf(object)).toBe(plain.predecessorOf(object));
      }
    }),
    { seed: 20261124, numRuns: 400 },
  );
});

it("returns objects missing from a list, also after more lists than one byte can count", () => {
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
      fc.property(fc.array(fc.tuple(fc.nat({ max: 200 }), version)), (writes) => {
        const column = new VersionColumn();
        const list: number[] = [];
        for (const [slot, value] of writes) {
          column.put(slot, value);
          list[slot] = value;
          for (let each = 0; each < 210; each++) expect(column.at(each)).toBe(list[each] ?? 0);
        }
      }),
      { seed: 20261125, numRuns: 60 },
    );
  });
});
