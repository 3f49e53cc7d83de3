import type { LifeContainer, PodDetail } from "@daemonscope/daemonset/pods/life/pod-detail";
import type { PodState } from "@daemonscope/daemonset/pods/life/pod-state";
import type { PodPageAnswer } from "@daemonscope/shared/http/pod";
import { describe, expect, it } from "vitest";
import { plainCellStyle } from "../../../data/cell/cell-style.ts";
import { createTranslator } from "../../../words/i18n/translator.fixture.ts";
import { podGoneText } from "../PodGone.tsx";
import { updateSeenPod } from "../PodPage.tsx";
import { revisionOfPodWords } from "../PodSide.tsx";
import { failingContainerText, podVerdict } from "../state-text.ts";
import { bytesText, coresText } from "./ContainerTable.tsx";
import { lastExitWords, stateWords } from "./container-text.ts";
import { axisTime } from "./PodLife.tsx";

const { t } = createTranslator();
const NOW_MS = Date.UTC(2026, 8, 1, 12);
const ago = (seconds: number) => NOW_MS - seconds * 1000;
const reason = (text: string) => ({ kind: "unknown", reason: text }) as const;

const failing = (parts: Partial<Extract<PodState, { readonly kind: "failing" }>>): PodState => ({
  kind: "failing",
  reason: reason("CrashLoopBackOff"),
  container: "agent",
  exit: { reason: "Error", exitCode: 1 },
  restarts: 5,
  nextTry: { kind: "at", atMs: NOW_MS + 120_000 },
  sinceMs: ago(660),
  ...parts,
});

describe("W8 the first line of a pod", () => {
  it.each<[PodState, string]>([
    [failing({}), "FAILING 11m: CrashLoopBackOff: exit code 1, 5 restarts, next try in about 2m"],
    [
      failing({ exit: { reason: "OOMKilled", exitCode: 137 }, restarts: 1 }),
      "FAILING 11m: CrashLoopBackOff: OOMKilled, exit code 137, 1 restart, next try in about 2m",
    ],
    [failing({ nextTry: { kind: "at", atMs: ago(1) } }), "FAILING 11m: CrashLoopBackOff: exit code 1, 5 restarts, next try any moment"],
    [
      failing({ reason: reason("ImagePullBackOff"), exit: undefined, restarts: 0, nextTry: { kind: "within", withinMs: 300_000 } }),
      "FAILING 11m: ImagePullBackOff: next try within 5m",
    ],
    [
      failing({
        reason: { kind: "imageFailed", reason: "ImagePullBackOff", subject: "registry.example/agent:2" },
        exit: undefined,
        restarts: 0,
        nextTry: undefined,
      }),
      "FAILING 11m: image agent:2 cannot be pulled",
    ],
    [failing({ reason: reason("OutOfcpu"), exit: undefined, restarts: 0, nextTry: undefined, sinceMs: undefined }), "FAILING: OutOfcpu"],
    [
      failing({ reason: reason("OOMKilled"), exit: { reason: "OOMKilled", exitCode: 137 }, nextTry: undefined }),
      "FAILING 11m: OOMKilled: exit code 137, 5 restarts",
    ],
    [
      failing({ exit: { reason: "ContainerStatusUnknown", exitCode: undefined }, nextTry: undefined }),
      "FAILING 11m: CrashLoopBackOff: ContainerStatusUnknown, 5 restarts",
    ],
    [{ kind: "unscheduled", reason: reason("Insufficient cpu"), sinceMs: ago(30) }, "PENDING 30s: Insufficient cpu"],
    [{ kind: "unscheduled", reason: undefined, sinceMs: undefined }, "PENDING: the scheduler has not bound it yet"],
    [{ kind: "starting", step: "image", sinceMs: ago(4) }, "STARTING 4s: its image is being pulled, or its container made"],
    [{ kind: "nodeSilent", sinceMs: ago(180) }, "NOT READY 3m: its node does not report, so whether the pod runs is unknown"],
    [{ kind: "unready", reason: undefined, sinceMs: ago(60) }, "NOT READY 60s: it was Ready before"],
    [{ kind: "ready", availableAtMs: NOW_MS + 12_000 }, "READY: available in 12s (minReadySeconds)"],
    [{ kind: "available", sinceMs: ago(3600) }, "AVAILABLE: for 60m"],
    [{ kind: "running", sinceMs: undefined }, "READY: all its containers are ready"],
    [{ kind: "terminating", goneByMs: NOW_MS + 20_000 }, "TERMINATING: it is being deleted, its grace period ends in 20s"],
    [{ kind: "terminating", goneByMs: ago(20) }, "TERMINATING: it is being deleted, and its grace period is over"],
    [{ kind: "succeeded", sinceMs: undefined }, "SUCCEEDED: all its containers completed"],
    [{ kind: "untold" }, "PENDING: bound; its kubelet has not reported on it yet"],
  ])("of %j is %j", (state, text) => {
    const { word, sentence } = podVerdict(t, state, NOW_MS);
    expect(`${word}: ${sentence}`).toBe(text);
  });
});

