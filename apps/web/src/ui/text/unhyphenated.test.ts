import { expect, test } from "vitest";
import { partsOf, shortNames } from "./Unhyphenated.tsx";

const LONG = `${"a".repeat(40)}${"b".repeat(150)}${"c".repeat(23)}`;
const ENGLISH = "5 of 5 available; 2 nodes are being removed (karpenter.sh/disrupted)";
const CHINESE = "可用".repeat(40);

test.each([
  ["a long name", `${LONG} is available`, `${"a".repeat(40)}…${"c".repeat(23)} is available`],
  ["a name of 64 characters", "d".repeat(64), "d".repeat(64)],
  ["a long sentence in English", ENGLISH, ENGLISH],
  ["a long sentence in Chinese", CHINESE, CHINESE],
])("shortens long names and no sentences: %s", (_, text, expected) => {
  expect(shortNames(text)).toBe(expected);
});

test.each([
  ["falco does not belong on 3 of 9 nodes", []],
  ["fluent-bit: 11 of 48", ["fluent-bit:"]],
  ["fluent-bit：已更新 11 / 48，約剩 40 秒", ["fluent-bit", "新 11 / 48", "剩 40 秒"]],
  ["映像檔 fluentd:v9-missing 不存在，無法拉取（3 個節點）", ["fluentd:v9-missing", "（3 個"]],
  ["1 個 Pod 不容忍污點", ["1 個"]],
])("breaks neither names nor Chinese numbers: %s", (text, unbroken) => {
  expect(partsOf(text).filter((_, at) => at % 2 === 1)).toEqual(unbroken);
});
