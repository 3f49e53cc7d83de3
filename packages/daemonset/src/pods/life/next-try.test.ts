import { describe, expect, it } from "vitest";
import { backOffMs, nextTryOf } from "./next-try.ts";
import { at, backingOff, ended, lifeContainer } from "./pod-detail.fixture.ts";

describe("W6 the backoff that the kubelet reports", () => {
  it.each([
    ["back-off 10s restarting failed container=a pod=a_b(c)", 10_000],
    ["back-off 1m20s restarting failed container=a", 80_000],
    ["back-off 2m40s restarting failed container", 160_000],
    ["back-off 5m0s restarting failed container=a", 300_000],
    ["back-off 1h0m0.5s restarting failed container=a", 3_600_500],
    ["back-off restarting failed container=a", undefined],
    ["back-off soon restarting failed container=a", undefined],
    ['Back-off pulling image "a:1"', undefined],
    ["", undefined],
    [undefined, undefined],
  ])("in %j is %j ms", (message, ms) => {
    expect(backOffMs(message)).toBe(ms);
  });
});

describe("W6 the next try", () => {
  it.each([
    ["counts from the end of the previous run", backingOff("40s", 3, ended(60, 70)), { kind: "at", atMs: at(110) }],
    [
      "is within the backoff if the end of the run is not reported",
      { ...backingOff("40s", 3, ended(60, 70)), before: undefined },
      { kind: "within", withinMs: 40_000 },
    ],
    [
      "of an image is within five minutes",
      { now: { kind: "waiting", reason: "ImagePullBackOff", message: 'Back-off pulling image "x"' } } as const,
      { kind: "within", withinMs: 300_000 },
    ],
    [
      "is unknown for a wrong configuration",
      { now: { kind: "waiting", reason: "CreateContainerConfigError", message: undefined } } as const,
      undefined,
    ],
    ["is undefined for a running container", {}, undefined],
  ])("%s", (_, parts, next) => {
    expect(nextTryOf(lifeContainer(parts))).toEqual(next);
  });
});
