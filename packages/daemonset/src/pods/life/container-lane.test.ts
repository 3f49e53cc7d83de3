import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { containerLanes, type LanePart, withEarlierRuns } from "./container-lane.ts";
import { at, backingOff, ended, lifeContainer, NOON_MS, podDetail } from "./pod-detail.fixture.ts";
import type { LifeContainer } from "./pod-detail.ts";

const seconds = (ms: number) => (ms - NOON_MS) / 1000;
const text = (part: LanePart): string => {
  const span = `${seconds(part.fromMs)}-${seconds(part.toMs)}`;
  if (part.kind === "run")
    return `run ${span}${part.isReady ? " ready" : ""}${part.end === undefined ? "" : ` ${part.end.exitCode}${part.end.isFailure ? "!" : ""}`}`;
  return part.kind === "pause" ? `pause ${span} ${part.reason}`.trim() : `untold ${part.runs}× ${span}`;
};
const laneOf = (container: LifeContainer, nowSeconds = 100, seen: Parameters<typeof containerLanes>[2] = new Map()) =>
  containerLanes(podDetail({ containers: [container] }), at(nowSeconds), seen).lanes[0]?.parts.map(text);

describe("W7 the lane of a container", () => {
  it.each<[string, Partial<LifeContainer>, readonly string[]]>([
    ["a running container is one run until now", { ready: true }, ["run 3-100 ready"]],
    ["a container that crashed once and waits", backingOff("10s", 0, ended(3, 50)), ["run 3-50 1!", "pause 50-100 CrashLoopBackOff"]],
    [
      "a container that crashed six times has the last run",
      backingOff("5m0s", 5, ended(80, 90, 137)),
      ["untold 5× 1-80", "run 80-90 137!", "pause 90-100 CrashLoopBackOff"],
    ],
    [
      "a container that runs again after two crashes",
      { restarts: 2, before: ended(20, 40), now: { kind: "running", startedAtMs: at(60) } },
      ["untold 1× 1-20", "run 20-40 1!", "pause 40-60", "run 60-100"],
    ],
    ["an init container that completed", { kind: "init", now: { kind: "ended", ...ended(2, 4, 0) } }, ["run 2-4 0"]],
    [
      "a container that waits for its image",
      { now: { kind: "waiting", reason: "ImagePullBackOff", message: undefined } },
      ["pause 1-100 ImagePullBackOff"],
    ],
    ["a container without a status", { now: { kind: "untold" } }, []],
  ])("%s", (_, parts, lane) => {
    expect(laneOf(lifeContainer(parts))).toEqual(lane);
  });

  it("keeps runs that were seen and are no longer reported", () => {
    const first = withEarlierRuns(new Map(), podDetail({ containers: [lifeContainer(backingOff("10s", 0, ended(3, 20)))] }));
    const second = withEarlierRuns(first, podDetail({ containers: [lifeContainer(backingOff("20s", 1, ended(30, 50)))] }));
    expect(laneOf(lifeContainer(backingOff("20s", 1, ended(30, 50))), 60, second)).toEqual([
      "run 3-20 1!",
      "pause 20-30",
      "run 30-50 1!",
      "pause 50-60 CrashLoopBackOff",
    ]);
    expect(withEarlierRuns(second, podDetail({ containers: [lifeContainer(backingOff("20s", 1, ended(30, 50)))] }))).toBe(second);
  });

  it("ends at the next try if it is in the future, otherwise at now", () => {
    const waiting = podDetail({ containers: [lifeContainer(backingOff("40s", 2, ended(60, 70)))] });
    expect(containerLanes(waiting, at(80)).axis).toEqual({ fromMs: at(1), nowMs: at(80), toMs: at(110) });
    expect(containerLanes(waiting, at(200)).axis.toMs).toBe(at(200));
  });

  it("never draws a segment that ends before it begins, for any kubelet times", () => {
    const time = fc.option(fc.integer({ min: -1000, max: 1000 }).map(at), { nil: undefined });
    const run = fc.record({
      reason: fc.constantFrom("Error", "Completed", ""),
      exitCode: fc.constantFrom(0, 1, undefined),
      startedAtMs: time,
      finishedAtMs: time,
      message: fc.constant(undefined),
    });
    const now = fc.oneof(
      fc.record({ kind: fc.constant("running" as const), startedAtMs: time }),
      fc.record({ kind: fc.constant("waiting" as const), reason: fc.constant("CrashLoopBackOff"), message: fc.constant(undefined) }),
      run.map((ended) => ({ kind: "ended" as const, ...ended })),
      fc.constant({ kind: "untold" as const }),
    );
    const container = fc.record({ now, before: fc.option(run, { nil: undefined }), restarts: fc.nat(9) }).map(lifeContainer);
    fc.assert(
      fc.property(container, fc.nat(500), (generated, nowSeconds) => {
        const { axis, lanes } = containerLanes(podDetail({ containers: [generated] }), at(nowSeconds));
        for (const part of lanes[0]?.parts ?? []) expect(part.toMs).toBeGreaterThanOrEqual(part.fromMs);
        expect(axis.fromMs).toBeLessThanOrEqual(axis.nowMs);
        expect(axis.toMs).toBeGreaterThanOrEqual(axis.nowMs);
      }),
      { seed: Number(process.env.SEED ?? 20260901) },
    );
  });
});
