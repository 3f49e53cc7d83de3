import type { ActionPlan } from "@daemonscope/shared/http/actions";
import { expect, it } from "vitest";
import { ApiProblem } from "../../../data/api/fetch-answer.ts";
import { createTranslator } from "../../../words/i18n/translator.fixture.ts";
import { translatorWith } from "../../../words/i18n/translator.ts";
import { words } from "../../../words/i18n/zh-TW/words.ts";
import { fieldGroups, mayPlanAgain, notPlannedWords, noUndoWords, planSummary } from "./plan-text.ts";

const { t } = createTranslator();
const confirm: ActionPlan["confirm"] = { kind: "button" };
const plan = (ghost: "goes" | "restarts"): ActionPlan =>
  ({
    confirm,
    question: { steps: [{ kind: "deletePods", namespace: "x", pods: ["falco-a"] }] },
    effect: { daemonSets: [{ ghosts: [{ ghost, nodes: ["a"] }], now: { current: 2, misscheduled: 1 } }] },
  }) as unknown as ActionPlan;

it("a batch of deletions states its size, and whether it stops at a failure", () => {
  const of = (stopAtFailure: boolean): ActionPlan => {
    const { question, ...rest } = plan("restarts");
    return { ...rest, question: { ...question, batch: { atOnce: 2, stopAtFailure } } };
  };
  expect(planSummary(of(true), t)).toBe("Deletes 1 pod; its controller makes another. 2 at a time, to the first failure.");
  expect(planSummary(of(false), t)).toContain("2 at a time, past failures too.");
});

it("offers no new plan of a revision that is gone", () => {
  const problem = (code: string) => new ApiProblem(422, "no", { code });
  expect(["unknownRevision", "revisionNotHeld", "podGone"].map((code) => mayPlanAgain(problem(code)))).toEqual([false, false, true]);
  expect(mayPlanAgain(new Error("no answer"))).toBe(true);
});

it("a refused undo states the reason in the user's language; without a known code, the server's text", () => {
  const problem = (params: Record<string, string>) => new ApiProblem(422, "as the server says it", { code: "NotItsUndo", params });
  const tw = translatorWith({ acting: words.acting } as unknown as Parameters<typeof translatorWith>[0]).t;
  expect(notPlannedWords(problem({ why: "x", code: "undone" }), t)).toBe(
    "That action is not taken back: it was taken back already. Nothing was done.",
  );
  expect(notPlannedWords(problem({ why: "x", code: "changed", about: "worker-01" }), t)).toBe(
    "That action is not taken back: worker-01 changed since. Nothing was done.",
  );
  expect(notPlannedWords(problem({ why: "x", code: "otherSteps" }), tw)).toBe("沒有復原那項操作：這些不是復原它的步驟。什麼都沒有做。");
  expect(notPlannedWords(problem({ why: "x" }), t)).toBe("as the server says it");
  expect(notPlannedWords(new ApiProblem(422, "another", { code: "Other" }), t)).toBe("another");
});

it("a deleted pod is recreated if one is wanted there, and not otherwise", () => {
  expect(planSummary(plan("restarts"), t)).toBe("Deletes 1 pod; its controller makes another.");
  expect(planSummary(plan("goes"), t)).toBe("Deletes 1 pod at once; none takes its place.");
});

it("states permanent deletions before replacements", () => {
  const ghosts = [
    { ghost: "restarts", nodes: ["a", "b"] },
    { ghost: "goes", nodes: ["c"] },
  ];
  const effect = { daemonSets: [{ key: "x/falco", ghosts, now: { current: 4, misscheduled: 0 } }] };
  expect(planSummary({ confirm, question: { steps: [] }, effect } as unknown as ActionPlan, t)).toBe(
    "Deletes 1 pod at once; none takes its place. Replaces 2 pods, keeps 1.",
  );
});

it("states the pods that remain unwanted, because of a taint or a deleted DaemonSet", () => {
  const of = (life: string) =>
    planSummary(
      {
        confirm,
        question: { steps: [] },
        effect: { daemonSets: [{ key: "x/a", life, ghosts: [{ ghost: "stays", nodes: ["a", "b"] }] }] },
      } as unknown as ActionPlan,
      t,
    );
  expect(of("stays")).toBe("Leaves 2 pods where they are no longer wanted.");
  expect(of("goes")).toBe("Leaves 2 pods without a DaemonSet; nothing replaces them.");
});

