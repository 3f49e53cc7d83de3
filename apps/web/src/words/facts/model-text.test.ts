import type { PlacementIntent } from "@daemonscope/daemonset/actions/changes/action";
import type { PlacementOutcome } from "@daemonscope/daemonset/actions/remedies/outcome";
import type { CauseFact } from "@daemonscope/daemonset/records/cause-fact";
import type { PodAnswer } from "@daemonscope/words/answers/pod-answer";
import { NOW_MS, STARTING_POD } from "@daemonscope/words/answers/pod-answer.fixture";
import { podPhrase } from "@daemonscope/words/answers/pod-phrase";
import { causeDetailText, causeEnds, causeHelp } from "@daemonscope/words/facts/cause-help";
import { causeOrPortSentence, causeOrPortText } from "@daemonscope/words/facts/cause-text";
import { concernText } from "@daemonscope/words/facts/concern-text";
import { lagText } from "@daemonscope/words/facts/lag-text";
import { noMatchText } from "@daemonscope/words/facts/no-match-text";
import { podMessage } from "@daemonscope/words/facts/pod-message";
import { remedyEffect, remedyTitle } from "@daemonscope/words/facts/remedy-text";
import { describe, expect, it } from "vitest";
import { createTranslator } from "../i18n/translator.fixture.ts";
import type { Translate } from "../i18n/translator.ts";
import { words as zhCN } from "../i18n/zh-CN/words.ts";
import { words as zhTW } from "../i18n/zh-TW/words.ts";
import { CAUSE_FACTS, CONCERNS, LAGS, NO_MATCH_REASONS } from "./model-text.fixture.ts";

const translator = createTranslator();
translator.addResourceBundle("zh-CN", "translation", zhCN);
translator.addResourceBundle("zh-TW", "translation", zhTW);
const ENGLISH: Translate = translator.getFixedT("en");
const CHINESE = [translator.getFixedT("zh-CN"), translator.getFixedT("zh-TW")] as const satisfies readonly Translate[];

const READY: Partial<PodAnswer> = { ready: true, readySinceMs: NOW_MS - 60_000 };
const STEPS = ["sandbox", "image", "volumesOrImage", "initContainers", "readiness"] as const;
const PODS: readonly Partial<PodAnswer>[] = [
  { terminatingSinceMs: 1 },
  { terminatingSinceMs: 1, goneByMs: NOW_MS + 12_000, updated: false },
  { ...READY, available: true },
  { ...READY, available: true, readySinceMs: undefined, updated: false },
  READY,
  { ...READY, availableAtMs: NOW_MS + 4100 },
  { trouble: { kind: "crashedOnce", reason: "OOMKilled" }, reason: "Crashed once (OOMKilled)", updated: false },
  { scheduled: false },
  { updated: false },
  ...STEPS.map((startStep) => ({ startStep })),
];

const ACTS: { readonly [Kind in PlacementIntent["kind"]]: readonly PlacementIntent[] } = {
  takeTaintsOff: [["a:NoSchedule"], ["a:NoSchedule", "b:NoExecute"]].map((taints) => ({ kind: "takeTaintsOff", node: "n1", taints })),
  tolerate: [{ kind: "tolerate", daemonSet: "agent", keys: ["dedicated"] }],
  label: [{ kind: "label", node: "n1", labels: ["disk=ssd"] }],
  dropSelector: [{ kind: "dropSelector", daemonSet: "agent", labels: ["disk=ssd"] }],
  deletePods: [["agent-a1"], ["agent-a1", "agent-b2"]].map((pods) => ({ kind: "deletePods", pods })),
};
const BOTH = [true, false];
const OUTCOMES: { readonly [Kind in PlacementOutcome["kind"]]: readonly PlacementOutcome[] } = {
  nodeOpens: BOTH.map((isEnough) => ({ kind: "nodeOpens", node: "n1", isEnough, desired: 3 })),
  nodeFits: BOTH.map((isEnough) => ({ kind: "nodeFits", node: "n1", isEnough, desired: 3 })),
  podsEnd: [{ kind: "podsEnd", node: "n1", desired: 3 }],
  newRevision: BOTH.flatMap((isEnough) =>
    (["byHand", "nothing", "all"] as const).flatMap((replaces) =>
      [0, 1, 2].flatMap((before) =>
        [0, 1, 2].map((more) => ({
          kind: "newRevision" as const,
          isEnough,
          before: replaces === "all" ? before + 1 : before,
          after: before + more,
          replaces,
        })),
      ),
    ),
  ),
};

