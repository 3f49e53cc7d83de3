import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readManifestText } from "./manifest-text.ts";

/** A text as kubectl reads it: its documents without empty ones, or the error. */
interface Row {
  readonly text: string;
  readonly documents?: readonly unknown[];
  readonly error?: string;
}

/**
 * Written by a Go program that reads each text as kubectl 1.36 reads a file: NewYAMLOrJSONDecoder of
 * k8s.io/apimachinery 0.36.3, over sigs.k8s.io/yaml 1.6.0 and go.yaml.in/yaml/v2 2.4.3.
 */
const ROWS = JSON.parse(readFileSync(join(import.meta.dirname, "kubectl-yaml.golden.json"), "utf8")) as readonly Row[];

/** Texts that are refused here and that kubectl reads. None of them is read as something else. */
const STRICTER: ReadonlyMap<string, string> = new Map([
  ["a: [a\n,b]\n", "a flow collection continues in the column of its key"],
  ["a: {\nb: 1\n}\n", "a flow collection continues in the column of its key"],
  ["a: [\nb\n]\n", "a flow collection continues in the column of its key"],
  ['a: "b\nc"\n', "a quoted string continues in the column of its key"],
  ["a: 1\rb: 2\r", "a line ends with CR alone"],
  ["a: 1\u0085b: 2\n", "a line ends with NEL"],
  ["a: 1\u2028b: 2\n", "a line ends with LS"],
  ["a: 1\n...\nb: 2\n", "kubectl silently drops what follows ..."],
  ["  a: 1\nb: 2\n", "kubectl silently drops what follows the first map"],
]);

/** Texts that kubectl refuses and that have one meaning here. */
const LOOSER: ReadonlyMap<string, string> = new Map([
  ['a: "\\/"\n', "an escaped slash, which JSON has"],
  ["%YAML 1.1\n---\na: yes\n", "a directive"],
  ["%YAML 1.2\n---\na: yes\n", "a directive"],
  ["%FOO\n---\na: 1\n", "a directive"],
  ["# c\n%YAML 1.1\n---\na: 1\n", "a directive"],
  ["a:\n- b\n-\tc\n", "a tab after the dash"],
  ["a: {b\n  : c}\n", "a key and its colon on two lines"],
]);

/** Texts that mean something else here. */
const OTHER: ReadonlyMap<string, string> = new Map([["a: [?a]\n", "a question mark without a space is part of the text"]]);

function documentsOf(text: string): readonly unknown[] | "refused" {
  try {
    return readManifestText(text, "f").documents.map(({ object }) => object);
  } catch {
    return "refused";
  }
}

describe("YAML means what it means to kubectl", () => {
  it.each(ROWS.filter(({ text }) => !OTHER.has(text)).map((row) => [row.text, row] as const))("%j", (text, { documents }) => {
    const found = documentsOf(text);
    if (STRICTER.has(text)) expect([documents === undefined, found]).toEqual([false, "refused"]);
    else if (LOOSER.has(text)) expect([documents, found === "refused"]).toEqual([undefined, false]);
    else expect(found).toEqual(documents ?? "refused");
  });
  it("F01 an integer with a leading zero is octal, unless it has another digit", () => {
    const text = "a: [0744, 0o744, 08, -010, 0_7, 0x1F, 0b11, 1_000, 0o8]\n";
    expect(readManifestText(text, "f").documents[0]?.object.a).toEqual([484, 484, 8, -8, 7, 31, 3, 1000, "0o8"]);
  });
});

describe("F03 a key that occurs more than once", () => {
  const duplicatesIn = (text: string) => readManifestText(text, "f").duplicateKeys;
  it.each([
    ["in a block", "a: 1\nb: {}\na: 2\n", [{ key: "a", count: 2, line: 3 }]],
    ["in a flow map", "a: {x: 1,\n  y: 2, x: 3}\n", [{ key: "x", count: 2, line: 2 }]],
    ["in a second document", "a: 1\n---\n# c\nb: 1\nb: 2\n", [{ key: "b", count: 2, line: 5 }]],
    ["three times", "a: 1\na: 2\na: 3\n", [{ key: "a", count: 3, line: 3 }]],
    ["in another form", "yes: 1\ntrue: 2\n", [{ key: "true", count: 2, line: 2 }]],
    ["in JSON", '{"a":{"b":[{"c":1}]},\n\n "\\u0061":"b"}', [{ key: "a", count: 2, line: 3 }]],
    ["in a stream of JSON", '{"a":1}\n{"b":1,\n"b":2}', [{ key: "b", count: 2, line: 3 }]],
    ["through an alias is reported once", "a: &x {k: 1, k: 2}\nb: *x\n", [{ key: "k", count: 2, line: 1 }]],
    ["in two maps is none", "a: {x: 1}\nb: {x: 2}\n", []],
    ["from a merge is none", "a: &x {k: 1}\nb: {<<: *x, k: 2}\n", []],
  ])("%s", (_name, text, found) => {
    expect(duplicatesIn(text)).toEqual(found);
  });
  it("has its last value, and the source form of that value", () => {
    for (const text of ["a: {x: 1.10, y: 1.20}\na: {x: 2}\n", '{"a":{"x":1.10,"y":1.20},"a":{"x":2}}']) {
      const [document] = readManifestText(text, "f").documents;
      expect(document?.object).toEqual({ a: { x: 2 } });
      expect(document?.written(document.object.a as object, "x")).toBeUndefined();
    }
    const [document] = readManifestText('{"a":1.10,"a":true}', "f").documents;
    expect([document?.object.a, document?.written(document.object, "a")]).toEqual([true, undefined]);
  });
  it("is named for at most 20 keys", () => {
    expect(duplicatesIn(Array.from({ length: 50 }, (_, at) => `k${at}: 1\nk${at}: 2\n`).join(""))).toHaveLength(20);
  });
});

it("names the line of a value that kubectl refuses", () => {
  expect(() => readManifestText("a: 1\n---\nb:\n  c: .inf\n", "f")).toThrow("f, line 4: invalid YAML: .inf is no number of JSON");
  expect(() => readManifestText("a: 1\nb: *x\n", "f")).toThrow("f, line 2: invalid YAML: The anchor of an alias is unknown");
  expect(() => readManifestText("a: 1\n--- b\n", "f")).toThrow(
    "f, line 2: invalid YAML: A line that begins with --- holds more than a comment",
  );
});

it("refuses aliases that multiply, as go-yaml does", () => {
  const levels = Array.from({ length: 9 }, (_, at) => `a${at + 1}: &a${at + 1} [${Array(9).fill(`*a${at}`).join(", ")}]`);
  expect(() => readManifestText(["a0: &a0 [x]", ...levels].join("\n"), "f")).toThrow("Excessive aliasing");
  const chain = Array.from({ length: 120 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}]`);
  expect(() => readManifestText(["a0: &a0 [x]", ...chain].join("\n"), "f")).toThrow("nested more than 100 levels deep");
});
