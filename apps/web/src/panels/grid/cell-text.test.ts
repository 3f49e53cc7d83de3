import { CELL_STATES, type Cell, cellByte } from "@daemonscope/daemonset/pair/cell/cell";
import { describe, expect, it } from "vitest";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import { words } from "../../words/i18n/zh-TW/words.ts";
import { type CellTextInput, cellLabelText, cellWords } from "./cell-text.ts";

const translator = createTranslator();
translator.addResourceBundle("zh-TW", "translation", words);
const english = translator.getFixedT("en");
const chinese = translator.getFixedT("zh-TW");

const NOW = 1_000_000;

function factsOf(cell: Partial<Cell>, more: Partial<CellTextInput> = {}, record: Partial<CellTextInput["record"]> = {}): CellTextInput {
  const byte = cellByte({ state: "available", oldRevision: false, terminating: false, twoPods: false, nodeUnready: false, ...cell });
  return {
    byte,
    record: { name: "n-1", uid: "1", labels: {}, taints: [], unschedulable: false, ready: "True", createdAtMs: 0, ...record },
    pod: undefined,
    hold: undefined,
    excludedBy: undefined,
    availableAtMs: undefined,
    nowMs: NOW,
    ...more,
  };
}

describe("the text of a cell", () => {
  it.each([
    [factsOf({}), "available", "可用"],
    [factsOf({ state: "excluded" }), "not eligible", "不符合條件"],
    [
      factsOf({ state: "excluded" }, { excludedBy: { kind: "taint", what: "dedicated=db:NoSchedule" } }),
      "dedicated=db:NoSchedule not tolerated",
      "未容忍 dedicated=db:NoSchedule",
    ],
    [factsOf({ state: "missing" }), "no pod", "沒有 Pod"],
    [factsOf({ state: "ready" }, { availableAtMs: NOW + 12_000 }), "available in 12 s", "12 秒後可用"],
    [
      factsOf({ state: "starting" }, { hold: { cause: { kind: "runningNotReady" }, sinceMs: NOW - 15_000 } }),
      "not Ready, 15s",
      "執行中，未就緒，15 秒",
    ],
    [factsOf({ state: "starting" }, { hold: { cause: { kind: "starting" }, sinceMs: NOW - 15_000 } }), "starting, 15s", "啟動中，15 秒"],
    [factsOf({ oldRevision: true }, {}, { unschedulable: true }), "old revision, cordoned", "舊修訂版本，已封鎖"],
    [factsOf({}, { isUpgradeFailed: true }, { unschedulable: true }), "upgrade failed", "升級失敗"],
    [factsOf({ state: "starting" }, { isUpgradeFailed: true }), "starting", "啟動中"],
    [
      factsOf({ terminating: true, nodeUnready: true }, {}, { readySinceMs: NOW - 60_000, ready: "Unknown" }),
      "node NotReady for 60s",
      "節點 NotReady 60 秒",
    ],
  ])("has its text in English and Chinese, case %#", (facts, inEnglish, inChinese) => {
    expect(cellWords(facts, english).phrase).toBe(inEnglish);
    expect(cellWords(facts, chinese).phrase).toBe(inChinese);
  });

  const notReady = { key: "node.kubernetes.io/not-ready", effect: "NoSchedule" };
  const excludedBy = (what: string) => ({ excludedBy: { kind: "taint", what } }) as const;
  const excluded = { state: "excluded" } as const;
  it.each([
    [
      factsOf(excluded, excludedBy("node.cilium.io/agent-not-ready:NoSchedule"), {
        taints: [{ key: "node.cilium.io/agent-not-ready", effect: "NoSchedule" }],
      }),
      "joining",
      "正在加入",
    ],
    [
      factsOf(excluded, excludedBy(`${notReady.key}:NoSchedule`), {
        ready: "False",
        readySinceMs: 600_000,
        signs: "node is shutting down",
        taints: [notReady],
      }),
      "leaving",
      "退出中",
    ],
    [
      factsOf(excluded, excludedBy("karpenter.sh/disrupted:NoSchedule"), {
        taints: [{ key: "karpenter.sh/disrupted", effect: "NoSchedule" }],
      }),
      "leaving",
      "退出中",
    ],
    [
      factsOf(excluded, excludedBy("dedicated=db:NoSchedule"), { taints: [{ key: "dedicated", value: "db", effect: "NoSchedule" }] }),
      "tainted",
      "有污點",
    ],
    [factsOf(excluded, { excludedBy: { kind: "nodeSelector", what: "nvidia.com/gpu.present=true" } }), "not selected", "未選取"],
    [factsOf({ state: "ready" }, { availableAtMs: NOW + 2000 }), "in 2s", "2 秒後"],
    [
      factsOf({ terminating: true }, { pod: { goneByMs: NOW + 29_000, terminatingSinceMs: NOW } as CellTextInput["pod"] }),
      "29s grace",
      "寬限 29 秒",
    ],
    [factsOf({ nodeUnready: true }, {}, { ready: "Unknown", readySinceMs: NOW - 60_000 }), "NotReady", "NotReady"],
    [factsOf({ oldRevision: true }), "old", "舊版"],
    [factsOf({ oldRevision: true }, {}, { unschedulable: true }), "cordoned", "已封鎖"],
    [
      factsOf({ state: "failing" }, { hold: { cause: { kind: "crash", reason: "CrashLoopBackOff" }, sinceMs: NOW - 90_000 } }),
      "CrashLoop",
      "CrashLoop",
    ],
    [
      factsOf({ state: "failing" }, { hold: { cause: { kind: "imageFailed", reason: "ImagePullBackOff" }, sinceMs: NOW - 90_000 } }),
      "ImagePull",
      "ImagePull",
    ],
    [
      factsOf({ state: "failing" }, { hold: { cause: { kind: "imageNotFound", reason: "ImagePullBackOff" }, sinceMs: NOW - 90_000 } }),
      "not found",
      "不存在",
    ],
    [factsOf({}), undefined, undefined],
  ])("has a short form for a large cell, case %#", (facts, inEnglish, inChinese) => {
    expect(cellWords(facts, english).short).toBe(inEnglish);
    expect(cellWords(facts, chinese).short).toBe(inChinese);
  });

  it("never shows more seconds left than the whole wait, if the wait began after the display time", () => {
    const pod = {
      name: "agent-x7f",
      readySinceMs: NOW + 7000,
      terminatingSinceMs: NOW + 7000,
      goneByMs: NOW + 13_000,
    } as CellTextInput["pod"];
    const facts = [factsOf({ state: "ready" }, { pod, availableAtMs: NOW + 13_000 }), factsOf({ terminating: true }, { pod })];
    for (const each of facts) expect(cellWords(each, english).phrase).toMatch(/\b6 s\b/);
  });

  it.each(CELL_STATES.flatMap((state) => [false, true].map((oldRevision) => [state, oldRevision] as const)))(
    "states no time of availability on a NotReady node: %s, old revision %s",
    (state, oldRevision) => {
      const pod = { name: "agent-x7f", availableAtMs: NOW - 54_000, readySinceMs: NOW - 54_000 } as CellTextInput["pod"];
      const soon = { ...pod, availableAtMs: NOW + 54_000 } as CellTextInput["pod"];
      const node = { ready: "Unknown", readySinceMs: NOW - 60_000 } as const;
      const phrases = [pod, soon].map(
        (each) => cellWords(factsOf({ state, oldRevision, nodeUnready: true }, { pod: each }, node), english).phrase,
      );
      for (const phrase of phrases) expect(phrase).not.toMatch(/54/);
      const runs = state === "ready" || (state === "available" && !oldRevision);
      if (runs) expect(phrases).toEqual(["node NotReady for 60s", "node NotReady for 60s"]);
    },
  );

  it("states the time in the state instead of the pod's age, and none if no object gives it", () => {
    const pod = { name: "agent-x7f", createdAtMs: NOW - 23 * 3_600_000, unavailableSinceMs: undefined } as unknown as CellTextInput["pod"];
    const down = {
      ...pod,
      unavailableSinceMs: NOW - 90_000,
      trouble: { kind: "crash", reason: "CrashLoopBackOff" },
    } as CellTextInput["pod"];
    const phrases = [
      factsOf({ state: "misscheduled" }, { pod }),
      factsOf({ oldRevision: true }, { pod }),
      factsOf({ state: "failing" }, { pod: down }),
      factsOf({}, { pod: { ...pod, availableAtMs: NOW - 60_000 } as CellTextInput["pod"] }),
    ].map((facts) => cellWords(facts, english).phrase);
    expect(phrases).toEqual(["misscheduled", "old revision", "CrashLoopBackOff 90s", "available, 60s"]);
  });

  it("the accessible label names the node, its marks and the pod's state", () => {
    const facts = factsOf(
      { state: "starting", twoPods: true, nodeUnready: true },
      {},
      { ready: "False", unschedulable: true, taints: [{ key: "gpu", value: "yes", effect: "NoSchedule" }] },
    );
    expect(cellLabelText(facts, "general-a", "fluent-bit", english)).toBe(
      "n-1, general-a, node NotReady, cordoned, tainted gpu=yes:NoSchedule, fluent-bit starting, next to an old pod, node NotReady",
    );
    expect(cellLabelText(facts, "general-a", "fluent-bit", chinese)).toBe(
      "n-1，general-a，節點 NotReady，已封鎖，污點 gpu=yes:NoSchedule，fluent-bit 啟動中，與舊 Pod 並存，節點 NotReady",
    );
  });
});
