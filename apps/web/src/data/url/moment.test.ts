import { describe, expect, it } from "vitest";
import { readMoment, withMoment } from "./moment.ts";

const AT = Date.parse("2026-01-31T12:00:05Z");

describe("the moment in a URL", () => {
  it("is now if missing, and an unreadable time is reported instead of read as now", () => {
    expect(readMoment("?q=a")).toEqual({ kind: "now" });
    expect(readMoment("?at=2026-01-31T12:00:05Z")).toEqual({ kind: "past", atMs: AT });
    expect(readMoment(`?at=${AT}`)).toEqual({ kind: "past", atMs: AT });
    expect(readMoment("?at=2026-01-31T13:00:05+01:00")).toEqual({ kind: "past", atMs: AT });
    expect(readMoment("?at=yesterday")).toEqual({ kind: "unreadable", text: "yesterday" });
    expect(readMoment("?at=")).toEqual({ kind: "unreadable", text: "" });
  });
  it("is written in a readable form, and keeps the other parameters", () => {
    expect(withMoment("http://h/nodes?q=a&at=5#x", AT)).toBe("http://h/nodes?q=a&at=2026-01-31T12:00:05Z#x");
    expect(withMoment("http://h/nodes?q=a", AT + 7)).toBe("http://h/nodes?q=a&at=2026-01-31T12:00:05.007Z");
    expect(withMoment("http://h/nodes?at=2026-01-31T12:00:05Z", undefined)).toBe("http://h/nodes");
  });
});
