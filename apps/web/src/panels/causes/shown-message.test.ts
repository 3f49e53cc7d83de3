import { describe, expect, it } from "vitest";
import { shownMessage } from "./shown-message.ts";

describe("the shown message of a cause", () => {
  it("keeps a short message and its lines", () => {
    expect(shownMessage("first\r\nsecond\nthird")).toEqual({ text: "first\nsecond\nthird", hidden: 0 });
  });

  it("cuts a megabyte, counts the rest, and cuts no character in two", () => {
    const { text, hidden } = shownMessage("x".repeat(1_048_576));
    expect([text.length, hidden]).toEqual([1200, 1_047_376]);
    const emoji = shownMessage(`x${"\u{1f6d1}".repeat(1000)}`);
    expect(encodeURIComponent(emoji.text)).toMatch(/%91$/);
    expect(emoji.text.length + emoji.hidden).toBe(2001);
  });

  it("shows control and bidirectional characters as symbols", () => {
    expect(shownMessage("a\u0000b\u202ec\u001b[31md")).toEqual({ text: "a\u2400b\\u202ecd", hidden: 0 });
  });
});
