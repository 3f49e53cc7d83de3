import { expect, it } from "vitest";
import { gapText, recentSteps, trailLinks } from "./trail-links.ts";
import type { TrailStep } from "./trail-step.ts";

it("W5 has the time between two steps only if both are known and in order", () => {
  const steps: readonly TrailStep[] = [
    { name: "created", kind: "came", atMs: 0 },
    { name: "bound", kind: "came", atMs: 4800 },
    { name: "started", kind: "came", atMs: undefined },
    { name: "ready", kind: "lost", atMs: 9000, needs: undefined },
    { name: "available", kind: "missing", needs: undefined },
  ];
  expect(trailLinks(steps).map(({ betweenMs }) => betweenMs)).toEqual([undefined, 4800, undefined, undefined, undefined]);
  expect(trailLinks(steps).map(({ isAfterLoss }) => isAfterLoss)).toEqual([false, false, false, false, true]);
});

it.each([
  [400, "0.4 s"],
  [4800, "4.8 s"],
  [29_000, "29 s"],
  [160_000, "2m40s"],
])("W5 %i ms between is %s", (ms, text) => {
  expect(gapText(ms)).toBe(text);
});

it("W5 a short list has the time between the steps that it shows", () => {
  const names = ["wanted", "oldDeleted", "oldGone", "created", "bound", "takenUp", "sandbox"] as const;
  const steps: readonly TrailStep[] = [
    ...names.map((name, at): TrailStep => ({ name, kind: "came", atMs: at * 1000 })),
    { name: "ready", kind: "missing", needs: undefined },
    { name: "available", kind: "missing", needs: undefined },
  ];
  const links = trailLinks(recentSteps(steps));
  expect(links.map(({ step, betweenMs }) => [step.name, betweenMs])).toEqual([
    ["wanted", undefined],
    ["created", 3000],
    ["bound", 1000],
    ["takenUp", 1000],
    ["sandbox", 1000],
    ["ready", undefined],
  ]);
});
