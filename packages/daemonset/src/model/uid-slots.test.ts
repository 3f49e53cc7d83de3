import fc from "fast-check";
import { expect, it } from "vitest";
import { UidSlots } from "./uid-slots.ts";

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

it("gives each uid a slot of its own while it has one, and the uid of each slot, as a map does", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(uids, fc.boolean()), { maxLength: 400 }), (steps) => {
      const slots = new UidSlots();
      const known = new Map<string, number>();
      for (const [uid, isGoing] of steps) {
        const slot = known.get(uid);
        expect(slots.find(uid)).toBe(slot ?? -1);
        if (slot === undefined) known.set(uid, slots.add(uid));
        else if (isGoing) {
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

it("takes no more slots than there were uids at once", () => {
  const slots = new UidSlots();
  for (let turn = 0; turn < 2000; turn++) slots.remove(slots.add(`00000000-0000-4000-8000-${String(turn).padStart(12, "0")}`));
  expect(slots.extent).toBe(1);
});
