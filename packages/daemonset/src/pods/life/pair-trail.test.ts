import { describe, expect, it } from "vitest";
import type { PodSurroundings } from "../../causes/classify.ts";
import type { PodFacts } from "../pod-facts.ts";
import { pairTrail, type WatchedPodHistory } from "./pair-trail.ts";
import type { PodCreation } from "./pod-creation.ts";
import { at } from "./pod-detail.fixture.ts";
import { stepText } from "./trail-step.fixture.ts";

const pending = (parts: Partial<PodFacts> = {}): PodFacts => ({
  uid: "u",
  namespace: "default",
  name: "agent-x",
  ownerUid: "d",
  node: "n1",
  scheduled: false,
  createdAtMs: at(0),
  hash: "h",
  templateGeneration: "1",
  phase: "Pending",
  ready: false,
  readySinceMs: undefined,
  unreadySinceMs: undefined,
  deletingSinceMs: undefined,
  goneByMs: undefined,
  restarts: 0,
  reason: undefined,
  message: undefined,
  failing: false,
  passing: false,
  step: undefined,
  ...parts,
});
const bound = (parts: Partial<PodFacts> = {}) => pending({ scheduled: true, step: "sandbox", ...parts });
const pulling = bound({ step: "image" });
const running = bound({ phase: "Running", step: "readiness" });
const readyAt = (seconds: number) => bound({ phase: "Running", step: undefined, ready: true, readySinceMs: at(seconds) });

const watched = (...sightings: readonly (readonly [seconds: number | undefined, pod: PodFacts | undefined])[]): WatchedPodHistory => ({
  isFromBirth: true,
  sightings: sightings.map(([seconds, pod]) => ({ atMs: seconds === undefined ? undefined : at(seconds), pod })),
});
const seenAfterCreation = (pod: WatchedPodHistory): WatchedPodHistory => ({ ...pod, isFromBirth: false });

interface Case {
  readonly pod?: WatchedPodHistory;
  readonly before?: WatchedPodHistory;
  readonly wanted?: PodCreation;
  readonly minReadySeconds?: number;
  readonly around?: PodSurroundings;
}
const trail = ({ pod, before, wanted, minReadySeconds = 0, around }: Case) =>
  pairTrail(pod, before, wanted, minReadySeconds, at(100), around).map(stepText);

const event = (reason: string, message: string) => ({
  involved: { kind: "Pod", namespace: "infra", name: "agent-a", uid: "u" } as const,
  reason,
  message,
  count: 3,
  firstAtMs: at(1),
  lastAtMs: at(90),
});
const OLD = watched([-3000, readyAt(-3000)], [-4, { ...readyAt(-3000), deletingSinceMs: at(-4), goneByMs: at(26) }], [-1, undefined]);
const BY_REVISION: PodCreation = { by: "revision", atMs: at(-90) };

