import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { nearestNames } from "../base/nearest.ts";
import {
  labelSelectorText,
  labelsText,
  matchesLabelSelector,
  matchesRequirements,
  parseLabelSelector,
} from "../matching/label-selector.ts";
import { matchesNodeLabels, matchesNodeSelector } from "../matching/node-affinity.ts";
import { toleratesTaint } from "../matching/toleration.ts";
import type { NodeSelectorTerm, Taint, Toleration } from "../objects.ts";
import { fnv64Hex, safeEncode } from "./fnv.ts";
import { humanDuration } from "./human-duration.ts";
import { scaleRoundUp } from "./int-or-percent.ts";
import { milliQuantity, parseQuantity } from "./quantity.ts";
import { stableJson } from "./stable-json.ts";

const SEED = Number(process.env.SEED ?? 20260101);

describe("P9 one toleration against one taint", () => {
  const noSchedule: Taint = { key: "dedicated", value: "db", effect: "NoSchedule" };
  const rows: readonly [string, Toleration, Taint, boolean, boolean?][] = [
    ["an equal key, value and effect tolerates", { key: "dedicated", value: "db", effect: "NoSchedule" }, noSchedule, true],
    ["an omitted operator means Equal", { key: "dedicated", value: "gpu" }, noSchedule, false],
    ["an omitted effect fits any", { key: "dedicated", operator: "Equal", value: "db" }, noSchedule, true],
    ["another effect does not fit", { key: "dedicated", operator: "Exists", effect: "NoExecute" }, noSchedule, false],
    ["Exists ignores the value", { key: "dedicated", operator: "Exists" }, noSchedule, true],
    ["Exists without a key tolerates everything", { operator: "Exists" }, noSchedule, true],
    ["an absent value equals an empty one", { key: "spot" }, { key: "spot", effect: "NoSchedule" }, true],
    ["an unknown operator tolerates nothing", { key: "dedicated", operator: "In", value: "db" }, noSchedule, false],
    ["Gt is false with the gate off", { key: "n", operator: "Gt", value: "5" }, { key: "n", value: "7", effect: "NoSchedule" }, false],
    [
      "Gt compares the taint's value with the toleration's",
      { key: "n", operator: "Gt", value: "5" },
      { key: "n", value: "7", effect: "NoSchedule" },
      true,
      true,
    ],
    ["Lt rejects leading zeros", { key: "n", operator: "Lt", value: "9" }, { key: "n", value: "07", effect: "NoSchedule" }, false, true],
  ];
  it.each(rows)("%s", (_name, toleration, taint, expected, gate) => {
    expect(toleratesTaint(toleration, taint, { TaintTolerationComparisonOperators: gate === true })).toBe(expected);
  });
});

describe("P4–P8 required node affinity", () => {
  const node = { name: "n1", labels: { zone: "a", cores: "016", empty: "", big: "9007199254740993" } };
  const expression = (key: string, operator: string, ...values: string[]): NodeSelectorTerm => ({
    matchExpressions: [{ key, operator, values }],
  });
  const rows: readonly [string, readonly NodeSelectorTerm[] | undefined, boolean][] = [
    ["P4 absent affinity is no constraint", undefined, true],
    ["P4 an empty list of terms matches nothing", [], false],
    ["P5 an empty term matches nothing", [{}], false],
    ["P5 terms are ORed", [expression("zone", "In", "b"), expression("zone", "In", "a")], true],
    ["P6 NotIn holds for an absent key", [expression("none", "NotIn", "a")], true],
    ["P6 DoesNotExist fails for an empty value", [expression("empty", "DoesNotExist")], false],
    ["P6 Gt reads leading zeros", [expression("cores", "Gt", "15")], true],
    ["P6 Lt fails for an absent key", [expression("none", "Lt", "5")], false],
    ["P6 Gt keeps 64 bits", [expression("big", "Gt", "9007199254740992")], true],
    ["P7 a value that is no label value makes its term invalid", [expression("zone", "In", "a", "not a label")], false],
    ["P7 an invalid term does not affect the other terms", [expression("zone", "Gt", "x"), expression("zone", "In", "a")], true],
    [
      "P8 a field is the node's name, not a label of that name",
      [{ matchFields: [{ key: "metadata.name", operator: "In", values: ["n1"] }] }],
      true,
    ],
    ["P8 a field takes exactly one value", [{ matchFields: [{ key: "metadata.name", operator: "In", values: ["n1", "n2"] }] }], false],
    ["P6 values compare with their case", [expression("zone", "In", "A")], false],
    ["P7 Exists with a value is an error", [expression("zone", "Exists", "a")], false],
    ["P7 a negative operand is no label value", [expression("cores", "Gt", "-1")], false],
    ["P7 an unknown operator is an error", [expression("zone", "Near", "a")], false],
    ["P8 Gt is not for fields", [{ matchFields: [{ key: "metadata.name", operator: "Gt", values: ["1"] }] }], false],
    ["P8 an unknown field reads as empty", [{ matchFields: [{ key: "spec.x", operator: "NotIn", values: ["y"] }] }], true],
  ];
  it.each(rows)("%s", (_name, terms, expected) => {
    expect(matchesNodeSelector(terms === undefined ? undefined : { nodeSelectorTerms: terms }, node)).toBe(expected);
  });
  it("P3 a nodeSelector with an empty value needs the key", () => {
    expect(matchesNodeLabels({ a: "" }, {})).toBe(false);
    expect(matchesNodeLabels({ a: "" }, { a: "" })).toBe(true);
    expect(matchesNodeLabels({}, {})).toBe(true);
  });
  it("P7 never throws, for any operator, key and values", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.array(fc.string()), (key, operator, values) => {
        matchesNodeSelector(
          { nodeSelectorTerms: [{ matchExpressions: [{ key, operator, values }], matchFields: [{ key, operator, values }] }] },
          node,
        );
      }),
      { seed: SEED },
    );
  });
});

