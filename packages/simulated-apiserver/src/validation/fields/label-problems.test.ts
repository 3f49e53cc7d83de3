import { isLabelValue, isQualifiedName } from "@daemonscope/kube/matching/label-syntax";
import fc from "fast-check";
import { expect, it } from "vitest";
import { labelKeyProblems, labelValueProblems } from "./label-problems.ts";

const SEED = Number(process.env.SEED ?? 20260107);

it.each([
  [
    "-a",
    [/^name part must consist of .* \(e\.g\. 'MyName', {2}or 'my\.name', {2}or '123-abc', regex used for validation is '\(\[A-Za-z0-9\]/],
  ],
  ["", ["name part must be non-empty", /^name part must consist of /]],
  ["/a", ["prefix part must be non-empty"]],
  [
    "Example.com/a",
    [/^prefix part a lowercase RFC 1123 subdomain must consist of .* \(e\.g\. 'example\.com', regex used for validation is /],
  ],
  ["a/b/c", [/^a valid label key must consist of .* with an optional DNS subdomain prefix and '\/' \(e\.g\. 'example\.com\/MyName'\)$/]],
  ["a".repeat(64), ["name part must be no more than 63 bytes"]],
  ["example.com/a_b.c", []],
])("validates the label key %j with the API server's message", (key, problems) => {
  expect(labelKeyProblems(key)).toEqual(
    problems.map((problem) => (typeof problem === "string" ? problem : expect.stringMatching(problem))),
  );
});

it("validates label values with the API server's messages", () => {
  expect(labelValueProblems("not valid!")).toEqual([
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
  ]);
  expect(labelValueProblems("a".repeat(64))).toEqual(["must be no more than 63 bytes"]);
  expect(labelValueProblems("")).toEqual([]);
});

it(`accepts exactly the keys and values that the rules allow, seed ${SEED}`, () => {
  const text = fc.array(fc.constantFrom("a", "A", "1", "-", "_", ".", "/", "é", " "), { maxLength: 8 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, (each) => {
      expect(labelKeyProblems(each).length === 0).toBe(isQualifiedName(each));
      expect(labelValueProblems(each).length === 0).toBe(isLabelValue(each));
    }),
    { seed: SEED, numRuns: 2000 },
  );
});
