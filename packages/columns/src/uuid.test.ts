import { expect, test } from "vitest";
import { parsedUuidWords, parseUuid, uuidText } from "./uuid.ts";

const [A, B] = ["00000000-0001-4002-8003-ffffffffffff", "deadbeef-0001-4002-8003-00000000000a"];

test("parses a uid into words and formats it again", () => {
  for (const uid of [A, B, A, A]) {
    expect(parseUuid(uid)).toBe(true);
    const [a = 0, b = 0, c = 0, d = 0] = parsedUuidWords;
    expect(uuidText(a, b, c, d)).toBe(uid);
  }
});

test("refuses a text that is no API server uid, and keeps the words parsed before", () => {
  parseUuid(B);
  for (const uid of ["", "node-n1", B.toUpperCase(), B.replaceAll("-", "_"), `${B}0`, B.replace("b", "g")])
    expect(parseUuid(uid)).toBe(false);
  expect(parsedUuidWords[0]).toBe(0xdeadbeef);
});