type Text = (t: Translate) => string;
/** Each text of the model, with its English as its name. */
const TEXTS: readonly (readonly [english: string, text: Text])[] = [
  ...CAUSE_FACTS.flatMap((cause): Text[] => [
    (t) => causeOrPortSentence(t, cause),
    (t) => causeOrPortText(t, cause),
    (t) => causeHelp(t, cause),
    (t) => causeEnds(t, cause),
    (t) =>
      causeDetailText(
        t,
        cause,
        { exitCode: 137, signal: 9, restarts: 8, limit: "64Mi", allocatable: "8Gi", count: 17, atLeast: true, endsAtMs: 200_000 },
        0,
      ),
  ]),
  ...Object.values(LAGS)
    .flat()
    .map(
      (lag): Text =>
        (t) =>
          lagText(t, lag),
    ),
  ...Object.values(NO_MATCH_REASONS)
    .flat()
    .map(
      (reason): Text =>
        (t) =>
          noMatchText(t, reason),
    ),
  ...Object.values(CONCERNS)
    .flat()
    .flatMap((detail) =>
      [[], [9100], [80, 443]].map(
        (ports): Text =>
          (t) =>
            concernText(t, detail, ports),
      ),
    ),
  ...Object.values(ACTS)
    .flat()
    .map(
      (act): Text =>
        (t) =>
          remedyTitle(t, act),
    ),
  ...Object.values(OUTCOMES)
    .flat()
    .map(
      (outcome): Text =>
        (t) =>
          remedyEffect(t, outcome),
    ),
  ...PODS.map(
    (parts): Text =>
      (t) =>
        podPhrase(t, { ...STARTING_POD, ...parts }, NOW_MS),
  ),
].map((text) => [text(ENGLISH), text] as const);

it("a pod never has more seconds left than its whole wait, if the wait began after the display time", () => {
  const sinceMs = NOW_MS + 7000;
  const ready = { ...STARTING_POD, ready: true, readySinceMs: sinceMs, availableAtMs: sinceMs + 6000 };
  const ending = { ...STARTING_POD, terminatingSinceMs: sinceMs, goneByMs: sinceMs + 6000 };
  for (const pod of [ready, ending]) expect(podPhrase(ENGLISH, pod, NOW_MS)).toMatch(/\b6 s\b/);
});

describe("the text of the model", () => {
  it.each(TEXTS)("exists in every language without gaps: %s", (english, text) => {
    expect(text(ENGLISH)).not.toMatch(/\{\{|\}\}|undefined|NaN|model\.|^$| {2}/);
    for (const t of CHINESE) expect(text(t)).not.toMatch(/\{\{|\}\}|undefined|NaN|model\.|^$| {2}|[,;:] |[.,;:]$/);
    // A text that only quotes the API has no translation.
    if (/^(ImagePullBackOff|ErrImagePull|Reason)$/.test(english)) return;
    for (const t of CHINESE) expect(text(t)).toMatch(/\p{Script=Han}/u);
    expect(text(CHINESE[0])).not.toBe(english);
  });
  it("groups thousands like the page, also in Chinese", () => {
    expect(concernText(ENGLISH, { kind: "outdated", count: 3000 })).toContain("3,000 old pods");
    expect(concernText(CHINESE[1], { kind: "outdated", count: 3000 })).toContain("3,000 個");
  });
  it("reports a taken host port like the headline, instead of the scheduler's sentence", () => {
    const cause = {
      kind: "portHeld",
      reason: "0/3 nodes are available: 1 node(s) didn't have free ports for the requested pod ports",
    } as const;
    expect([[], [9100], [53, 9100]].map((ports) => causeOrPortText(ENGLISH, cause, ports))).toEqual([
      "its host port is taken",
      "host port 9100 is taken",
      "one of host ports 53, 9100 is taken",
    ]);
  });
  it("inserts text of the API unchanged", () => {
    const reason = "$t(model.comma) {{count}} <b>&amp;</b> $& 名額";
    for (const kind of ["unknown", "crashedOnce", "preempting", "labelsUnknown"] as const)
      for (const t of [ENGLISH, ...CHINESE]) expect(causeOrPortText(t, { kind, reason } satisfies CauseFact)).toContain(reason);
    const cause = { kind: "crashedOnce", reason } as const;
    for (const t of [ENGLISH, ...CHINESE])
      expect(concernText(t, { kind: "unavailable", count: 1, causes: [{ count: 1, cause }], more: 0 })).toContain(reason);
  });
});

describe("the sentence behind a pod's reason", () => {
  it("is the API's sentence in every language", () => {
    for (const t of CHINESE)
      expect(podMessage(t, { message: "Back-off pulling image", lastExit: undefined })).toBe("Back-off pulling image");
  });
  it("is the API's sentence if the last exit is known too", () => {
    for (const t of CHINESE) expect(podMessage(t, { message: "no such file", lastExit: { code: 128 } })).toBe("no such file");
  });
  it("is the page's own sentence if the API has none", () => {
    expect(podMessage(ENGLISH, { message: "last exit code 137", lastExit: { code: 137 } })).toBe("last exit code 137");
    expect(podMessage(CHINESE[1], { message: "last exit code 137", lastExit: { code: 137 } })).toBe("上次結束代碼 137");
    expect(podMessage(ENGLISH, { message: "last exit code unknown", lastExit: { code: undefined } })).toBe("last exit code unknown");
  });
});
