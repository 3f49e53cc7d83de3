import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { manifestDaemonSets, manifestNodes } from "./manifest-objects.ts";
import { readDocuments } from "./read-documents.ts";
import { readTextSource } from "./read-text-source.ts";

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
    ["a NodeList, whose items may omit their kind", '{"kind":"NodeList","items":[{"metadata":{"name":"a"}}]}', ["a"]],
    ["JSON documents one after another", `${node("a")}\n---\n${node("b")}`, ["a", "b"]],
    ["an array", `[${node("a")}]`, ["a"]],
    ["with a byte order mark", `\ufeff${node("a")}`, ["a"]],
    ["an alias", "kind: Node\nmetadata: &m {name: a}\nspec: {copy: *m}\n", ["a"]],
    ["nothing", "", []],
  ])("reads %s", (_name, text, names) => {
    expect(namesIn(text)).toEqual(names);
  });
  it("the items of a NodeList are Nodes", () => {
    expect(readDocuments('{"kind":"NodeList","items":[{"metadata":{"name":"a"}}]}', "f")[0]?.object.kind).toBe("Node");
  });
  it.each([
    ["just text", "f.yaml is no Kubernetes object, but text."],
    ["---\nkind: A\n---\n5\n", "f.yaml, document 2 is no Kubernetes object, but a number."],
    ["a: b: c", /^f\.yaml, line 1: invalid YAML: Nested mappings are not allowed in compact mappings$/],
    [`${"[".repeat(20_000)}${"]".repeat(20_000)}`, "f.yaml is nested more than 100 levels deep: no manifest is."],
    [`{"kind":"DaemonSet","spec":${'{"a":'.repeat(200_000)}1${"}".repeat(200_000)}}`, /^f\.yaml is /],
    ['{"kind":"Node",\n"metadata":{"name":"a"}\n"spec":{}}', /^f\.yaml, line 3: invalid YAML: Missing , between flow map items$/],
    ["\u0000\u0001", "f.yaml is no text: a manifest is YAML or JSON."],
  ])("refuses %j in one sentence", (text, message) => {
    expect(() => namesIn(text)).toThrow(UsageError);
    expect(() => namesIn(text)).toThrow(message);
  });
  it.each([
    ["brackets that never close", "[".repeat(20_000)],
    ["brackets in a manifest", `kind: DaemonSet\nspec:\n  a: ${"[".repeat(20_000)}`],
    ["maps in a line", `${'{"a": '.repeat(20_000)}1`],
    ["maps by indentation", Array.from({ length: 500 }, (_, at) => `${" ".repeat(at)}a:`).join("\n")],
    ["lists in a line", `${"- ".repeat(20_000)}a`],
    ["keys in a line", `${"? ".repeat(20_000)}a`],
  ])("refuses endless nesting before it is parsed: %s", (_name, text) => {
    expect(() => namesIn(text)).toThrow(new UsageError("f.yaml is nested more than 100 levels deep: no manifest is."));
  });
  it("brackets in a text do not count as nesting", () => {
    const script = `kind: Node\nmetadata: {name: a}\nscript: |\n  ${"[[[[[[[[[[".repeat(50)}\nsay: '${"{".repeat(500)}'\n`;
    expect(namesIn(script)).toEqual(["a"]);
  });
  it("yes, no, on, off and << mean the same as for kubectl", () => {
    const text = 'kind: Node\nbase: &base {x: "1"}\nmetadata: {name: a, all: [yes, No, on, OFF, y, "yes", null], labels: {<<: *base}}\n';
    expect(readDocuments(text, "f")[0]?.object.metadata).toEqual({
      name: "a",
      all: [true, false, true, false, true, "yes", null],
      labels: { x: "1" },
    });
  });
});