describe("label selector strings", () => {
  const labels = { app: "x", n: "5" };
  it.each([
    ["", true],
    ["app=x", true],
    ["app==x,n!=6", true],
    ["app in (x, y),!z", true],
    ["app notin (x)", false],
    ["z notin (a)", true],
    ["n>4,n<6", true],
    ["z", false],
  ])("evaluates %s", (text, expected) => {
    const parsed = parseLabelSelector(text);
    expect("requirements" in parsed && matchesRequirements(parsed.requirements, labels)).toBe(expected);
  });
  it.each([
    ["a=b=c", "syntax", "unable to parse requirement: found '=', expected: ',' or 'end of string'"],
    ["a in (x", "syntax", "unable to parse requirement: found '', expected: ',' or ')'"],
    ["a in x", "syntax", "unable to parse requirement: found 'x' expected: '('"],
    ["a,,b", "syntax", "unable to parse requirement: found ',', expected: identifier after ','"],
    [",a", "syntax", "unable to parse requirement: found ',', expected: !, identifier, or 'end of string'"],
    ["!a=b", "syntax", "unable to parse requirement: found '=', expected: ',' or 'end of string'"],
    ["a b", "syntax", "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"],
    ["a in ()", "values", "unable to parse requirement: values: Invalid value: []: for 'in', 'notin' operators, values set can't be empty"],
    [
      "n>x",
      "values",
      `unable to parse requirement: values[0][n]: Invalid value: "x": for 'Gt', 'Lt' operators, the value must be an integer`,
    ],
    ["-a=b", "key", 'unable to parse requirement: <nil>: Invalid value: "-a": is not a qualified name'],
    ["a=_", "values", 'unable to parse requirement: values[0][a]: Invalid value: "_": is not a label value'],
  ])("reports why %s cannot be read", (text, code, problem) => {
    expect(parseLabelSelector(text)).toEqual({ code, problem });
  });
  it.each([
    ["a in (,x)", ["", "x"]],
    ["a in (x,)", ["x", ""]],
    ["a notin(in,notin)", ["in", "notin"]],
    ["a=in", ["in"]],
    ["a!=", [""]],
    ["  a\t= x ", ["x"]],
  ])("reads the values of %s", (text, values) => {
    const parsed = parseLabelSelector(text);
    expect("requirements" in parsed && parsed.requirements.map((requirement) => requirement.values)).toEqual([values]);
  });
  it("prints selectors as kubectl does: objects by key, node selectors as whole texts", () => {
    const selector = {
      matchLabels: { b: "1", d: "" },
      matchExpressions: [
        { key: "c", operator: "NotIn", values: ["y", "x"] },
        { key: "a", operator: "DoesNotExist" },
        { key: "e", operator: "In", values: ["z"] },
      ],
    };
    expect(labelSelectorText(selector)).toBe("!a,b=1,c notin (x,y),d=,e in (z)");
    expect(labelSelectorText({})).toBe("<none>");
    expect(labelSelectorText({ matchExpressions: [{ key: "a", operator: "Gt" }] })).toBe("<error>");
    expect(labelsText({ a: "1", "a-b": "2" })).toBe("a-b=2,a=1");
  });
  it("never throws for any string", () => {
    fc.assert(
      fc.property(fc.string(), (text) => void parseLabelSelector(text)),
      { seed: SEED },
    );
  });
  it("does not find labels on the prototype", () => {
    expect(matchesLabelSelector({ matchExpressions: [{ key: "constructor", operator: "Exists" }] }, {})).toBe(false);
  });
});

