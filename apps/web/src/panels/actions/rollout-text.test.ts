import { rolloutPlans } from "@daemonscope/daemonset/actions/rollout-plans";
import { held, record, revision } from "@daemonscope/daemonset/actions/rollout-record.fixture";
import type { RevisionOutcome } from "@daemonscope/daemonset/records/revision-outcome";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import { actionTitle, conflictingPorts, outcomeSentence, shortOutcome } from "./rollout-text.ts";

describe("an undo", () => {
  const { t } = createTranslator();
  const undo = (parts: object) => {
    const outcome = rolloutPlans(record(parts), undefined)[0]?.outcome;
    return outcome === undefined ? "" : outcomeSentence(outcome, t);
  };
  const budgetOf = (allowed: number, ...holders: ReturnType<typeof held>[]) => ({
    kind: "maxUnavailable",
    spec: String(allowed),
    allowed,
    used: holders.reduce((sum, { count }) => sum + count, 0),
    holders,
  });
  const WHOLE = "Replaces the pods of 6 nodes; nodes on revision 1 keep theirs.";

  test("B4 replaces unavailable pods at once, also more than the budget allows", () => {
    expect(undo({ revisions: [revision(2, 6, true), revision(1, 40)], budget: budgetOf(5, held("newUnavailable", 6)) })).toBe(
      `${WHOLE} All those 6 are unavailable, so they are replaced immediately, regardless of the budget.`,
    );
  });
  test("B4 needs the budget only for available pods", () => {
    expect(undo({ revisions: [revision(2, 6, true), revision(1, 40)], budget: budgetOf(2, held("newUnavailable", 2)) })).toBe(
      `${WHOLE} 2 unavailable pods are replaced immediately, regardless of the budget. The rest in about 2 batches.`,
    );
    expect(undo({ revisions: [revision(2, 6, true), revision(1, 40)], budget: budgetOf(2) })).toBe(
      `${WHOLE} In about 3 batches, each within the budget.`,
    );
  });
  test("I9 promises nothing immediate on NotReady nodes", () => {
    const of = (nodes: number, onUnready: object, allowed: number, newUnavailable: number) =>
      undo({
        revisions: [revision(2, nodes, true), revision(1, 40)],
        onUnready,
        budget: budgetOf(allowed, held("newUnavailable", newUnavailable)),
      });
    const all = (nodes: number) => `Replaces the pods of ${nodes} nodes; nodes on revision 1 keep theirs.`;
    expect(of(3, { current: 3, old: 1, down: 3, silent: 0 }, 3, 3)).toBe(
      `${all(3)} Takes effect on 3 nodes when their kubelets answer again.`,
    );
    expect(of(6, { current: 2, old: 0, down: 2, silent: 2 }, 5, 6)).toBe(
      `${all(6)} Takes effect on 2 nodes when their kubelets answer again. All those 4 are unavailable, so they are replaced immediately, regardless of the budget.`,
    );
    expect(of(6, { current: 2, old: 0, down: 2, silent: 2 }, 2, 2)).toBe(
      `${all(6)} Takes effect on 2 nodes when their kubelets answer again. 4 pods wait: nodes that do not respond use the whole budget.`,
    );
    expect(of(6, { current: 2, old: 0, down: 2, silent: 2 }, 3, 3)).toContain(
      "1 unavailable pod is replaced immediately, regardless of the budget. The rest in about 3",
    );
  });
  test("I9 states at most as many immediate deletions as there are Ready nodes", () => {
    fc.assert(
      fc.property(
        fc.nat(30),
        fc.nat(30),
        fc.nat(30),
        fc.integer({ min: 1, max: 30 }),
        fc.boolean(),
        (nodes, current, old, allowed, isSurge) => {
          const silent = Math.min(nodes, current);
          const holders = [held("newUnavailable", Math.max(silent, Math.min(nodes, allowed)))];
          const sentence = undo({
            revisions: [revision(2, nodes, true), revision(1, 40)],
            ...(silent + old === 0 ? {} : { onUnready: { current: silent, old, down: silent, silent: silent + old } }),
            budget: { ...budgetOf(allowed, ...holders), kind: isSurge ? "maxSurge" : "maxUnavailable" },
          });
          const found =
            /(That|\d+)(?: pod| of them| unavailable pods?)?(?: is unavailable, so it| are unavailable, so they)? (?:is|are) replaced immediately/;
          const [, count] = found.exec(sentence) ?? [];
          if (/immediately, regardless/.test(sentence)) expect(count === "That" ? 1 : Number(count)).toBeLessThanOrEqual(nodes - silent);
          if (silent > 0) expect(sentence).toMatch(/kubelets? answers? again/);
          if (silent > 0 && silent === nodes) expect(sentence).not.toContain("immediately");
        },
      ),
      { seed: Number(process.env.SEED ?? 30), numRuns: 300 },
    );
  });
  test("I9 states on how many nodes a continuing rollout waits for the kubelet", () => {
    expect(outcomeSentence({ kind: "goesOn", outdated: 5, onUnready: 2 }, t)).toBe(
      "5 old pods are replaced within the budget from then on. No new revision. Takes effect on 2 nodes when their kubelets answer again.",
    );
  });
  test("R27 states each revision outcome as the list of revisions does", () => {
    const undone = (fate: RevisionOutcome) => outcomeSentence({ kind: "undone", toRevision: 1, replaced: 0, spread: undefined, fate }, t);
    expect(undone({ kind: "reachedAll", nodes: 44, tookMs: 360_000 })).toMatch(/^Previously ran on all 44 nodes in 6m\. /);
    expect(undone({ kind: "reachedAll", nodes: 44, isOfOtherNodes: true })).toMatch(/^Previously ran on all nodes of that time\. /);
    expect(undone({ kind: "leftAfter", nodes: 3 })).toMatch(/^Previously replaced after 3 nodes\. /);
    expect(undone({ kind: "neverAvailable", nodes: 3, forMs: 240_000 })).toMatch(/^Previously never available \(3 nodes, 4m\)\. /);
  });
  test("also replaces the pods of a third revision, and states a bound if the unavailable pods are unknown", () => {
    const revisions = [revision(3, 4, true), revision(2, 40), revision(1, 2)];
    const budget = budgetOf(2, held("newUnavailable", 2), held("oldUnavailable", 1));
    expect(undo({ revisions, budget })).toBe(
      "Replaces the pods of 6 nodes; nodes on revision 2 keep theirs. At least 2 of them are replaced immediately, regardless of the budget. The rest in at most 2 batches.",
    );
  });
});

