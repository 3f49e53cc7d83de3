import fc from "fast-check";
import { expect, test } from "vitest";
import { readableTarget } from "./readable-target.ts";

test.each([
  ["/daemonsets/%E0%A4%A", "/daemonsets/%25E0%25A4%25A"],
  ["/%?a=%E0", "/%25?a=%E0"],
  ["/a%20b/c?d=e", "/a%20b/c?d=e"],
  ["/nodes?q=%", "/nodes?q=%"],
])("%s is logged as %s", (target, readable) => {
  expect(readableTarget(target)).toBe(readable);
});

test("any target becomes decodable, and a decodable one is unchanged", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("%", "E", "0", "A", "4", "/", "?", "f") }), (text) => {
      const readable = readableTarget(`/${text}`);
      expect(() => decodeURI(readable.split("?")[0] ?? "")).not.toThrow();
      expect(readableTarget(readable)).toBe(readable);
    }),
    { seed: 20260301 },
  );
});
