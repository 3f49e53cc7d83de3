import { describe, expect, it, test } from "vitest";
import { dayOf } from "../../../words/i18n/time-of-day.ts";
import { createTranslator } from "../../../words/i18n/translator.fixture.ts";
import { dayOfSteps, trailRequirementText } from "./trail-text.ts";

const { t } = createTranslator();
const NOW_MS = Date.UTC(2026, 8, 1, 12);

test("names the day of a trail once, unless its steps are of several days", () => {
  const created = { name: "created", kind: "came", atMs: NOW_MS } as const;
  const ready = { name: "ready", kind: "came", atMs: NOW_MS + 1000 } as const;
  expect(dayOfSteps([created, ready, { name: "available", kind: "missing", needs: undefined }])).toBe(dayOf(NOW_MS));
  expect(dayOfSteps([created, { ...ready, atMs: NOW_MS + 86_400_000 }])).toBeUndefined();
});

describe("W5 the text of the trail", () => {
  it.each([
    [{ kind: "scheduler", trouble: undefined }, "needs a node"],
    [{ kind: "scheduler", trouble: { kind: "noRoom", reason: "Insufficient cpu" } }, "needs a node: Insufficient cpu"],
    [{ kind: "step", step: "sandbox" }, "needs volumes and network"],
    [{ kind: "trouble", trouble: { kind: "crash", reason: "CrashLoopBackOff" } }, "CrashLoopBackOff"],
    [{ kind: "grace", untilMs: NOW_MS + 30_000 }, "has 30 s to end"],
    [{ kind: "grace", untilMs: NOW_MS - 1 }, "needs its kubelet to say that it ended"],
    [{ kind: "kubelet" }, "needs its kubelet"],
    [{ kind: "image", container: "a", reason: "ErrImagePull" }, "needs its image"],
    [{ kind: "ready", container: "a", reason: "" }, "needs a ready"],
    [{ kind: "start", container: "a", reason: "CreateContainerConfigError" }, "needs a to start: CreateContainerConfigError"],
    [{ kind: "minReadySeconds", seconds: 30, atMs: undefined }, "needs 30 s Ready"],
    [{ kind: "minReadySeconds", seconds: 30, atMs: NOW_MS + 4000 }, "in 4 s"],
    [{ kind: "minReadySeconds", seconds: 6, atMs: NOW_MS + 13_000 }, "in 6 s"],
  ] as const)("%j: %s", (need, words) => {
    expect(trailRequirementText(t, need, NOW_MS)).toBe(words);
  });
});
