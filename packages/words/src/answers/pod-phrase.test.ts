import { expect, it } from "vitest";
import { english } from "../english.ts";
import { NOW_MS, STARTING_POD } from "./pod-answer.fixture.ts";
import type { PodAnswer } from "./pod-answer.ts";
import { podPhrase } from "./pod-phrase.ts";

const PULL = { kind: "imageFailed", reason: "ImagePullBackOff" } as const;
const ready = { ready: true, readySinceMs: NOW_MS - 60_000 };

it.each<readonly [string, Partial<PodAnswer>]>([
  ["terminating", { terminatingSinceMs: NOW_MS - 1000, ...ready }],
  ["terminating, 12 s left", { terminatingSinceMs: NOW_MS - 1000, goneByMs: NOW_MS + 12_000 }],
  ["evicted, a device of the pod is tainted, terminating", { terminatingSinceMs: NOW_MS - 1000, trouble: { kind: "deviceTaint" } }],
  ["terminating", { terminatingSinceMs: NOW_MS - 1000, trouble: PULL }],
  ["available for 60s", { ...ready, available: true, availableAtMs: NOW_MS - 60_000 }],
  ["available for 30s", { ...ready, available: true, availableAtMs: NOW_MS - 30_000 }],
  ["starting for 20s", { unavailableSinceMs: NOW_MS - 20_000 }],
  ["ready, available in 5 s", { ...ready, availableAtMs: NOW_MS + 4100 }],
  ["ready", ready],
  ["ImagePullBackOff", { trouble: PULL }],
  ["ImagePullBackOff, old revision", { trouble: PULL, updated: false }],
  ["waits for the scheduler for 3m", { scheduled: false }],
  ["starting for 3m: its image is being pulled, or its container made", { startStep: "image" }],
])("a pod is “%s”, on the page and on the command line", (phrase, facts) => {
  expect(podPhrase(english, { ...STARTING_POD, ...facts }, NOW_MS)).toBe(phrase);
});

it("omits the revision if it was not requested", () => {
  expect(podPhrase(english, { ...STARTING_POD, trouble: PULL, updated: undefined }, NOW_MS)).toBe("ImagePullBackOff");
});