it("I10 counts the pods that a running rollout replaces anyway", () => {
  const of = (ghosts: readonly object[]) => {
    const effect = { daemonSets: [{ key: "x/falco", ghosts, replacedAnyway: 3, now: { current: 6, misscheduled: 0 } }] };
    return planSummary({ confirm, question: { steps: [] }, effect } as unknown as ActionPlan, t);
  };
  expect(of([{ ghost: "restarts", nodes: ["a", "b"] }])).toBe(
    "Replaces 2 pods, keeps 1. The running rollout replaces 3 pods anyway, with this template.",
  );
  expect(of([])).toBe("The running rollout replaces 3 pods anyway, with this template.");
});

it("states counts that change without a pod change, and the DaemonSets", () => {
  const of = (...keys: readonly string[]) =>
    planSummary(
      { confirm, question: { steps: [] }, effect: { daemonSets: keys.map((key) => ({ key, ghosts: [] })) } } as unknown as ActionPlan,
      t,
    );
  expect(of("rng/hw-rng")).toBe("Touches no pod; the counts of hw-rng change.");
  expect(of("rng/hw-rng", "logging/fluent-bit")).toBe("Touches no pod; the counts of 2 DaemonSets change.");
  expect(of()).toBe("Touches no pod.");
});

it("I6 names the old pods that stay after a change to or under OnDelete", () => {
  const of = (...nodes: readonly string[]) =>
    planSummary(
      {
        confirm,
        question: { steps: [] },
        effect: { daemonSets: [{ key: "kube-system/cilium", ghosts: [{ ghost: "replacedByHand", nodes }] }] },
      } as unknown as ActionPlan,
      t,
    );
  expect(of("worker-5")).toBe("Replaces no pod by itself: the old pod on worker-5 stays until deleted.");
  expect(of("worker-5", "worker-6")).toBe("Replaces no pod by itself: the 2 old pods on worker-5 and worker-6 stay until deleted.");
});

it("R31 does not promise that no pod is touched, if another controller acts on the change", () => {
  const typed = { kind: "typed", name: "gpu-operator", nodePercent: 2, controller: "gpu-operator" };
  for (const daemonSets of [[], [{ key: "x/driver", ghosts: [] }]])
    expect(planSummary({ question: { steps: [] }, confirm: typed, effect: { daemonSets } } as unknown as ActionPlan, t)).toBe(
      "gpu-operator decides which pods it replaces, and may drain their nodes.",
    );
});

it("groups objects with the same change, at the place of the first one", () => {
  const taint = (object: string, after: string) => ({ object, path: "spec.taints[a]", after });
  expect(fieldGroups([taint("nodes/n1", "x"), taint("nodes/n2", "y"), taint("nodes/n3", "x")])).toEqual([
    { object: "nodes/n1", others: ["nodes/n3"], fields: [taint("nodes/n1", "x")] },
    { object: "nodes/n2", others: [], fields: [taint("nodes/n2", "y")] },
  ]);
});

it("a missing undo states the reason in the user's language; without a code, the server's text", () => {
  const zh = translatorWith({ acting: words.acting } as unknown as Parameters<typeof translatorWith>[0]).t;
  expect(noUndoWords({ kind: "none", code: "changed", about: "n1", why: "n1 changed since" }, zh)).toBe("之後有人變更了 n1");
  expect(noUndoWords({ kind: "none", why: "as it was" }, zh)).toBe("as it was");
});

it("I9 a plan states on how many NotReady nodes the change waits for the kubelet", () => {
  const { question, effect, ...rest } = plan("restarts");
  const unready = { ...effect, daemonSets: effect.daemonSets.map((set) => ({ ...set, onUnready: 1 })) };
  expect(planSummary({ ...rest, question, effect: unready }, t)).toBe(
    "Deletes 1 pod; its controller makes another. Takes effect on 1 node when its kubelet answers again.",
  );
});
