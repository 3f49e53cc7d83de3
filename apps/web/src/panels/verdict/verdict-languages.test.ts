import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { Concern } from "@daemonscope/daemonset/records/rollout";
import { expect, it } from "vitest";
import { CONCERNS } from "../../words/facts/model-text.fixture.ts";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { words as zhCN } from "../../words/i18n/zh-CN/words.ts";
import { words as zhTW } from "../../words/i18n/zh-TW/words.ts";
import { verdictLabelWithAge, verdictOn, verdictOnFleet } from "./select-verdict.ts";

const translator = createTranslator();
translator.addResourceBundle("zh-CN", "translation", zhCN);
translator.addResourceBundle("zh-TW", "translation", zhTW);
const speak = (language: string): Translate => translator.getFixedT(language);

const KINDS = {
  budgetHeld: true,
  stalled: true,
  revisionBreaksNodes: true,
  backoffLoop: true,
  surgeImpossible: true,
  desiredDropped: true,
  failing: true,
  waitsForYou: true,
  misscheduled: true,
  nodesUnready: true,
  unavailable: true,
  beingDeleted: true,
} as const satisfies Readonly<Record<Concern["kind"], true>>;

const counts = { desiredNumberScheduled: 3000, updatedNumberScheduled: 1874, numberAvailable: 2900, numberMisscheduled: 2 };
const recordOf = (concern: Concern | null, more: Partial<DaemonSetRecord> = {}): DaemonSetRecord =>
  ({
    key: `default/${concern?.kind ?? "quiet"}`,
    concern,
    unread: [],
    underWay: false,
    rollout: { kind: "updating", message: "" },
    reported: counts,
    derived: counts,
    budget: { kind: "maxUnavailable", spec: "10%", allowed: 300, used: 300, holders: [] },
    causes: [{ state: "failing", cause: { kind: "imageFailed", reason: "ImagePullBackOff" }, count: 41, nodes: [], sinceMs: undefined }],
    disagreements: [],
    readying: [{ node: "n1", readyAtMs: 0, availableAtMs: 0 }],
    minReadySeconds: 5,
    revisions: [],
    ...more,
  }) as unknown as DaemonSetRecord;

const RECORDS: readonly DaemonSetRecord[] = [
  ...(Object.keys(KINDS) as Concern["kind"][]).flatMap((kind) =>
    Object.values(CONCERNS)
      .flatMap((details) => details.slice(0, 1))
      .flatMap((detail) => [true, false].map((stuck) => recordOf({ kind, detail, sinceMs: 0, nodes: ["n1", "n2", "n3", "n4"], stuck }))),
  ),
  recordOf(null),
  recordOf(null, { underWay: true }),
  recordOf(null, { underWay: true, rollout: { kind: "unobserved", message: "" } }),
  recordOf(null, { derived: null, unread: ["pods", "nodes"] }),
  recordOf(null, { derived: { ...counts, numberAvailable: 3000, numberUnavailable: 0, currentNumberScheduled: 3000, numberReady: 3000 } }),
];

it.each(["en", "zh-CN", "zh-TW"])("every verdict has a word and a sentence in %s", (language) => {
  const t = speak(language);
  for (const record of RECORDS) {
    const { word, sentence } = verdictOn(t, record, 840_000);
    const texts = [word, sentence, verdictLabelWithAge(t, record, "row", 840_000)];
    for (const text of texts) expect(text).not.toMatch(/\{\{|undefined|NaN|verdict\.|^$/);
    if (language !== "en") for (const text of texts) expect(text).toMatch(/\p{Script=Han}/u);
  }
  for (const records of [[], [recordOf(null, { derived: null, unread: ["pods"] })]])
    expect(verdictOnFleet(t, records, 0).word).not.toMatch(/verdict\./);
});

it("uses the terms of an operator", () => {
  const stuck = recordOf({
    kind: "budgetHeld",
    detail: {
      ...CONCERNS.held[0],
      cause: { kind: "imageFailed", reason: "ImagePullBackOff", subject: "quay.io/logs/fluentd:v9" },
      count: 41,
    } as Concern["detail"],
    sinceMs: 0,
    nodes: [],
    stuck: true,
  });
  const verdictText = (language: string) => {
    const { word, sentence } = verdictOn(speak(language), stuck, 840_000);
    return `${word} · ${sentence}`;
  };
  expect(verdictText("en")).toBe("STUCK 14m · image fluentd:v9 cannot be pulled on 41 nodes");
  expect(verdictText("zh-CN")).toBe("卡住 14 分 · 镜像 fluentd:v9 无法拉取（41 个节点）");
  expect(verdictText("zh-TW")).toBe("卡住 14 分 · 映像檔 fluentd:v9 無法拉取（41 個節點）");
  const rolling = recordOf(null, { underWay: true, causes: [] });
  const rollingSentence = (language: string) => verdictOn(speak(language), rolling, 840_000).sentence;
  expect(rollingSentence("en")).toContain("1,874 of 3,000 updated");
  expect(rollingSentence("zh-CN")).toContain("已更新 1,874\u00a0/\u00a03,000");
  expect(rollingSentence("zh-TW")).toContain("已更新 1,874\u00a0/\u00a03,000");
});