describe("the text of a file", () => {
  const never = new AbortController().signal;
  async function* input(...parts: readonly string[]) {
    for (const part of parts) yield new TextEncoder().encode(part);
  }
  it("names a missing file with its flag", async () => {
    const source = { stdin: () => input(), stop: never };
    await expect(readTextSource("nodes", "/no/such.yaml", source)).rejects.toThrow(
      new UsageError("--nodes /no/such.yaml cannot be read: there is no such file."),
    );
    await expect(readTextSource("nodes", "/", source)).rejects.toThrow(
      new UsageError("--nodes / cannot be read: it is a folder, not a file."),
    );
  });
  it("reads UTF-16 with a byte order mark, as PowerShell writes it", async () => {
    const text = "\ufeffkind: Näme";
    const little = Buffer.from(text, "utf16le");
    for (const bytes of [little, Buffer.from(little).swap16()]) {
      const stdin = async function* one() {
        yield bytes;
      };
      expect(await readTextSource("nodes", "-", { stdin, stop: never })).toBe("kind: Näme");
    }
  });
  it("reads standard input to its end", async () => {
    expect(await readTextSource("nodes", "-", { stdin: () => input("kind: ", "Node"), stop: never })).toBe("kind: Node");
  });
  it("stops on abort while standard input is idle", async () => {
    const stop = new AbortController();
    const reading = readTextSource("nodes", "-", {
      stdin: async function* silent() {
        yield new TextEncoder().encode("kind:");
        await new Promise(() => undefined);
      },
      stop: stop.signal,
    });
    stop.abort();
    expect(await reading).toBeUndefined();
  });
});

