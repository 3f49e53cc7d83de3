import type { ActionPlan } from "@daemonscope/shared/http/acting";
import { expect, it } from "vitest";
import { createTranslator } from "../i18n/translator.fixture.ts";
import { leadWords } from "./plan-words.ts";

const { t } = createTranslator();
const plan = (ghost: "goes" | "restarts"): ActionPlan =>
  ({
    question: { steps: [{ kind: "deletePods", namespace: "x", pods: ["falco-a"] }] },
    effect: { daemonSets: [{ ghosts: [{ ghost, nodes: ["a"] }], now: { current: 2, misscheduled: 1 } }] },
  }) as unknown as ActionPlan;

it("deletions in waves say how many go at a time, and whether they stop", () => {
  const of = (stopAtFailure: boolean): ActionPlan => {
    const { question, ...rest } = plan("restarts");
    return { ...rest, question: { ...question, batch: { atOnce: 2, stopAtFailure } } };
  };
  expect(leadWords(of(true), t)).toBe("Deletes 1 pod; its controller makes another. 2 at a time, to the first failure.");
  expect(leadWords(of(false), t)).toContain("2 at a time, past failures too.");
});

it("a pod that is deleted where one is wanted is made again, and one that nobody wants is not", () => {
  expect(leadWords(plan("restarts"), t)).toBe("Deletes 1 pod; its controller makes another.");
  expect(leadWords(plan("goes"), t)).toBe("1 pod goes.");
});
