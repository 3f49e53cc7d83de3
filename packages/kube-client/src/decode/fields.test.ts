import { describe, expect, it } from "vitest";
import { InternTable } from "./fields.ts";

describe("InternTable", () => {
  it("holds at most twice its capacity, and keeps the texts in use while others are added once", () => {
    const table = new InternTable(100);
    const inUse = Array.from({ length: 40 }, (_value, at) => `node-${at}`);
    for (const text of inUse) table.intern(text);
    for (let at = 0; at < 5000; at++) {
      expect(table.intern(`once-${at}`)).toBe(`once-${at}`);
      const text = inUse[at % inUse.length] ?? "";
      expect(table.holds(text)).toBe(true);
      table.intern(text);
      expect(table.size).toBeLessThanOrEqual(200);
    }
    expect(table.holds("once-1")).toBe(false);
  });
});