it("marks a running pod on a node that does not want it, and no failing one", () => {
  const lookOf = (state: PodState) => podVerdict(t, state, NOW_MS, true).look;
  expect(lookOf({ kind: "available", sinceMs: undefined })).toEqual(plainCellStyle("misscheduled"));
  expect(lookOf({ kind: "unready", reason: undefined, sinceMs: undefined })).toEqual(plainCellStyle("starting"));
});

const container = (parts: Partial<LifeContainer> = {}): LifeContainer => ({
  name: "agent",
  kind: "container",
  image: "a:1",
  ready: false,
  restarts: 0,
  now: { kind: "running", startedAtMs: ago(600) },
  before: undefined,
  requests: {},
  limits: {},
  probes: [],
  ...parts,
});
const podWith = (...containers: LifeContainer[]) => ({ uid: "u", containers, trouble: undefined }) as unknown as PodDetail;

it("names the container of the line if there are others, and the limit that it reached", () => {
  const oom = failing({ exit: { reason: "OOMKilled", exitCode: 137 } });
  const limited = container({ limits: { memory: "200Mi" } });
  expect(failingContainerText(t, podWith(limited, container({ name: "b" })), oom)).toBe("container agent, memory limit 200Mi");
  expect(failingContainerText(t, podWith(limited), oom)).toBe("memory limit 200Mi");
  expect(failingContainerText(t, podWith(limited), failing({}))).toBeUndefined();
  expect(failingContainerText(t, podWith(limited), { kind: "untold" })).toBeUndefined();
});

const end = (from: number, to: number, exitCode: number, why: string) => ({
  reason: why,
  exitCode,
  startedAtMs: ago(from),
  finishedAtMs: ago(to),
  message: undefined,
});

describe("W7 the text of a container", () => {
  it.each<[Partial<LifeContainer>, string, boolean]>([
    [{ ready: true }, "running 10m", false],
    [{}, "running 10m, not ready", false],
    [{ kind: "init" }, "running 10m", false],
    [{ now: { kind: "waiting", reason: "CrashLoopBackOff", message: undefined } }, "CrashLoopBackOff", true],
    [{ now: { kind: "waiting", reason: "ContainerCreating", message: undefined } }, "ContainerCreating", false],
    [{ now: { kind: "waiting", reason: "", message: undefined } }, "waiting", false],
    [{ now: { kind: "ended", ...end(12.5, 10, 0, "Completed") } }, "done after 2.5 s", false],
    [{ now: { kind: "ended", ...end(10, 10, 0, "Completed") } }, "done", false],
    [{ now: { kind: "ended", ...end(12, 10, 2, "Error") } }, "ended, exit code 2", true],
    [{ now: { kind: "untold" } }, "not reported", false],
  ])("%j is %j", (parts, words, isBad) => {
    expect(stateWords(t, container(parts), NOW_MS)).toEqual({ words, isBad });
  });

  it("states the last exit and its age", () => {
    expect(lastExitWords(t, container({ before: end(100, 50, 137, "OOMKilled") }), NOW_MS)).toEqual({
      words: "OOMKilled, exit code 137, 50s ago",
      isBad: true,
    });
    expect(lastExitWords(t, container(), NOW_MS)).toBeUndefined();
  });
});

