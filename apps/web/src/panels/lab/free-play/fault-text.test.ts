import { LANGUAGES } from "@daemonscope/kube/base/languages";
import { LAB_FAULTS, type LabFault } from "@daemonscope/shared/http/lab";
import { expect, test } from "vitest";
import { labIn } from "../lab-translator.fixture.ts";
import { faultSentence } from "./fault-text.ts";

const FAULTS: readonly LabFault[] = [
  { verb: "drop-watches", how: "reset" },
  { verb: "drop-watches", how: "end", resource: "pods" },
  { verb: "stall", resource: "pods" },
  { verb: "resume" },
  { verb: "garbage" },
  { verb: "expire-history" },
  { verb: "refuse", resource: "nodes", status: 503, times: 1 },
  { verb: "refuse", resource: "nodes", status: 429, times: 3 },
  { verb: "slow", ms: 500 },
  { verb: "slow", ms: 0 },
  { verb: "older-state", secondsAgo: 20 },
  { verb: "forbid", resource: "pods" },
  { verb: "allow", resource: "pods" },
];

test("every fault has a text in every language", () => {
  expect(new Set(FAULTS.map(({ verb }) => verb))).toEqual(new Set(LAB_FAULTS));
  const all = LANGUAGES.flatMap(({ language }) => FAULTS.map((fault) => faultSentence(fault, labIn(language))));
  expect(new Set(all).size).toBe(all.length);
});

test.each([
  [6, "en", "The next watch of nodes gets 503."],
  [7, "en", "The next 3 watches of nodes get 429."],
  [7, "zh-TW", "nodes 接下來的 3 次 watch 會收到 429。"],
  [8, "zh-CN", "API 服务器的每个响应都慢 500 毫秒。"],
] as const)("the text of fault %i in %s is %s", (at, language, text) => {
  expect(FAULTS[at] === undefined ? "" : faultSentence(FAULTS[at], labIn(language))).toBe(text);
});
