import type { Budget, HolderGroup } from "@daemonscope/daemonset/budget/budget";
import { describe, expect, it } from "vitest";
import { createTranslator } from "../i18n/translator.ts";
import { words } from "../i18n/zh-CN/words.ts";
import { clockText, gateWords, holdersNote, laneFoot, laneName } from "./flow-words.ts";
import type { Gate } from "./gate.ts";
import { selectLanes } from "./select-lanes.ts";

const translator = createTranslator();
translator.addResourceBundle("zh-CN", "translation", words);
const english = translator.getFixedT("en");
const chinese = translator.getFixedT("zh-CN");

const NOW = Date.UTC(2026, 0, 1);
const LATER = NOW + 600_000;

const budget = (used: number, allowed: number, holders: readonly Partial<HolderGroup>[] = []): Budget => ({
  kind: "maxUnavailable",
  spec: "10%",
  used,
  allowed,
  holders: holders.map((holder) => ({
    reason: "terminating",
    cause: { kind: "reason", reason: "" },
    count: 1,
    nodes: [],
    sinceMs: undefined,
    ...holder,
  })),
});
const OLD = [{ hash: "a", revision: 1, createdAtMs: 0, current: false, nodes: 4 }];

describe("the note under what holds the budget", () => {
  it.each([
    [budget(0, 1), [], "The 1 place is free.", "1 个名额全部空闲。"],
    [budget(0, 3000), [], "All 3,000 places are free.", "3,000 个名额全部空闲。"],
    [budget(1, 1), OLD, "When its place comes free is not known.", "这 1 个名额何时释放未知。"],
    [budget(2, 5), [], "3 of 5 free; no old pod is left.", "5 个名额剩 3 个；已无旧 Pod。"],
    [
      budget(4, 5),
      OLD,
      "1 of 5 free: one more old pod may go. Which one is up to the controller; it has no order.",
      "5 个名额剩 1 个：还可替换 1 个旧 Pod。替换哪些由控制器决定，没有顺序。",
    ],
    [
      budget(3, 3, [{ count: 2, endsAtMs: LATER }]),
      OLD,
      `2 places come free by ${clockText(LATER)}. When the other 1 will is not known.`,
      `2 个名额在 ${clockText(LATER)} 前释放。另外 1 个何时释放未知。`,
    ],
  ])("%#", (given, revisions, inEnglish, inChinese) => {
    expect(holdersNote({ budget: given, revisions }, NOW, english)).toBe(inEnglish);
    expect(holdersNote({ budget: given, revisions }, NOW, chinese)).toBe(inChinese);
  });
});

describe("the gate and the lanes", () => {
  it.each([
    [{ kind: "open", free: 1200 }, "open 1,200 free", "开启 剩 1,200"],
    [{ kind: "closed", sinceMs: NOW - 840_000 }, "closed 14m", "关闭 14m"],
    [{ kind: "byHand" }, "by hand OnDelete", "手动 OnDelete"],
  ] as const satisfies readonly (readonly [Gate, string, string])[])("%j", (gate, inEnglish, inChinese) => {
    const said = ({ word, more }: { readonly word: string; readonly more: string }) => `${word} ${more}`;
    expect(said(gateWords(gate, NOW, english))).toBe(inEnglish);
    expect(said(gateWords(gate, NOW, chinese))).toBe(inChinese);
  });

  it.each([
    [30, "for 30 s"],
    [0, ""],
  ])("says how long a pod must stay ready, where it must: %i s", (minReadySeconds, foot) => {
    const record = { revisions: [], budget: budget(0, 1), readying: [], minReadySeconds };
    expect(laneFoot("ready", selectLanes([]), record, NOW, english)).toBe(foot);
  });

  it("names a lane after the new pod that comes beside the old one, under maxSurge", () => {
    expect(laneName("created", true, english)).toBe("created beside");
    expect(laneName("gap", true, english)).toBe("gap");
    expect(laneName("old", false, chinese)).toBe("旧版，可用");
  });
});