test("B2 percentages round up, of the total", () => {
  expect(scaleRoundUp("1%", 3)).toBe(1);
  expect(scaleRoundUp("30%", 20)).toBe(6);
  expect(scaleRoundUp("10%", 0)).toBe(0);
  expect(scaleRoundUp(2, 20)).toBe(2);
  expect(scaleRoundUp("ten", 20)).toBeUndefined();
});

test.each([
  [-5_000, "<invalid>"],
  [0, "0s"],
  [95_000, "95s"],
  [330_000, "5m30s"],
  [170 * 60_000, "170m"],
  [320 * 60_000, "5h20m"],
  [31 * 3_600_000, "31h"],
  [76 * 3_600_000, "3d4h"],
  [400 * 86_400_000, "400d"],
  [760 * 86_400_000, "2y30d"],
  [9 * 365 * 86_400_000, "9y"],
])("formats an age of %d ms as %s", (ms, text) => {
  expect(humanDuration(ms)).toBe(text);
});

test.each([
  ["250m", 0.25],
  ["1.5Gi", 1610612736],
  ["2k", 2000],
  ["1e3", 1000],
  ["x", undefined],
])("parses the quantity %s", (text, expected) => {
  expect(parseQuantity(text)).toBe(expected);
});

test.each([
  ["100m", 100],
  ["0.1", 100],
  ["1n", 1],
  ["-1n", -1],
  ["2Gi", 2147483648000],
  ["1e-2", 10],
  [".5", 500],
  ["", undefined],
  ["1 k", undefined],
  ["9".repeat(500), undefined],
])("returns the quantity %s in thousandths", (text, expected) => {
  expect(milliQuantity(text)).toBe(expected);
});

test("sums requests exactly in thousandths", () => {
  const used = Array.from({ length: 10 }, () => milliQuantity("400m") ?? 0).reduce((sum, each) => sum + each, 0);
  expect(used).toBe(milliQuantity("4"));
});

test("equal values give equal text and hash, regardless of key order", () => {
  expect(fnv64Hex(stableJson({ b: [1, { d: 2, c: 3 }], a: undefined }))).toBe(fnv64Hex(stableJson({ b: [1, { c: 3, d: 2 }] })));
  expect(safeEncode(1234567890)).toMatch(/^[bcdfghjklmnpqrstvwxz2456789]{10}$/);
});

test("finds nearest names despite a typo, a swap or a partial name", () => {
  expect(nearestNames("bad-imgae", ["bad-image", "surge"])).toEqual(["bad-image"]);
  expect(nearestNames("fluent", ["fluent-bit", "cilium"])).toEqual(["fluent-bit"]);
});

test("a word with other letters, or with a small part in common, is not near", () => {
  expect(nearestNames("name", ["table", "wide", "json", "yaml"])).toEqual([]);
  expect(nearestNames("xml", ["yaml"])).toEqual([]);
  expect(nearestNames("yml", ["yaml"])).toEqual(["yaml"]);
  expect(nearestNames("certificate-authority", ["at", "as", "cat"])).toEqual([]);
  expect(nearestNames("watch-only", ["at", "watch"])).toEqual(["watch"]);
});

test("the same name in another case is nearest", () => {
  expect(nearestNames("Namespace", ["all-namespaces", "namespace"])).toEqual(["namespace", "all-namespaces"]);
});

test("one or two letters only match names that have one more letter", () => {
  expect(nearestNames("x", ["a", "bc", "n1", "abc"])).toEqual([]);
  expect(nearestNames("n9", ["n1", "n2", "worker"])).toEqual([]);
  expect(nearestNames("sm", ["ssm", "smi", "asx"])).toEqual(["smi", "ssm"]);
});
