import { containerLanes } from "@daemonscope/daemonset/pods/life/container-lane";
import { at, backingOff, ended, lifeContainer, podDetail } from "@daemonscope/daemonset/pods/life/pod-detail.fixture";
import { expect, it } from "vitest";
import { lifeScene } from "./life-scene.ts";

const sceneOf = (nowSeconds: number, ...containers: Parameters<typeof lifeContainer>[0][]) => {
  const { axis, lanes } = containerLanes(podDetail({ containers: containers.map(lifeContainer) }), at(nowSeconds));
  return lifeScene(axis, lanes, 1000, 100);
};

it("W7 shows the whole life of a quiet pod, up to the right edge", () => {
  const { lanes, nowX, next } = sceneOf(1001, { ready: true });
  expect(lanes[0]?.parts.map(({ x, width }) => [Math.round(x), Math.round(x + width)])).toEqual([[2, 1000]]);
  expect([nowX, next]).toEqual([1000, undefined]);
});

it("W7 starts near the first reported run, omits what ended long before, and leaves space for the next try", () => {
  const crashed = { name: "a", ...backingOff("5m0s", 8, ended(9000, 9040)) };
  const scene = sceneOf(9100, crashed, { name: "init", kind: "init", now: { kind: "ended", ...ended(2, 3, 0) } });
  expect(scene.axis.fromMs).toBeGreaterThan(at(3));
  expect(scene.lanes.map(({ lane }) => lane.container.name)).toEqual(["a"]);
  const [unreported, run] = scene.lanes[0]?.parts ?? [];
  expect([unreported?.part.kind, unreported?.x]).toEqual(["untold", 0]);
  expect(run?.x).toBeCloseTo(180, 0);
  expect(scene.next?.x).toBeCloseTo(1000, 0);
  expect(scene.nowX).toBeLessThan(600);
});

it.each([1200, 1290, 86_400])("W7 keeps labels whole at both ends of the axis, after %i seconds", (seconds) => {
  for (const { x, anchor } of sceneOf(seconds, { ready: true }).ticks) {
    const [left, right] = { start: [0, 66], middle: [33, 33], end: [66, 0] }[anchor] as [number, number];
    expect(x - left).toBeGreaterThanOrEqual(0);
    expect(x + right).toBeLessThanOrEqual(1000);
  }
});

it("W7 spaces ticks by label width, and keeps a very short run visible", () => {
  const scene = sceneOf(86_400 * 30, { restarts: 1, before: ended(3, 3.2), now: { kind: "running", startedAtMs: at(4) }, ready: true });
  const gaps = scene.ticks.slice(1).map(({ x }, index) => x - (scene.ticks[index]?.x ?? 0));
  for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(99);
  for (const { part, width } of scene.lanes[0]?.parts ?? []) if (part.kind === "run") expect(width).toBeGreaterThanOrEqual(2);
});
