import { describe, expect, it } from "vitest";
import type { Owner, Ownership } from "../records/ownership.ts";
import type { RevisionSummary } from "../records/records.ts";
import { currentSinceMs, ownersRevision, ownerThatChanged, reversalOf } from "./owner-revision.ts";

const OWNER = { kind: "argocd", name: "agents", fields: ["template"] } as const;
const owned = (deliveredAtMs?: number): Ownership => ({
  kind: "one",
  owner: OWNER,
  ...(deliveredAtMs === undefined ? {} : { deliveredAtMs }),
});
/** Revisions by the second of their creation, oldest first. The last is current. */
const revisions = (...seconds: readonly number[]): readonly RevisionSummary[] =>
  seconds
    .map((second, at) => ({
      hash: `h${at}`,
      revision: at + 1,
      createdAtMs: second * 1000,
      current: at === seconds.length - 1,
      nodes: 0,
    }))
    .reverse();

describe("R33 the revision that the owner delivered", () => {
  it.each<readonly [string, number | undefined, readonly number[], number | undefined]>([
    ["before an edit by another", 1000, [1000, 5000], 1],
    ["before two edits by others", 1000, [1000, 5000, 6000], 1],
    ["the second of its own", 3000, [1000, 3001, 5000], 2],
    ["an unknown time", undefined, [1000, 5000], undefined],
    ["another revision within a minute: the controller may have been late", 1000, [500, 1030, 5000], undefined],
    ["a revision that returned to an earlier template", 5000, [4000, 1000, 8000], undefined],
    ["changes of the owner after each revision", 9000, [1000, 5000], 2],
    ["no revisions", 1000, [], undefined],
  ])("%s", (_what, second, created, expected) =>
    expect(ownersRevision(owned(second && second * 1000), revisions(...created))).toBe(expected),
  );

  it("is unknown if several tools claim it", () => {
    expect(ownersRevision({ kind: "unclear", claims: [OWNER] }, revisions(1000, 5000))).toBeUndefined();
  });
});

describe("R33 an owner that reverted an edit", () => {
  const reverted = (changedBy: string | undefined, created: readonly number[], ownership: Ownership | undefined = owned(0)) =>
    reversalOf({
      revisions: revisions(...created),
      ...(changedBy === undefined ? {} : { changedBy }),
      ...(ownership === undefined ? {} : { ownership }),
    })?.revision;
  it("is the author of a revision with an earlier template", () => {
    expect(reverted("argocd-controller", [5000, 1000])).toBe(1);
    expect(reverted("argocd-controller", [500, 5000, 1000])).toBe(2);
  });
  it.each<readonly [string, Owner, string]>([
    ["a Helm release", { kind: "helm", name: "default/agents" }, "helm"],
    ["an operator, whose manager set the owner reference", { kind: "operator", name: "ClusterPolicy a", manager: "policy" }, "policy"],
  ])("names %s", (_what, owner, changedBy) => expect(reverted(changedBy, [5000, 1000], { kind: "one", owner })).toBe(1));
  it.each<readonly [string, string | undefined, readonly number[], Ownership | undefined]>([
    ["an undo by a user", "kubectl-rollout", [5000, 1000], owned(0)],
    ["the manager of another tool", "kustomize-controller", [5000, 1000], owned(0)],
    ["an unknown author", undefined, [5000, 1000], owned(0)],
    ["a new template", "argocd-controller", [1000, 5000], owned(0)],
    ["the first revision", "argocd-controller", [1000], owned(0)],
    ["an unknown owner", "argocd-controller", [5000, 1000], { kind: "unclear", claims: [OWNER] }],
    [
      "an operator, whose field manager is unknown",
      "manager",
      [5000, 1000],
      { kind: "one", owner: { kind: "operator", name: "ClusterPolicy a" } },
    ],
  ])("is not %s", (_what, changedBy, created, ownership) => expect(reverted(changedBy, created, ownership)).toBeUndefined());
});

describe("R33 the author and the age of a revision", () => {
  it.each<readonly [string, string | undefined, Ownership, string | undefined]>([
    ["the owner by its field manager", "argocd-controller", owned(0), OWNER.name],
    ["a user", "kubectl-set", owned(0), undefined],
    ["an unknown manager", undefined, owned(0), undefined],
    ["several owners", "argocd-controller", { kind: "unclear", claims: [OWNER] }, undefined],
  ])("names %s", (_what, changedBy, ownership, name) =>
    expect(ownerThatChanged({ ownership, ...(changedBy === undefined ? {} : { changedBy }) })?.name).toBe(name),
  );
  it("a revision that became current again is as old as the return", () => {
    const [current, previous] = [
      { current: true, createdAtMs: 1000 },
      { current: false, createdAtMs: 5000 },
    ];
    const record = { revisions: [current, previous] as unknown as RevisionSummary[], revisionSinceMs: 9000 };
    expect([currentSinceMs(record, current), currentSinceMs(record, previous)]).toEqual([9000, 5000]);
    expect(currentSinceMs({ ...record, revisionSinceMs: undefined }, current)).toBe(1000);
    expect(currentSinceMs({ ...record, revisions: [current] as unknown as RevisionSummary[] }, current)).toBe(1000);
    expect(currentSinceMs(record, { current: false, createdAtMs: 1000, start: { returnedAtMs: 6000 } })).toBe(6000);
  });
});
