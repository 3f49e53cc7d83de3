import { describe, expect, test } from "vitest";
import { rolloutPlans } from "./rollout-plans.ts";
import { record, revision } from "./rollout-record.fixture.ts";

const planned = (parts: object) => rolloutPlans(record(parts), undefined).map(({ act, outcome }) => ({ act, outcome }));

describe("rollout plans", () => {
  test("for a stuck rollout: undo with the number of replaced pods, a larger budget, and OnDelete to hold it", () => {
    expect(planned({})).toEqual([
      {
        act: { kind: "undo", toRevision: 1 },
        outcome: { kind: "undone", toRevision: 1, replaced: 3, spread: { atOnce: 3, isExact: true, rounds: 0 } },
      },
      { act: { kind: "raise", field: "maxUnavailable", now: "25%", to: "50%" }, outcome: { kind: "morePlaces", places: 3 } },
      { act: { kind: "hold" }, outcome: { kind: "held", untouched: 9 } },
    ]);
  });
  test("for slots held by NotReady nodes: the nodes come before a larger budget", () => {
    const notReadyNodes = { cause: { kind: "nodeNotReady" }, count: 3, nodes: ["n1", "n2", "n3"], sinceMs: 0 };
    const budget = { kind: "maxUnavailable", spec: "3", allowed: 3, used: 3, holders: [{ reason: "newUnavailable", ...notReadyNodes }] };
    const plans = rolloutPlans(record({ budget, causes: [{ state: "nodeUnready", ...notReadyNodes }] }), undefined);
    expect(plans.map(({ act }) => act.kind)).toEqual(["nodes", "raise"]);
    expect(plans[0]).toMatchObject({
      outcome: { kind: "placesComeFree", places: 3 },
      kubectl: "kubectl describe node n1 n2 n3",
      requests: [],
      inverse: { kind: "none", why: "nothingChanges" },
    });
  });
  test("B4 for old pods that are all unavailable: no larger budget, because they are deleted regardless of it", () => {
    const holder = (reason: string, count: number) => ({ reason, cause: { kind: "starting" }, count, nodes: [], sinceMs: 0 });
    const raises = (old: number, unavailable: number) =>
      planned({
        revisions: [revision(2, 12 - old, true), revision(1, old)],
        budget: { kind: "maxUnavailable", spec: "3", allowed: 3, used: 3, holders: [holder("oldUnavailable", unavailable)] },
      }).some(({ act }) => act.kind === "raise");
    expect([raises(3, 3), raises(4, 3), raises(3, 0)]).toEqual([false, true, true]);
  });
  test("under OnDelete: RollingUpdate instead of hold, and an undo first if new pods fail", () => {
    const onDelete = { strategy: "OnDelete", underWay: false, budget: { kind: "none", spec: "", allowed: 0, used: 0, holders: [] } };
    const resume = { act: { kind: "resume" }, outcome: { kind: "goesOn", outdated: 9 } };
    expect(planned(onDelete)).toEqual([resume]);
    const causes = [{ state: "failing", cause: { kind: "crash", reason: "CrashLoopBackOff" }, count: 1, nodes: ["n1"], sinceMs: 0 }];
    expect(planned({ ...onDelete, causes })).toEqual([
      { act: { kind: "undo", toRevision: 1 }, outcome: { kind: "undone", toRevision: 1, replaced: 3, byHand: true, spread: undefined } },
    ]);
  });
  test("C13 does not count pods that were not read", () => {
    expect(planned({ revisions: [revision(2, null, true), revision(1, null)] })[0]).toMatchObject({ outcome: { replaced: null } });
  });
  test("an idle DaemonSet has no budget or hold plan, and an undo if an earlier revision exists", () => {
    const idle = { underWay: false, budget: { kind: "maxUnavailable", spec: "1", allowed: 1, used: 0, holders: [] } };
    expect(planned({ ...idle, revisions: [revision(1, 12, true)] })).toEqual([]);
    expect(planned({ ...idle, revisions: [revision(2, 12, true), revision(1, 0)] }).map(({ act }) => act)).toEqual([
      { kind: "undo", toRevision: 1 },
    ]);
  });
  test("each plan has a command that names the cluster and quotes its arguments", () => {
    expect(rolloutPlans(record({}), { context: "eu1", simulated: false }).map(({ kubectl }) => kubectl)).toEqual([
      "kubectl --context eu1 -n logging rollout undo ds/fluent-bit --to-revision=1",
      `kubectl --context eu1 -n logging patch ds/fluent-bit -p '{"spec":{"updateStrategy":{"rollingUpdate":{"maxUnavailable":"50%"}}}}'`,
      `kubectl --context eu1 -n logging patch ds/fluent-bit -p '{"spec":{"updateStrategy":{"type":"OnDelete"}}}'`,
    ]);
  });
  test("B5 an undo of a surge deletes the extra new pods, also next to old pods that are terminating", () => {
    const holder = { reason: "twoPods", cause: { kind: "starting" }, count: 2, nodes: ["n2", "n4"], sinceMs: 0 };
    const ending = { state: "terminating", cause: { kind: "terminating" }, count: 2, nodes: ["n1", "n3"], sinceMs: 0 };
    const surge = { kind: "maxSurge", spec: "2", allowed: 2, used: 2, holders: [holder] };
    const derived = { desiredNumberScheduled: 6, numberUnavailable: 0 };
    const [undo, ...others] = planned({ revisions: [revision(2, 0, true), revision(1, 6)], budget: surge, derived, causes: [ending] });
    expect(undo).toMatchObject({ outcome: { replaced: 2, deletedNextToOld: 2, spread: { atOnce: 0, rounds: 1 } } });
    expect(others.find(({ act }) => act.kind === "hold")?.outcome, "two of six old pods are already terminating").toEqual({
      kind: "held",
      untouched: 4,
    });
  });
  test("if the last old pod is terminating, only the undo is offered", () => {
    const ending = { state: "terminating", cause: { kind: "terminating" }, count: 1, nodes: ["n1"], sinceMs: 0 };
    const plans = planned({ revisions: [revision(2, 11, true), revision(1, 1)], causes: [ending] });
    expect(plans.map(({ act }) => act.kind)).toEqual(["undo"]);
  });
  test("B5 the totals bound an undo under maxSurge", () => {
    const surge = { kind: "maxSurge", spec: "2", allowed: 2, used: 0, holders: [] };
    const derived = { desiredNumberScheduled: 8, numberUnavailable: 4 };
    expect(planned({ revisions: [revision(2, 6, true), revision(1, 2)], budget: surge, derived })[0]).toMatchObject({
      outcome: { spread: { atOnce: 2, isExact: false, rounds: 2 } },
    });
  });
});

