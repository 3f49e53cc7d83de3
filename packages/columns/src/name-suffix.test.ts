import fc from "fast-check";
import { expect, it } from "vitest";
import { nameSuffixLength, nameSuffixOf, nameSuffixText } from "./name-suffix.ts";

it("restores the end of any name from its 32-bit number", () => {
  const names = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom(..."agent-x0z9Zé.") }),
    fc.constantFrom("", "zzzzzz", "000000", "a-0"),
  );
  fc.assert(
    fc.property(names, (name) => {
      const suffix = nameSuffixOf(name);
      expect(suffix).toBeLessThan(2 ** 32);
      expect(name.slice(0, name.length - nameSuffixLength(name)) + nameSuffixText(suffix)).toBe(name);
    }),
    { seed: 20261124, numRuns: 2000 },
  );
});