describe("a deleted pod", () => {
  const gone = (parts: object) =>
    ({
      kind: "gone",
      at: 0,
      daemonSet: "a/b",
      node: "n1",
      replacedBy: [],
      nearest: [],
      podEvents: { events: [], total: 0, unread: undefined },
      ...parts,
    }) as Extract<PodPageAnswer, { readonly kind: "gone" }>;
  it.each([
    [{ replacedBy: [{ name: "b-x", createdAtMs: 0 }] }, "b-x replaced it on n1"],
    [{}, "nothing of a/b is on n1 now"],
    [{ node: undefined }, "by its name a pod of a/b; which node it was on is no longer known"],
    [{ daemonSet: undefined }, "namespace ns has no pod of this name now"],
  ])("%j: %s", (parts, words) => {
    expect(podGoneText(t, gone(parts), "ns")).toBe(words);
  });

  it("keeps its last known node, and a new pod with its name starts an empty history", () => {
    const there = (uid: string) =>
      ({
        kind: "there",
        pod: { ...podWith(container({ before: end(90, 80, 1, "Error") })), uid, node: "n1" },
        daemonSet: { key: "a/b" },
      }) as unknown as PodPageAnswer;
    const nothing = updateSeenPod({ uid: undefined, key: undefined, node: undefined, isGone: false, runs: new Map() }, undefined);
    const seen = updateSeenPod(nothing, there("u"));
    expect(seen).toMatchObject({ key: "a/b", node: "n1", isGone: false });
    expect(updateSeenPod(seen, there("u"))).toBe(seen);
    expect(updateSeenPod(seen, gone({}))).toMatchObject({ node: "n1", isGone: true });
    expect(updateSeenPod({ ...seen, runs: new Map([["old", []]]) }, there("v")).runs.has("old")).toBe(false);
  });
});

it.each([
  [{ isCurrent: true, revision: 3, currentRevision: 3 }, "3, the current one"],
  [{ isCurrent: false, revision: 2, currentRevision: 3 }, "2, old: 3 is current"],
  [{ isCurrent: false, revision: undefined, currentRevision: 3 }, "old: 3 is current"],
  [{ isCurrent: undefined, revision: undefined, currentRevision: undefined }, "revisions are not read"],
])("the revision text of a pod, %j, is %j", (parts, words) => {
  expect(revisionOfPodWords(t, { key: "a/b", minReadySeconds: 0, placement: undefined, cell: 0, imageChanges: [], ...parts })).toBe(words);
});

it("formats amounts as kubectl top does, and axis times with the needed precision", () => {
  expect([bytesText(199.6 * 2 ** 20), bytesText(1.5 * 2 ** 30), bytesText(2048), coresText(0.031), coresText(1.24)]).toEqual([
    "200Mi",
    "1.5Gi",
    "2Ki",
    "31m",
    "1.2",
  ]);
  const atMs = new Date(2026, 8, 1, 9, 5, 7).getTime();
  expect([60_000, 3_600_000, 2 * 86_400_000, 9 * 86_400_000].map((span) => axisTime(span, atMs)(atMs))).toEqual([
    "09:05:07",
    "09:05",
    "09-01 09:05",
    "09-01",
  ]);
  expect([60_000, 3_600_000].map((span) => axisTime(span, atMs + 86_400_000)(atMs))).toEqual(["09-01 09:05:07", "09-01 09:05"]);
});
