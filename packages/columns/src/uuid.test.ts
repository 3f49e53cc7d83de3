import { expect, test } from "vitest";
import { parseUuid, parseUuidWords, uuidText } from "./uuid.ts";

const [A, B] = ["00000000-0001-4002-8003-ffffffffffff", "deadbeef-0001-4002-8003-00000000000a"];

test("a uid is read into words, and written again from them", () => {
  for (const uid of [A, B, A, A]) {
    expect(parseUuid(uid)).toBe(true);
    const [a = 0, b = 0, c = 0, d = 0] = parseUuidWords;
    expect(uuidText(a, b, c, d)).toBe(uid);
  }
});

test("what an API server does not make is no uid in words, and those read before stay", () => {
  parseUuid(B);
  for (const uid of ["", "node-n1", B.toUpperCase(), B.replaceAll("-", "_"), `${B}0`, B.replace("b", "g")])
    expect(parseUuid(uid)).toBe(false);
  expect(parseUuidWords[0]).toBe(0xdeadbeef);
});
