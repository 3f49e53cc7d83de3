import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../command-line/usage-error.ts";
import { manifestDaemonSets, manifestNodes } from "./manifest-objects.ts";
import { readDocuments } from "./read-documents.ts";
import { readText } from "./read-text.ts";

const SEED = Number(process.env.SEED ?? 20260107);
const namesIn = (text: string) =>
  readDocuments(text, "f.yaml").map(({ object }) => (object.metadata as { name?: string } | undefined)?.name);
const node = (name: string) => `{"apiVersion":"v1","kind":"Node","metadata":{"name":"${name}"}}`;

describe("documents of a file", () => {
  it.each([
    ["one in JSON", node("a"), ["a"]],
    ["one in YAML", "kind: Node\nmetadata: {name: a}\n", ["a"]],
    [
      "several, with empty ones between",
      "---\nkind: Node\nmetadata: {name: a}\n---\n---\nkind: Node\nmetadata: {name: b}\n...\n",
      ["a", "b"],
    ],
    ["a List", `{"kind":"List","items":[${node("a")},${node("b")}]}`, ["a", "b"]],
    ["a List in a List", `{"kind":"List","items":[{"kind":"NodeList","items":[${node("a")}]}]}`, ["a"]],
    ["a NodeList, whose items need not say what they are", '{"kind":"NodeList","items":[{"metadata":{"name":"a"}}]}', ["a"]],
    ["JSON documents one after another", `${node("a")}\n---\n${node("b")}`, ["a", "b"]],
    ["an array", `[${node("a")}]`, ["a"]],
    ["with a byte order mark", `\ufeff${node("a")}`, ["a"]],
    ["an alias", "kind: Node\nmetadata: &m {name: a}\nspec: {copy: *m}\n", ["a"]],
    ["nothing", "", []],
  ])("%s", (_name, text, names) => {
    expect(namesIn(text)).toEqual(names);
  });
  it("a NodeList makes Nodes of its items", () => {
    expect(readDocuments('{"kind":"NodeList","items":[{"metadata":{"name":"a"}}]}', "f")[0]?.object.kind).toBe("Node");
  });
  it.each([
    ["just text", "f.yaml is no Kubernetes object, but text."],
    ["---\nkind: A\n---\n5\n", "f.yaml, document 2 is no Kubernetes object, but a number."],
    ["a: b: c", /^f\.yaml is no YAML \(line 1\): /],
    ["kind: A\nkind: B\n", /^f\.yaml is no YAML \(line \d\): Map keys must be unique/],
    [`${"[".repeat(20_000)}${"]".repeat(20_000)}`, /^f\.yaml is /],
    [`{"kind":"DaemonSet","spec":${'{"a":'.repeat(200_000)}1${"}".repeat(200_000)}}`, /^f\.yaml is /],
    ["\u0000\u0001", "f.yaml is no text: a manifest is YAML or JSON."],
  ])("%j is refused in one sentence", (text, message) => {
    expect(() => namesIn(text)).toThrow(UsageError);
    expect(() => namesIn(text)).toThrow(message);
  });
  it("a file that is not there is named with the flag", () => {
    expect(() => readText("nodes", "/no/such.yaml")).toThrow("--nodes /no/such.yaml cannot be read: there is no such file.");
    expect(() => readText("nodes", "/")).toThrow("--nodes / cannot be read: it is a folder.");
  });
});

describe("objects of a file", () => {
  const found = (text: string) => readDocuments(text, "f.yaml");
  it("a bundle may hold other kinds beside", () => {
    const text = `kind: ServiceAccount\nmetadata: {name: x}\n---\nkind: DaemonSet\nmetadata: {name: a}\nspec: {}\n`;
    const [only] = manifestDaemonSets("f.yaml", found(text), "tools");
    expect(only?.object.metadata).toMatchObject({ name: "a", namespace: "tools" });
  });
  it.each([
    [
      "kind: Deployment\nmetadata: {name: web}",
      'f.yaml is a Deployment "web", no DaemonSet; it can be converted: change its kind to DaemonSet and drop spec.replicas and spec.strategy.',
    ],
    ["kind: Pod\nmetadata: {name: web}", 'f.yaml is a Pod "web", and f.yaml holds no DaemonSet.'],
    ["a: b", "f.yaml is no Kubernetes object: it has no kind."],
    ["", "f.yaml is empty: it must hold a DaemonSet."],
    ["kind: DaemonSet\nspec: {}", "f.yaml is a DaemonSet without metadata.name: give it one."],
  ])("%j", (text, message) => {
    expect(() => manifestDaemonSets("f.yaml", found(text), "default")).toThrow(new UsageError(message));
  });
  it("labels and selectors without quotes are read as the texts that were meant, with a sentence each", () => {
    const [only] = manifestNodes("f.yaml", found("kind: Node\nmetadata: {name: a, labels: {gpu: true, count: 4, os: linux}}"));
    expect({ ...only?.object.metadata.labels }).toEqual({ gpu: "true", count: "4", os: "linux" });
    expect(only?.problems).toEqual([
      'metadata.labels.gpu is true and must be a text: write "true"',
      'metadata.labels.count is 4 and must be a text: write "4"',
    ]);
  });
});

it(`any text is documents or a sentence, seed ${SEED}`, () => {
  const part = fc.constantFrom(
    "kind: Node\n",
    "---\n",
    "metadata: {name: a}\n",
    "{",
    "}",
    "[",
    "- ",
    "&a ",
    "*a ",
    "? ",
    "!!binary x\n",
    "\t",
    '"',
    "<<: *a\n",
    "kind: List\nitems:\n",
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(part, fc.string()), { maxLength: 12 }), (parts) => {
      try {
        manifestNodes("f", readDocuments(parts.join(""), "f"));
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        expect(error.message.split("\n")).toHaveLength(1);
      }
    }),
    { seed: SEED, numRuns: 400 },
  );
});
