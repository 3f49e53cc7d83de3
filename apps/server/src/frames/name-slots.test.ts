import fc from "fast-check";
import { expect, test } from "vitest";
import { NameSlots } from "./name-slots.ts";

const SEED = Number(process.env.SEED ?? 20261126);

test(`F11 slots are found by name as a map finds them, whoever came and went, seed ${SEED}`, () => {
  const name = fc.nat(60).map((at) => `ip-10-0-0-${at}.internal`);
  fc.assert(
    fc.property(fc.array(fc.tuple(name, fc.option(fc.nat(80), { nil: undefined })), { maxLength: 300, size: "max" }), (steps) => {
      const slots = new NameSlots();
      const plain = new Map<string, number>();
      for (const [each, slot] of steps) {
        if (slot === undefined) {
          slots.delete(each);
          plain.delete(each);
        } else if (![...plain.values()].includes(slot)) {
          // A slot is one name's at a time.
          slots.set(each, slot);
          plain.set(each, slot);
        }
      }
      for (let at = 0; at <= 60; at++) expect(slots.get(`ip-10-0-0-${at}.internal`)).toBe(plain.get(`ip-10-0-0-${at}.internal`));
    }),
    { seed: SEED, numRuns: 50 },
  );
});
