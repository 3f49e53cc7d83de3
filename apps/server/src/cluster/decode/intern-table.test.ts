import { expect, it } from "vitest";
import { InternTable } from "./intern-table.ts";

it("holds no more than twice its room, of which the texts that are in use stay, however many others come once", () => {
  const table = new InternTable(100);
  const size = (text: string) => {
    table.intern(text);
    return table.size;
  };
  for (let at = 0; at < 5000; at++) {
    expect(size(`once-${at}`)).toBeLessThanOrEqual(200);
    const before = table.size;
    // Known from its first turn on: it moves, and adds nothing but where it was left behind.
    expect(size(`node-${at % 40}`) - before).toBeLessThanOrEqual(1);
  }
  const kept = table.size;
  for (let at = 0; at < 40; at++) table.intern(`node-${at}`);
  expect(table.size).toBe(kept);
});
