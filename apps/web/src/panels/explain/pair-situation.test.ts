import type { Placement } from "@daemonscope/daemonset/placement/placement";
import type { PodAnswer } from "@daemonscope/words/answers/pod-answer";
import { STARTING_POD } from "@daemonscope/words/answers/pod-answer.fixture";
import { describe, expect, it } from "vitest";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import { pairSituationOf } from "./pair-situation.ts";
import { nextTryOf, retryText } from "./pod/FailingPod.tsx";

const pod = (parts: Partial<PodAnswer>): PodAnswer => ({
  ...STARTING_POD,
  name: "agent-a1b2c",
  ready: true,
  readySinceMs: 0,
  availableAtMs: 0,
  available: true,
  unavailableSinceMs: undefined,
  createdAtMs: 0,
  ...parts,
});
const placed = (verdict: Placement["verdict"]): Placement => ({ verdict, checks: [] });
const WELL = pod({});
const FAILING = pod({ name: "agent-d3e4f", available: false, ready: false, trouble: { kind: "imageFailed", reason: "ImagePullBackOff" } });
const STARTING = pod({ available: false, ready: false });

describe("the first answer of the drawer", () => {
  it("for a pod that cannot be created names the refusal", () => {
    const refusal = { cause: { kind: "quotaExceeded", subject: "q" }, detail: { message: "exceeded quota: q" }, firstAtMs: 1 } as const;
    expect(pairSituationOf({ placement: placed("run"), pods: [], refusal })).toEqual({ kind: "missing", refusal });
    expect(pairSituationOf({ placement: placed("run"), pods: [STARTING], refusal }).kind).toBe("coming");
  });

  it.each([
    ["a healthy pod", "well", "run", [WELL]],
    ["a failing pod", "failing", "run", [FAILING]],
    ["a failing new pod next to a healthy old one", "failing", "run", [WELL, FAILING]],
    ["a starting pod", "coming", "run", [STARTING]],
    ["an available pod that terminates", "coming", "run", [pod({ terminatingSinceMs: 1 })]],
    ["no pod on a node that should have one", "missing", "run", []],
    ["a failing pod that may stay although it is unwanted", "unwanted", "keep", [FAILING]],
    ["no pod on an excluded node", "unwanted", "exclude", []],
  ] as const)("for %s the situation is %j", (_name, kind, verdict, pods) => {
    expect(pairSituationOf({ placement: placed(verdict), pods }).kind).toBe(kind);
  });
});

describe("the next automatic step", () => {
  const { t } = createTranslator();
  const NOW_MS = 1_000_000;
  it.each([
    ["an image that cannot be pulled", "ImagePullBackOff", true, { kind: "within", withinMs: 300_000 }, "next try within 5m"],
    ["a crashing container", "CrashLoopBackOff", true, { kind: "at", atMs: NOW_MS + 120_000 }, "next try in about 2m"],
    ["a pod without capacity", "1 Insufficient cpu", false, undefined, "schedules as soon as this clears"],
    ["a pod that the kubelet rejected", "OutOfcpu", true, undefined, ""],
  ] as const)("W6 the drawer has the words of the pod's page: %s", (_name, reason, scheduled, next, words) => {
    expect(retryText(t, { trouble: { kind: "noRoom", reason }, scheduled }, next, NOW_MS)).toBe(words);
  });
  it("is empty on a missing node, and before the pod is read", () => {
    expect(retryText(t, { trouble: { kind: "noSuchNode" }, scheduled: false }, undefined, NOW_MS)).toBe("");
    expect(nextTryOf(undefined, NOW_MS)).toBeUndefined();
  });
});
