import { rolloutPlans } from "@daemonscope/daemonset/actions/rollout-plans";
import { held, record, revision } from "@daemonscope/daemonset/actions/rollout-record.fixture";
import type { RevisionFate } from "@daemonscope/daemonset/records/revision-fate";
import { describe, expect, test } from "vitest";
import { createTranslator } from "../i18n/translator.fixture.ts";
import { actionTitle, outcomeSentence, portsThatLack } from "./rollout-words.ts";

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

  test("B4 replaces pods that are not available at once, more of them than the budget has", () => {
    expect(undo({ revisions: [revision(2, 6, true), revision(1, 40)], budget: budgetOf(5, held("newUnavailable", 6)) })).toBe(
      `${WHOLE} None of those 6 is available, so all are deleted at once, whatever the budget.`,
    );
  });
  test("B4 needs the budget for the available ones alone", () => {
    expect(undo({ revisions: [revision(2, 6, true), revision(1, 40)], budget: budgetOf(2, held("newUnavailable", 2)) })).toBe(
      `${WHOLE} 2 of them are not available and go at once, whatever the budget. The rest goes in about 2 batches, each within the budget.`,
    );
    expect(undo({ revisions: [revision(2, 6, true), revision(1, 40)], budget: budgetOf(2) })).toBe(
      `${WHOLE} They go in about 3 batches, each within the budget.`,
    );
  });
  test("R27 says of each fate what it says in the list of revisions", () => {
    const undone = (fate: RevisionFate) => outcomeSentence({ kind: "undone", toRevision: 1, replaced: 0, spread: undefined, fate }, t);
    expect(undone({ kind: "reachedAll", nodes: 44, tookMs: 360_000 })).toMatch(/^It was on all 44 nodes in 6m\. /);
    expect(undone({ kind: "leftAfter", nodes: 3 })).toMatch(/^It was replaced after 3 nodes\. /);
    expect(undone({ kind: "neverAvailable", nodes: 3, forMs: 240_000 })).toMatch(/^It was never available \(3 nodes, 4m\)\. /);
  });
  test("replaces the pods of a third revision too, and says a bound where it is not known whose pods are not available", () => {
    const revisions = [revision(3, 4, true), revision(2, 40), revision(1, 2)];
    const budget = budgetOf(2, held("newUnavailable", 2), held("oldUnavailable", 1));
    expect(undo({ revisions, budget })).toBe(
      "Replaces the pods of 6 nodes; nodes on revision 2 keep theirs. At least 2 of them go at once, whatever the budget. The rest goes in at most 2 batches, each within the budget.",
    );
  });
});

test("an undo of a surge says of the new pods beside old ones that they go", () => {
  const { t } = createTranslator();
  const undone = (replaced: number) => outcomeSentence({ kind: "undone", toRevision: 1, replaced, besideOld: 2, spread: undefined }, t);
  expect(undone(0)).toBe("On 2 nodes the newer pod beside the old one is deleted; the old one stays.");
  expect(undone(3)).toMatch(/^Replaces the pods of 3 nodes.* On 2 nodes the newer pod beside the old one is deleted; the old one stays\.$/);
});

test("nodes beyond those that are named are counted", () => {
  const { t } = createTranslator();
  expect(actionTitle({ kind: "room", nodes: ["n1", "n2", "n3"], more: 1 }, t, [9100])).toBe("Free host port 9100 on n1, n2, n3 and 1 more");
});

test("a pod that waits for a host port is told which port is taken, and what frees it", () => {
  const { t } = createTranslator();
  const act = { kind: "room", nodes: ["n1", "n2"] } as const;
  const cause = { kind: "reason", reason: "node(s) didn't have free ports for the requested pod ports" } as const;
  const waiting = { hostPorts: [9100], causes: [{ state: "unscheduled", cause, count: 2, nodes: ["n1", "n2"], sinceMs: 0 }] } as const;
  const ports = portsThatLack(waiting);
  expect(actionTitle(act, t, ports)).toBe("Free host port 9100 on n1, n2");
  expect(outcomeSentence({ kind: "roomIsMade" }, t, ports)).toContain("Give one of the two another port");
  const full = { ...waiting, causes: [{ ...waiting.causes[0], cause: { kind: "reason", reason: "Insufficient cpu" } }] } as const;
  expect(actionTitle(act, t, portsThatLack(full))).toBe("Make room on n1, n2");
});