describe("objects of a file", () => {
  const found = (text: string) => readDocuments(text, "f.yaml");
  it("ignores other kinds in a bundle", () => {
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
  ])("refuses %j in one sentence", (text, message) => {
    expect(() => manifestDaemonSets("f.yaml", found(text), "default")).toThrow(new UsageError(message));
  });
  it("an unquoted value in a text field is read as written, with a warning each", () => {
    const text =
      "apiVersion: v1\nkind: Node\nmetadata: {name: 7, labels: {gpu: true, release: 1.10, account: 0123, old: no, os: linux, none: }}\n" +
      "spec: {taints: [{key: yes, value: 1e3, effect: NoSchedule}]}";
    const [only] = manifestNodes("f.yaml", found(text));
    expect(only?.object.metadata.name).toBe("7");
    expect({ ...only?.object.metadata.labels }).toEqual({
      gpu: "true",
      release: "1.10",
      account: "0123",
      old: "no",
      os: "linux",
      none: "",
    });
    expect(only?.object.spec.taints).toEqual([{ key: "yes", value: "1e3", effect: "NoSchedule" }]);
    expect(only?.problems).toEqual([
      'metadata.name is 7 and must be a string: write "7"',
      'metadata.labels.gpu is true and must be a string: write "true"',
      'metadata.labels.release is 1.10 and must be a string: write "1.10"',
      'metadata.labels.account is 0123 and must be a string: write "0123"',
      'metadata.labels.old is no and must be a string: write "no"',
      'spec.taints[0].key is yes and must be a string: write "yes"',
      'spec.taints[0].value is 1e3 and must be a string: write "1e3"',
    ]);
  });
  it.each([
    ["1_000", 1000],
    ["0b1", 1],
    ["-0B1_1", -3],
    ["0o1_7", 15],
    ["-0x1F", -31],
    ["+1_0.5_0e1", 105],
  ])("%s is a number for kubectl", (form, value) => {
    const text = `kind: Node\nmetadata: {name: a, labels: {v: ${form}, quoted: "${form}"}}\n`;
    expect(readDocuments(text, "f")[0]?.object.metadata).toEqual({ name: "a", labels: { v: value, quoted: form } });
    const [only] = manifestNodes("f.yaml", found(text));
    expect({ ...only?.object.metadata.labels }).toEqual({ v: form, quoted: form });
    expect(only?.problems).toContain(`metadata.labels.v is ${form} and must be a string: write ${JSON.stringify(form)}`);
  });
  it.each(["_1", "0b2", "0b_", "0xG", "1_a", "1.2.3", "1-0", "0b", "2026-01-01", "12e", "._5"])("%s is a text for kubectl", (form) => {
    const [only] = manifestNodes("f.yaml", found(`apiVersion: v1\nkind: Node\nmetadata: {name: a, labels: {v: ${form}}}\n`));
    expect([{ ...only?.object.metadata.labels }, only?.problems]).toEqual([{ v: form }, []]);
  });
  it("decodes a !!binary text", () => {
    const labels = 'a: !!binary aGk=, b: !!binary "Z3B1", c: !!str 1_0';
    const [only] = manifestNodes("f.yaml", found(`apiVersion: v1\nkind: Node\nmetadata: {name: a, labels: {${labels}}}\n`));
    expect([{ ...only?.object.metadata.labels }, only?.problems]).toEqual([{ a: "hi", b: "gpu", c: "1_0" }, []]);
    expect(() => found("kind: Node\nmetadata: {name: !!binary a-b}\n")).toThrow(
      new UsageError("f.yaml, line 2: invalid YAML: !!binary holds what is no base64"),
    );
  });
  it("keeps a number in JSON as written, for any number format", () => {
    const labels = String.raw`{"rel": 1.10, "serial":9007199254740993,"e":1E3,"\"{[,9":"x\\", "\u0061": 2.50, "plain":7}`;
    const metadata = `{"name":"a","annotations":{"n":[{"c":1.50}]},"labels":${labels}}`;
    const taints = '[{"key":"k","value":"1.10","effect":"NoSchedule"},{"key":"k","value":0.50,"effect":"NoExecute"}]';
    const text = `{"kind":"List","items":[{"apiVersion":"v1","kind":"Node","metadata":${metadata},"spec":{"taints":${taints}}}]}`;
    const [only] = manifestNodes("f.json", found(text));
    expect({ ...only?.object.metadata.labels }).toEqual({
      rel: "1.10",
      serial: "9007199254740993",
      e: "1E3",
      '"{[,9': "x\\",
      a: "2.50",
      plain: "7",
    });
    expect(only?.object.spec.taints.map(({ value }) => value)).toEqual(["1.10", "0.50"]);
    expect(only?.problems).toContain('metadata.labels.serial is 9007199254740993 and must be a string: write "9007199254740993"');
  });
  it("checks the type of each field that a verdict depends on", () => {
    const required = { nodeSelectorTerms: [{ matchExpressions: [{ key: "cores", operator: "Gt", values: [8] }], matchFields: 3 }] };
    const manifest = {
      apiVersion: "apps/v1",
      kind: "DaemonSet",
      metadata: { name: "a", namespace: "n" },
      spec: {
        template: {
          metadata: { labels: [] },
          spec: {
            nodeName: 5,
            hostNetwork: "yes",
            nodeSelector: { a: null, b: ["x"] },
            tolerations: [{ key: "k", value: 1 }, null],
            affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: required } },
          },
        },
      },
    };
    const [only] = manifestDaemonSets("f.yaml", found(JSON.stringify(manifest)), "default");
    const { template } = only?.object.spec ?? {};
    expect(template).toMatchObject({
      nodeName: "5",
      hostNetwork: true,
      tolerations: [{ key: "k", value: "1" }, {}],
      requiredNodeAffinity: {
        nodeSelectorTerms: [{ matchExpressions: [{ key: "cores", operator: "Gt", values: ["8"] }], matchFields: [] }],
      },
    });
    expect({ ...template?.nodeSelector }).toEqual({ a: "" });
    const termPath = "spec.template.spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0]";
    expect(only?.problems).toEqual([
      "spec.template.metadata.labels is a list and must be an object of texts: it is left out",
      'spec.template.spec.nodeName is 5 and must be a string: write "5"',
      "spec.template.spec.nodeSelector.b is a list and must be a string: it is left out",
      'spec.template.spec.hostNetwork is "yes" and must be true or false: it is read as true',
      `${termPath}.matchExpressions[0].values[0] is 8 and must be a string: write "8"`,
      `${termPath}.matchFields is 3 and must be a list: it is left out`,
      'spec.template.spec.tolerations[0].value is 1 and must be a string: write "1"',
    ]);
  });
  it.each([
    ['"5"', [5], ['is "5" and must be a whole number: write 5']],
    ["5.5", [undefined], ["is 5.5 and must be a whole number: it is left out"]],
    ["soon", [undefined], ['is "soon" and must be a whole number: it is left out']],
    ["1_0", [10], []],
    ["", [null], []],
  ])("reads tolerationSeconds %s as a whole number, with a warning if it is none", (form, seconds, problems) => {
    const toleration = `{key: k, operator: Exists, effect: NoExecute, tolerationSeconds: ${form}}`;
    const spec = `spec: {template: {spec: {tolerations: [${toleration}]}}}`;
    const [only] = manifestDaemonSets("f.yaml", found(`apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: a}\n${spec}\n`), "default");
    const field = "spec.template.spec.tolerations[0].tolerationSeconds";
    expect(only?.problems).toEqual(problems.map((problem) => `${field} ${problem}`));
    const read = only?.raw.spec as { template: { spec: { tolerations: { tolerationSeconds?: unknown }[] } } };
    expect(read.template.spec.tolerations.map(({ tolerationSeconds }) => tolerationSeconds)).toEqual(seconds);
  });
  it.each([
    ["extensions/v1beta1", 'no matches for kind "DaemonSet" in version "extensions/v1beta1": write apps/v1'],
    ["", "apiVersion not set: write apps/v1"],
  ])("warns about an unknown version: %j", (apiVersion, problem) => {
    const [only] = manifestDaemonSets("f.yaml", found(JSON.stringify({ apiVersion, kind: "DaemonSet", metadata: { name: "a" } })), "tools");
    expect(only?.problems).toEqual([problem]);
  });
  it("items of a NodeList have its version", () => {
    const [only] = manifestNodes("f.yaml", found('{"apiVersion":"v1","kind":"NodeList","items":[{"metadata":{"name":"a"}}]}'));
    expect([only?.problems, only?.words]).toEqual([[], "Node a (f.yaml, item 1)"]);
  });
  it("refuses two objects of the same name, also if one omits its namespace", () => {
    const one = "apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: a";
    expect(() => manifestDaemonSets("f.yaml", found(`${one}}\n---\n${one}, namespace: tools}\n`), "tools")).toThrow(
      new UsageError("DaemonSet tools/a occurs twice, in f.yaml, document 1 and in f.yaml, document 2: remove one"),
    );
    expect(manifestDaemonSets("f.yaml", found(`${one}}\n---\n${one}, namespace: tools}\n`), "other")).toHaveLength(2);
  });
});

