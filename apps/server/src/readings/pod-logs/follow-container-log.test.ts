import { Buffer } from "node:buffer";
import { LOG_LINE_BYTES } from "@daemonscope/shared/http/logs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LogLineSplitter } from "./follow-container-log.ts";

describe("LogLineSplitter", () => {
  it("splits the same lines for any chunks, including empty ones and the last one", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom("a", "é", "界", "\t") })), fc.integer({ min: 1, max: 7 }), (texts, step) => {
        const bytes = Buffer.from(`${texts.map((text) => `${text}\n`).join("")}last`);
        const lines = new LogLineSplitter();
        const seen: string[] = [];
        for (let at = 0; at < bytes.length; at += step) seen.push(...lines.push(bytes.subarray(at, at + step)));
        expect([...seen, ...lines.end()]).toEqual([...texts, "last"]);
      }),
      { seed: 20261121 },
    );
  });

  it("keeps the start of a long line, counts the rest, and continues with the next", () => {
    const lines = new LogLineSplitter();
    const seen: string[] = [];
    for (let at = 0; at < 10; at++) seen.push(...lines.push(Buffer.alloc(LOG_LINE_BYTES, "x")));
    seen.push(...lines.push(Buffer.from("\nnext\n")));
    expect(seen).toEqual([`${"x".repeat(LOG_LINE_BYTES)} … (${9 * LOG_LINE_BYTES} more bytes)`, "next"]);
  });
});
