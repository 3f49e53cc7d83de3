import fc from "fast-check";
import { expect, it } from "vitest";
import { UidRows, UidTable } from "./uid-table.ts";

const uids = fc.oneof(
  fc.nat({ max: 40 }).map((n) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`),
  fc.uuid(),
  fc.constantFrom(
    "",
    "u1",
    "00000000-0000-4000-8000-00000000000A",
    "00000000x0000-4000-8000-000000000001",
    "é0000000-0000-4000-8000-000000000001",
  ),
);

it("gives each present uid a slot and returns the uid of each slot, like a map", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(uids, fc.boolean()), { maxLength: 400 }), (steps) => {
      const slots = new UidRows();
      const known = new Map<string, number>();
      for (const [uid, isRemoval] of steps) {
        const slot = known.get(uid);
        expect(slots.find(uid)).toBe(slot ?? -1);
        if (slot === undefined) known.set(uid, slots.add(uid));
        else if (isRemoval) {
          slots.remove(slot);
          known.delete(uid);
          expect(slots.isUsed(slot)).toBe(false);
        }
      }
      expect(slots.size).toBe(known.size);
      expect(new Set(known.values()).size).toBe(known.size);
      for (const [uid, slot] of known) expect([slots.find(uid), slots.uidAt(slot), slots.isUsed(slot)]).toEqual([slot, uid, true]);
    }),
    { seed: 20261124, numRuns: 300 },
  );
});

it("holders that share a table use the same slot for the same uid, and list only their own uids", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(uids, fc.nat({ max: 2 }), fc.boolean()), { maxLength: 400 }), (steps) => {
      const shared = new UidTable();
      const holders = Array.from({ length: 3 }, () => ({ slots: new UidRows(shared), plain: new Set<string>() }));
      for (const [uid, holderIndex, isRemoval] of steps) {
        const holder = holders[holderIndex];
        if (holder === undefined) continue;
        const { slots, plain } = holder;
        if (!plain.has(uid)) {
          slots.add(uid);
          plain.add(uid);
        } else if (isRemoval) {
          slots.remove(slots.find(uid));
          plain.delete(uid);
        }
        for (const { slots: each, plain: held } of holders) {
          expect(each.size).toBe(held.size);
          expect(each.find(uid) >= 0).toBe(held.has(uid));
        }
      }
      const slotOf = new Map<string, number>();
      for (const { slots, plain } of holders)
        for (const uid of plain) {
          const slot = slots.find(uid);
          expect([slots.uidAt(slot), slotOf.get(uid) ?? slot]).toEqual([uid, slot]);
          slotOf.set(uid, slot);
        }
      expect(new Set(slotOf.values()).size).toBe(slotOf.size);
    }),
    { seed: 20261125, numRuns: 300 },
  );
});

it("a holder beyond the limit of a shared table uses a separate table", () => {
  const shared = new UidTable();
  const many = Array.from({ length: 12 }, () => new UidRows(shared));
  for (const slots of many) expect(slots.uidAt(slots.add("u1"))).toBe("u1");
  many[11]?.remove(0);
  expect(many.map((slots) => slots.size)).toEqual([...Array(11).fill(1), 0]);
});

it("allocates at most as many slots as there were uids at once", () => {
  const slots = new UidRows();
  for (let turn = 0; turn < 2000; turn++) slots.remove(slots.add(`00000000-0000-4000-8000-${String(turn).padStart(12, "0")}`));
  expect(slots.extent).toBe(1);
});