it(`returns documents or one sentence for any text, seed ${SEED}`, () => {
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

it(`reads JSON text like JSON.parse, and keeps numbers as written, seed ${SEED}`, () => {
  const numbers = fc.constantFrom("1.10", "-0", "1E3", "9007199254740993", "0.50", "-2.5e-3");
  const tree = fc.letrec<{ readonly json: unknown }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 5 },
      fc.record({ number: numbers }),
      fc.string().map((text) => ({ text })),
      fc.array(tie("json"), { maxLength: 4 }).map((list) => ({ list })),
      fc.dictionary(fc.string(), tie("json"), { maxKeys: 4 }).map((object) => ({ object })),
    ),
  })).json;
  type Tree = { number: string } | { text: string } | { list: readonly Tree[] } | { object: Readonly<Record<string, Tree>> };
  const written = (each: Tree): string => {
    if ("number" in each) return each.number;
    if ("text" in each) return JSON.stringify(each.text);
    if ("list" in each) return `[${each.list.map(written).join(" , ")}]`;
    return `{${Object.entries(each.object).map(([key, inner]) => `${JSON.stringify(key)} :${written(inner)}`)}}`;
  };
  fc.assert(
    fc.property(tree, (drawn) => {
      const root = drawn as Tree;
      const [only] = readDocuments(`{"kind":"Node","a":${written(root)}}`, "f");
      expect(only?.object).toEqual(JSON.parse(`{"kind":"Node","a":${written(root)}}`));
      const check = (each: Tree, holder: unknown, key: string | number): void => {
        const value: unknown = Reflect.get(holder as object, key);
        if ("number" in each) expect(only?.written(holder as object, key) ?? String(value)).toBe(each.number);
        if ("list" in each) for (const [at, inner] of each.list.entries()) check(inner, value, at);
        if ("object" in each) for (const [name, inner] of Object.entries(each.object)) check(inner, value, name);
      };
      check(root, only?.object, "a");
    }),
    { seed: SEED, numRuns: 300 },
  );
});
