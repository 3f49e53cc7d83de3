import { cellByte } from "@daemonscope/daemonset/pair/cell/cell";
import type { Budget, HolderGroup } from "@daemonscope/daemonset/records/budget";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { describe, expect, it } from "vitest";
import { momentText } from "../../words/i18n/time-of-day.ts";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import { words } from "../../words/i18n/zh-CN/words.ts";
import type { BudgetGate } from "./budget-gate.ts";
import { countLanes, tallyOf } from "./count-lanes.ts";
import { budgetGateText, laneFoot, laneName, shortGateText } from "./flow-text.ts";
import { slotHoldersNote } from "./slot-holders-note.ts";

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
    cause: { kind: "unknown", reason: "" },
    count: 1,
    nodes: [],
    sinceMs: undefined,
    ...holder,
  })),
});
const OLD = [{ hash: "a", revision: 1, createdAtMs: 0, current: false, nodes: 4 }];

const recordOf = (slots: Budget, revisions: DaemonSetRecord["revisions"], causes: DaemonSetRecord["causes"]) =>
  ({ budget: slots, revisions, causes, concern: null, underWay: true, strategy: "RollingUpdate" }) as unknown as DaemonSetRecord;

const ENDING = cellByte({ state: "available", oldRevision: true, terminating: true, twoPods: false, nodeUnready: false });

describe("the note below the holders of the budget", () => {
  it.each([
    [budget(1, 1), OLD, "No estimate for its slot.", "无法预计这 1 个名额何时释放。"],
    [budget(6, 6), OLD, "No estimate for these 6 slots.", "无法预计这 6 个名额何时释放。"],
    [
      budget(3, 3, [{ count: 2, endsAtMs: LATER }]),
      OLD,
      `2 pods terminate, grace period until ${momentText(LATER, NOW)}; their slots come free once the new pods are available.`,
      `2 个 Pod 正在终止，宽限期到 ${momentText(LATER, NOW)}；新 Pod 可用后，名额才释放。`,
    ],
    [
      budget(9, 9, [
        { reason: "newUnavailable", count: 8, endsAtMs: LATER },
        { count: 1, endsAtMs: NOW + 5000 },
      ]),
      OLD,
      `8 slots free by ${momentText(LATER, NOW)}: 8 new pods become available.`,
      `${momentText(LATER, NOW)} 前释放 8 个名额：8 个新 Pod 届时可用。`,
    ],
    [
      budget(9, 4, [{ reason: "twoPods", count: 3, endsAtMs: LATER }]),
      OLD,
      `3 new pods become available by ${momentText(LATER, NOW)}: 6 of 4 in use then.`,
      `3 个新 Pod 会在 ${momentText(LATER, NOW)} 前可用：届时 4 个名额仍占用 6 个。`,
    ],
    [
      budget(2, 2, [{ reason: "oldUnavailable", count: 2, endsAtMs: LATER }]),
      OLD,
      "No estimate for these 2 slots.",
      "无法预计这 2 个名额何时释放。",
    ],
  ])("states when slots come free, case %#", (slots, revisions, inEnglish, inChinese) => {
    expect(slotHoldersNote(recordOf(slots, revisions, []), NOW, english)).toBe(inEnglish);
    expect(slotHoldersNote(recordOf(slots, revisions, []), NOW, chinese)).toBe(inChinese);
  });
  it("leaves free slots to the stage, which counts them", () => {
    for (const slots of [budget(0, 1), budget(2, 5), budget(4, 5)])
      expect(slotHoldersNote(recordOf(slots, OLD, []), NOW, english)).toBeUndefined();
  });
  it("F08 promises no next node while a pod cannot be created", () => {
    const refused = { state: "missing", cause: { kind: "podSecurity" }, count: 1, nodes: ["n5"], sinceMs: undefined } as const;
    expect(slotHoldersNote(recordOf(budget(1, 3), OLD, [refused]), NOW, english)).toBe(
      "2 of 3 free, but the controller replaces no pod while it cannot create one.",
    );
  });
});

describe("the gate and the lanes", () => {
  it.each([
    [{ kind: "open", free: 1200 }, "Open 1,200 free", "放行中 剩 1,200"],
    [{ kind: "closed", sinceMs: NOW - 840_000 }, "Blocked 14m", "受阻 14 分"],
    [{ kind: "byHand" }, "By hand", "手动"],
  ] as const satisfies readonly (readonly [BudgetGate, string, string])[])("describes the gate %j", (gate, inEnglish, inChinese) => {
    const gateText = ({ word, more }: { readonly word: string; readonly more: string }) => `${word} ${more}`.trim();
    expect(gateText(budgetGateText(gate, NOW, english))).toBe(inEnglish);
    expect(gateText(budgetGateText(gate, NOW, chinese))).toBe(inChinese);
  });

  it.each([
    [{ kind: "open", free: 1 }, "1 free", "剩 1"],
    [{ kind: "full", isMoving: true }, "Full", "已满"],
    [{ kind: "closed", sinceMs: NOW - 84_000 }, "Blocked 84s", "受阻 84 秒"],
  ] as const satisfies readonly (readonly [BudgetGate, string, string])[])(
    "describes the gate on a phone %j",
    (gate, inEnglish, inChinese) => {
      expect(shortGateText(gate, NOW, english)).toBe(inEnglish);
      expect(shortGateText(gate, NOW, chinese)).toBe(inChinese);
    },
  );

  it("has no line under an empty lane of ready pods", () => {
    const record = { revisions: [], budget: budget(0, 1), readying: [] };
    expect(laneFoot("ready", countLanes(tallyOf([])), record, NOW, english)).toBe("");
  });

  it("states no remaining time under a lane, because the side panel has it", () => {
    const endsAtMs = NOW + 6000;
    const record = {
      revisions: [],
      budget: budget(1, 1, [{ sinceMs: NOW, endsAtMs }]),
      readying: [{ node: "n1", readyAtMs: NOW, availableAtMs: endsAtMs }],
    };
    const ready = cellByte({ state: "ready", oldRevision: false, terminating: false, twoPods: false, nodeUnready: false });
    const lanes = countLanes(tallyOf([ENDING, ready]));
    const feet = (nowMs: number) => (["ready", "terminating"] as const).map((lane) => laneFoot(lane, lanes, record, nowMs, english));
    expect(feet(NOW)).toEqual(["", ""]);
    expect(feet(endsAtMs)).toEqual(["not yet available", "past the grace period"]);
  });

  it("names a lane after the new pod that starts next to the old one, under maxSurge", () => {
    expect(laneName("created", true, english)).toBe("created beside");
    expect(laneName("gap", true, english)).toBe("no pod");
    expect(laneName("old", false, chinese)).toBe("旧版");
  });
});