test("an undo of a surge states that the new pods next to old ones are deleted", () => {
  const { t } = createTranslator();
  const undone = (replaced: number) =>
    outcomeSentence({ kind: "undone", toRevision: 1, replaced, deletedNextToOld: 2, spread: undefined }, t);
  expect(undone(0)).toBe("On 2 nodes the newer pod next to the old one is deleted; the old one stays.");
  const byHand = { kind: "undone", toRevision: 1, replaced: 2, byHand: true, spread: undefined } as const;
  const words = "Replaces no pod by itself: under OnDelete 2 pods of other revisions stay until deleted. Delete the failing ones next.";
  expect([outcomeSentence(byHand, t), shortOutcome(byHand, t)]).toEqual([words, words]);
  expect(undone(3)).toMatch(
    /^Replaces the pods of 3 nodes.* On 2 nodes the newer pod next to the old one is deleted; the old one stays\.$/,
  );
});

test("R31 a managed undo counts no node on which the controller gave up as replaced", () => {
  const { t } = createTranslator();
  const undone = (replaced: number) => {
    const givenUp = { count: 1, nodes: ["gpu-3"] };
    return outcomeSentence({ kind: "undone", toRevision: 1, replaced, controller: "gpu-operator", givenUp, spread: undefined }, t);
  };
  const stays = "The pod on gpu-3 stays, because its upgrade failed: retry the upgrade.";
  expect(undone(3)).toBe(`gpu-operator replaces the pods of 2 nodes; nodes on revision 1 keep theirs. ${stays}`);
  expect(undone(1)).toBe(stays);
});

test("counts nodes beyond the named ones", () => {
  const { t } = createTranslator();
  expect(actionTitle({ kind: "room", nodes: ["n1", "n2", "n3"], more: 1 }, t, [9100])).toBe("Free host port 9100 on n1, n2, n3 and 1 more");
});

test("a pod that waits for a host port names the port, and what frees it", () => {
  const { t } = createTranslator();
  const act = { kind: "room", nodes: ["n1", "n2"] } as const;
  const cause = { kind: "portHeld", reason: "node(s) didn't have free ports for the requested pod ports" } as const;
  const waiting = { hostPorts: [9100], causes: [{ state: "unscheduled", cause, count: 2, nodes: ["n1", "n2"], sinceMs: 0 }] } as const;
  const ports = conflictingPorts(waiting);
  expect(actionTitle(act, t, ports)).toBe("Free host port 9100 on n1, n2");
  expect(outcomeSentence({ kind: "roomIsMade" }, t, ports)).toContain("Change one of the two ports");
  const full = { ...waiting, causes: [{ ...waiting.causes[0], cause: { kind: "noRoom", reason: "Insufficient cpu" } }] } as const;
  expect(actionTitle(act, t, conflictingPorts(full))).toBe("Make room on n1, n2");
});