describe("a larger budget", () => {
  const raise = (parts: object) => {
    const plan = rolloutPlans(record(parts), undefined).find(({ act }) => act.kind === "raise");
    return plan === undefined ? undefined : { ...plan.act, ...plan.outcome };
  };
  const budget = (spec: string, allowed: number, used = allowed) => ({ kind: "maxUnavailable", spec, allowed, used, holders: [] });
  const derived = { desiredNumberScheduled: 46, numberUnavailable: 5 };

  test("B2 stays a percentage, rounded up from the desired nodes", () => {
    expect(raise({ budget: budget("10%", 5), derived })).toMatchObject({ to: "20%", places: 5 });
    expect(raise({ budget: budget("10%", 5, 12), derived })).toMatchObject({ to: "29%", places: 2 });
    expect(raise({ budget: budget("2", 2), derived })).toMatchObject({ to: 4, places: 2 });
  });
  test("B4 frees the slots that are not used already, at most one for each waiting node (F27)", () => {
    const lasting = { reason: "terminating", cause: { kind: "kubeletSilent" }, count: 2, nodes: ["n7", "n8"], lasting: true };
    expect(raise({ budget: { ...budget("1", 1, 2), holders: [lasting] }, derived })).toMatchObject({ to: 3, places: 1, isStopped: true });
    const oneWaits = [revision(2, 45, true), revision(1, 1)];
    expect(raise({ budget: budget("5", 5), derived, revisions: oneWaits })).toMatchObject({ to: 10, places: 1 });
    expect(raise({ budget: budget("5", 5, 46), derived }), "every node uses a slot").toBeUndefined();
  });
  test("is at most the number of nodes", () => {
    expect(raise({ budget: budget("80%", 37), derived })).toMatchObject({ to: "100%", places: 9 });
    expect(raise({ budget: budget("100%", 46), derived })).toBeUndefined();
    expect(raise({ budget: budget("40", 40), derived })).toMatchObject({ to: 46, places: 6 });
  });
  test("is not offered if every pod has the new revision, because it only replaces old pods", () => {
    expect(raise({ revisions: [revision(2, 12, true), revision(1, 0)] })).toBeUndefined();
  });
  test("R12 is not offered for a revision that may break nodes", () => {
    expect(raise({ concern: { kind: "revisionBreaksNodes" } })).toBeUndefined();
  });
});
