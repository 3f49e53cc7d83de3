import { cellByte } from "@daemonscope/daemonset/pair/cell/cell";
import type { Placement } from "@daemonscope/daemonset/placement/placement";
import type { PodAnswer } from "@daemonscope/words/answers/pod-answer";
import { STARTING_POD } from "@daemonscope/words/answers/pod-answer.fixture";
import { describe, expect, it } from "vitest";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import { pairSituationOf } from "./pair-situation.ts";
import { nextTryOf, retrySentence } from "./pod/retry-text.ts";
import { sameProblemElsewhere } from "./pod/same-problem-elsewhere.ts";

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

const PLAIN = { oldRevision: false, terminating: false, twoPods: false, nodeUnready: false } as const;
const FAILS = cellByte({ ...PLAIN, state: "failing" });

describe("other nodes with the same problem", () => {
  const causes = [
    { state: "failing", cause: { kind: "imageFailed", reason: "ImagePullBackOff" }, count: 3, nodes: ["n1", "n2", "n3"], sinceMs: 0 },
    { state: "failing", cause: { kind: "crash", reason: "CrashLoopBackOff" }, count: 1, nodes: ["n4"], sinceMs: 0 },
    { state: "missing", cause: { kind: "noPod" }, count: 1, nodes: ["n5"], sinceMs: 0 },
  ] as const;
  it("are named, and the list is empty if no other node has it", () => {
    expect(sameProblemElsewhere({ causes }, { kind: "imageFailed", reason: "ImagePullBackOff" }, "n2", FAILS)).toEqual({
      count: 2,
      nodes: ["n1", "n3"],
    });
    expect(sameProblemElsewhere({ causes }, { kind: "crash", reason: "CrashLoopBackOff" }, "n4", FAILS)).toEqual({ count: 0, nodes: [] });
  });
  it("are counted over all groups of the problem, without this node if it belongs to them", () => {
    const nodes = Array.from({ length: 50 }, (_, at) => `n${100 + at}`);
    const pulls = { state: "failing", cause: { kind: "imageFailed", reason: "ImagePullBackOff" }, count: 60, nodes, sinceMs: 0 } as const;
    const starts = { ...pulls, state: "starting", count: 1, nodes: ["m1"] } as const;
    const here = (node: string, byte: number) =>
      sameProblemElsewhere({ causes: [pulls, starts] }, { kind: "imageFailed", reason: "ImagePullBackOff" }, node, byte)?.count;
    expect(here("m1", cellByte({ ...PLAIN, state: "starting" }))).toBe(60);
    // The stream is behind the response and does not name this node yet.
    expect(here("a1", FAILS)).toBe(61);
    // The node is after the listed names, so its cell decides.
    expect(here("z1", FAILS)).toBe(60);
    expect(here("z1", cellByte({ ...PLAIN, state: "available" }))).toBe(61);
  });
  it("are stated for a pod that cannot be created", () => {
    const cause = { kind: "quotaExceeded", subject: "q" } as const;
    const missing = { state: "missing", cause, count: 2, nodes: ["n1", "n3"], sinceMs: 0 } as const;
    expect(sameProblemElsewhere({ causes: [missing] }, cause, "n1", undefined)).toEqual({ count: 1, nodes: ["n3"] });
  });
  it("are not stated if no group has this problem", () => {
    expect(sameProblemElsewhere({ causes }, { kind: "oomKilled", reason: "OOMKilled" }, "n1", FAILS)).toBeUndefined();
    expect(sameProblemElsewhere(undefined, { kind: "oomKilled", reason: "OOMKilled" }, "n1", FAILS)).toBeUndefined();
  });
});

describe("the next automatic step", () => {
  const { t } = createTranslator();
  const NOW_MS = 1_000_000;
  it.each([
    [
      "an image that cannot be pulled",
      "ImagePullBackOff",
      true,
      { kind: "within", withinMs: 300_000 },
      "The kubelet retries by itself: next try within 5m.",
    ],
    [
      "a crashing container",
      "CrashLoopBackOff",
      true,
      { kind: "at", atMs: NOW_MS + 120_000 },
      "The kubelet retries by itself: next try in about 2m.",
    ],
    ["a pod without capacity", "1 Insufficient cpu", false, undefined, "Schedules as soon as this clears."],
    ["a pod that the kubelet rejected", "OutOfcpu", true, undefined, ""],
  ] as const)("W6 the drawer has the sentence of the pod's page: %s", (_name, reason, scheduled, next, words) => {
    expect(retrySentence(t, { trouble: { kind: "noRoom", reason }, scheduled }, next, NOW_MS)).toBe(words);
  });
  it("is empty on a missing node, and before the pod is read", () => {
    expect(retrySentence(t, { trouble: { kind: "noSuchNode" }, scheduled: false }, undefined, NOW_MS)).toBe("");
    expect(nextTryOf(undefined, NOW_MS)).toBeUndefined();
  });
});
