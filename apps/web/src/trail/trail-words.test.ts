import type { TrailStep } from "@daemonscope/daemonset/life/trail-step";
import { describe, expect, it } from "vitest";
import { createTranslator } from "../i18n/translator.fixture.ts";
import { betweenText, needWords, trailLinks } from "./trail-words.ts";

const { t } = createTranslator();
const NOW_MS = Date.UTC(2026, 8, 1, 12);

describe("W5 the trail in words", () => {
  it.each([
    [{ kind: "scheduler", trouble: undefined }, "needs a node"],
    [{ kind: "scheduler", trouble: { kind: "reason", reason: "Insufficient cpu" } }, "needs a node: Insufficient cpu"],
    [{ kind: "step", step: "sandbox" }, "needs volumes and network"],
    [{ kind: "trouble", trouble: { kind: "reason", reason: "CrashLoopBackOff" } }, "CrashLoopBackOff"],
    [{ kind: "grace", untilMs: NOW_MS + 30_000 }, "has 30 s to end"],
    [{ kind: "grace", untilMs: NOW_MS - 1 }, "needs its kubelet to say that it ended"],
    [{ kind: "kubelet" }, "needs its kubelet"],
    [{ kind: "image", container: "a", reason: "ErrImagePull" }, "needs its image: ErrImagePull"],
    [{ kind: "ready", container: "a", reason: "" }, "needs a ready"],
    [{ kind: "start", container: "a", reason: "CreateContainerConfigError" }, "needs a to start: CreateContainerConfigError"],
    [{ kind: "minReadySeconds", seconds: 30, atMs: undefined }, "needs 30 s Ready"],
    [{ kind: "minReadySeconds", seconds: 30, atMs: NOW_MS + 4000 }, "in 4 s"],
  ] as const)("%j: %s", (need, words) => {
    expect(needWords(t, need, NOW_MS)).toBe(words);
  });

  it("gives the time between two steps only where both are told, and in order", () => {
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
  ])("%i ms between is %s", (ms, text) => {
    expect(betweenText(ms)).toBe(text);
  });
});
