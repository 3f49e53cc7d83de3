import type { PlacementTemplate } from "@daemonscope/daemonset/records/placement-template";
import { expect, test } from "vitest";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import { labelCut, labelWords } from "./label-text.ts";
import { parseLabels, sharedKeys, shownLabels } from "./shown-labels.ts";

const { t } = createTranslator();
const ZONE = "topology.kubernetes.io/zone";
const LONG = `${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(61)}/${"n".repeat(63)}`;
const template = (nodeSelector: Readonly<Record<string, string>>): PlacementTemplate => ({
  nodeSelector,
  tolerations: [],
  hostNetwork: false,
});

test.each([
  ["the first keys of the node selector by default", undefined, ["a", "b", "c"], { keys: ["a", "b"] }],
  ["no key for an empty text", "", ["a"], { keys: [] }],
  ["the named keys, each once", `${ZONE}, pool,pool,,`, ["a"], { keys: [ZONE, "pool"] }],
  ["the first two of three keys", "a,b,c", [], { keys: ["a", "b"], problem: { kind: "tooMany", what: "c" } }],
  ["no key for invalid text", "<b>,a b", [], { keys: [], problem: { kind: "notAKey", what: "<b>" } }],
  ["no key with a direction override", "\u202egnp,a", [], { keys: ["a"], problem: { kind: "notAKey", what: "\u202egnp" } }],
  ["the longest valid key", LONG, [], { keys: [LONG] }],
  ["no key above the maximum length", `x${LONG}`, [], { keys: [], problem: { kind: "notAKey", what: `x${LONG}` } }],
] as const)("a URL selects %s", (_name, text, selected, expected) => {
  expect(parseLabels(text, selected)).toEqual(expected);
});

const wordsOf = (keys: readonly string[], labels: Readonly<Record<string, string>>, selects = {}) =>
  shownLabels(keys, template(selects))
    .linesOf(labels)
    .map((line) => [labelWords(line, t), labelWords(line, t, true)]);

test.each([
  ["its short name, with the full key in the title", [ZONE], { [ZONE]: "a" }, {}, [["zone=a", `${ZONE}=a`]]],
  ["an explicit empty value", ["worker"], { worker: "" }, {}, [['worker=""', 'worker=""']]],
  ["a label that the node lacks", [ZONE], {}, {}, [["no zone", `no ${ZONE}`]]],
  [
    "a label that the DaemonSet selects by and the node lacks",
    ["app"],
    {},
    { app: "ironman" },
    [["lacks app=ironman", "lacks app=ironman"]],
  ],
  [
    "another value than the selected one",
    ["x.io/app"],
    { "x.io/app": "batman" },
    { "x.io/app": "ironman" },
    [["app=batman, needs app=ironman", "x.io/app=batman, needs x.io/app=ironman"]],
  ],
  [
    "a planned pause by its controller",
    ["nvidia.com/gpu.deploy.driver"],
    { "nvidia.com/gpu.deploy.driver": "paused-for-driver-upgrade" },
    { "nvidia.com/gpu.deploy.driver": "true" },
    [["paused by gpu-operator", "paused by gpu-operator"]],
  ],
  [
    "a pause that outlasts its work",
    ["nvidia.com/gpu.deploy.driver"],
    { "nvidia.com/gpu.deploy.driver": "paused-for-driver-upgrade", "nvidia.com/gpu-driver-upgrade-state": "upgrade-failed" },
    { "nvidia.com/gpu.deploy.driver": "true" },
    [["left paused by gpu-operator", "left paused by gpu-operator"]],
  ],
  [
    "full keys if two keys share a name",
    ["x.io/role", "y.io/role"],
    { "x.io/role": "a" },
    {},
    [
      ["x.io/role=a", "x.io/role=a"],
      ["no y.io/role", "no y.io/role"],
    ],
  ],
  ["hidden characters by their code points", ["a"], { a: "\u202ex\u0007" }, {}, [["a=\\u202ex␇", "a=\\u202ex␇"]]],
] as const)("a label is shown as %s", (_name, keys, labels, selects, expected) => {
  expect(wordsOf(keys, labels, selects)).toEqual(expected);
});

test("shows the labels of the node selector first, also before selected labels", () => {
  const { firstOf } = shownLabels([ZONE], template({ app: "x", os: "linux" }));
  expect(firstOf({ os: "linux" }).map((line) => labelWords(line, t))).toEqual(["lacks app=x", "os=linux", "no zone"]);
});

test.each([
  ["with a long key and a short value", "example.com/a-very-long-label-key-of-a-platform", { value: "eu-west-1a" }, "=eu-west-1a"],
  ["with a long key and a long value", "a-very-long-label-key-of-a-platform", { value: "v".repeat(63) }, `=${"v".repeat(63)}`],
  ["with a long key and an empty value", "a-very-long-label-key-of-a-platform", { value: "" }, '=""'],
  ["with a key of four letters", "zone", { value: "eu-west-1a" }, "=eu-west-1a"],
  ["with an unsplit key of three letters", "app", { value: "ironman" }, ""],
  ["with an unsplit key of one letter", "a", { value: "v".repeat(63) }, ""],
  ["with a long key that the node lacks", "a-very-long-label-key-of-a-platform", {}, "-platform"],
] as const)("a label without enough space, %s, keeps its end", (_name, key, { value }: { readonly value?: string }, end) => {
  const [line] = shownLabels([key], undefined).linesOf(value === undefined ? {} : { [key]: value });
  if (line === undefined) throw new Error("no line");
  const words = labelWords(line, t);
  expect(words.slice(labelCut(line, words))).toBe(end);
});

const OS = "kubernetes.io/os";
const linux = { [OS]: "linux" };

test.each([
  ["a label that all nodes share", [OS], [linux, { ...linux, app: "x" }], [OS]],
  [
    "only the one of two labels with one value",
    [OS, "app"],
    [
      { ...linux, app: "y" },
      { ...linux, app: "x" },
    ],
    [OS],
  ],
  ["none if one node has another value", [OS], [linux, { [OS]: "windows" }], []],
  ["a label that one node lacks, because its cell shows that", [OS], [linux, {}], [OS]],
  ["none if a node was removed and the others differ", [OS], [linux, undefined, { [OS]: "windows" }], []],
  ["a label of all nodes next to a removed node", [OS], [undefined, linux, linux], [OS]],
  ["none that no node has", [OS], [{}, {}], []],
  ["none for a single node, which needs no summary", [OS], [linux], []],
  ["none without nodes", [OS], [], []],
  ["none whose value the DaemonSet does not want", ["arch"], [{ arch: "arm" }, { arch: "arm" }], []],
] as const)("states once: %s", (_name, keys, labels, expected) => {
  expect(sharedKeys(shownLabels(keys, template({ arch: "amd" })), labels)).toEqual(expected);
});
