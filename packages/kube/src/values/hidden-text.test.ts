import { expect, it } from "vitest";
import { withoutHidden } from "./hidden-text.ts";

it.each([
  ["ESC", "\u001b[31m", "\\u001b[31m"],
  ["BEL", "\u0007", "\\u0007"],
  ["DEL and the C1 controls", "\u007f\u009b31m", "\\u007f\\u009b31m"],
  ["marks that turn the direction of text", "\u202ea\u2066b\u200f", "\\u202ea\\u2066b\\u200f"],
  ["characters without width", "a\u200bb\u2060\ufeff", "a\\u200bb\\u2060\\ufeff"],
  ["line separators", "a\u2028b\u2029", "a\\u2028b\\u2029"],
  ["tags beyond the basic plane", "\u{e0041}", "\\udb40\\udc41"],
])("%s are escaped", (_name, text, shown) => {
  expect(withoutHidden(text)).toBe(shown);
  expect(JSON.parse(`"${shown}"`)).toBe(text);
});

it("keeps readable text, including joiners", () => {
  const text = "日本 é ✓ 👩\u200d🚒 می\u200cخواهم";
  expect(withoutHidden(text)).toBe(text);
  expect(withoutHidden("a\nb\u0007", "\n")).toBe("a\nb\\u0007");
});