describe("W10 the trail of a pair", () => {
  it.each<[string, Case, readonly string[]]>([
    [
      "of a rollout: the new revision, the end of the old pod, and each observed step of the new one",
      {
        pod: watched([0.2, pending()], [0.3, bound()], [2, pulling], [9, running], [14.2, readyAt(14)]),
        before: OLD,
        wanted: BY_REVISION,
        minReadySeconds: 10,
      },
      [
        "wanted +-90s",
        "oldDeleted +-4s",
        "oldGone +-1s",
        "created +0s",
        "bound +0.3s",
        "sandbox +2s",
        "started +9s",
        "ready +14.2s",
        "available +24s",
      ],
    ],
    [
      "of a surge: the old pod is deleted once the new one is available",
      {
        pod: watched([0.2, bound()], [3, readyAt(3)]),
        before: watched([-3000, readyAt(-3000)], [4, { ...readyAt(-3000), deletingSinceMs: at(4), goneByMs: at(34) }], [6, undefined]),
      },
      ["created +0s", "bound +0.2s", "sandbox +3s", "started +3s", "ready +3s", "available +3s", "oldDeleted +4s", "oldGone +6s"],
    ],
    [
      "without a new pod: the steps of the old one",
      { before: OLD, wanted: BY_REVISION },
      ["wanted +-90s", "oldDeleted +-4s", "oldGone +-1s", "created –"],
    ],
    [
      "of an unbound pod: the scheduler's reason, once",
      { pod: watched([0, pending({ reason: { kind: "reason", reason: "Insufficient cpu" } })]), minReadySeconds: 30 },
      ["created +0s", "bound – (scheduler noRoom)", "started –", "ready –", "available – (minReadySeconds 30)"],
    ],
    [
      "of a pod that the kubelet rejected: nothing follows",
      {
        pod: watched(
          [0, bound()],
          [
            1,
            bound({
              phase: "Failed",
              reason: { kind: "reason", reason: "OutOfcpu" },
              message: "Pod was rejected: Node didn't have enough",
            }),
          ],
        ),
        minReadySeconds: 30,
      },
      ["created +0s", "bound +0s", "takenUp lost +1s (rejected outOf)"],
    ],
    [
      "of a pod that waits for its volumes",
      { pod: watched([0, bound()]) },
      ["created +0s", "bound +0s", "sandbox – (step sandbox)", "started –", "ready –", "available –"],
    ],
    [
      "of a pod that waits for its volumes: the event that says why",
      { pod: watched([0, bound()]), around: { podEvents: [event("FailedMount", 'secret "certs" not found')] } },
      ["created +0s", "bound +0s", "sandbox – (trouble objectMissing)", "started –", "ready –", "available –"],
    ],
    [
      "of a pod that the kubelet evicted: the condition of its node",
      {
        pod: watched(
          [0, bound()],
          [
            1,
            bound({ phase: "Failed", reason: { kind: "reason", reason: "Evicted" }, message: "Pod was rejected: The node had condition" }),
          ],
        ),
        around: { nodePressures: ["DiskPressure"] },
      },
      ["created +0s", "bound +0s", "takenUp lost +1s (rejected diskPressure)"],
    ],
    [
      "of a pod whose image cannot be pulled",
      { pod: watched([0, bound()], [2, pulling], [5, bound({ step: undefined, reason: { kind: "reason", reason: "ErrImagePull" } })]) },
      ["created +0s", "bound +0s", "sandbox +2s", "pulled – (trouble imageFailed)", "started –", "ready –", "available –"],
    ],
    [
      "of a pod whose image was refused in an existing sandbox",
      { pod: watched([0, bound()], [5, bound({ step: undefined, reason: { kind: "reason", reason: "ImagePullBackOff" } })]) },
      ["created +0s", "bound +0s", "sandbox +5s", "pulled – (trouble imageFailed)", "started –", "ready –", "available –"],
    ],
    [
      "of a pod whose init containers ended",
      { pod: watched([0, bound()], [2, bound({ step: "initContainers" })], [8, running]) },
      ["created +0s", "bound +0s", "sandbox +2s", "init +8s", "started +8s", "ready – (step readiness)", "available –"],
    ],
    [
      "of a pod that waits for its readiness gate and not for a probe",
      {
        pod: watched(
          [0, bound()],
          [
            8,
            {
              ...running,
              notReady: { reason: "ReadinessGatesNotReady", message: 'the status of pod readiness gate "a/b" is not "True", but False' },
            },
          ],
        ),
      },
      ["created +0s", "bound +0s", "sandbox +8s", "started +8s", "ready – (trouble readinessGate)", "available –"],
    ],
    [
      "of a pod that was Ready once and crashes",
      {
        pod: watched(
          [0, bound()],
          [3, readyAt(3)],
          [
            60,
            bound({
              phase: "Running",
              step: undefined,
              restarts: 3,
              unreadySinceMs: at(60),
              reason: { kind: "reason", reason: "CrashLoopBackOff" },
            }),
          ],
        ),
      },
      ["created +0s", "bound +0s", "sandbox +3s", "started +3s", "ready lost +60s (trouble crash)", "available –"],
    ],
    [
      "of a terminating pod: its steps, and its time limit",
      { pod: watched([0, bound()], [3, readyAt(3)], [90, { ...readyAt(3), deletingSinceMs: at(90), goneByMs: at(120) }]) },
      ["created +0s", "bound +0s", "sandbox +3s", "started +3s", "ready +3s", "available +3s", "deleted +90s", "gone – (grace)"],
    ],
    [
      "of a pod older than the watch: only the times of the API",
      { pod: seenAfterCreation(watched([50, readyAt(3)])), minReadySeconds: 10 },
      ["created +0s", "bound ?", "started ?", "ready +3s", "available +13s"],
    ],
    [
      "of a pod with a gap: later steps have no separate time",
      { pod: watched([0, bound()], [undefined, readyAt(80)]) },
      ["created +0s", "bound +0s", "sandbox ?", "started ?", "ready +80s", "available +80s"],
    ],
  ])("%s", (_, input, steps) => {
    expect(trail(input)).toEqual(steps);
  });
});
