import type { KubeControllerRevision } from "@daemonscope/kube/objects";
import { expect, test } from "vitest";
import { aRevision } from "../model/objects.fixture.ts";
import { nodesByRevision, REVISION_NODES_LIMIT } from "./nodes-by-revision.ts";
import { currentRevision, hashOfRevision, newestRevisionFirst, revisionBefore } from "./revisions-of.ts";

const at = (revision: number, templateHash: string) => aRevision("a", revision, { templateHash });

test.each<readonly [string, readonly KubeControllerRevision[], number | undefined]>([
  ["none yet", [], undefined],
  ["the equal one", [at(1, "live"), at(2, "other")], 1],
  ["the highest of several equal ones", [at(1, "live"), at(3, "live"), at(2, "live"), at(4, "other")], 3],
  ["the highest, if none is equal", [at(1, "x"), at(3, "y"), at(2, "z")], 3],
])("R6 current: %s", (_name, revisions, expected) => {
  expect(currentRevision(revisions, "live")?.revision).toBe(expected);
  expect(currentRevision([...revisions].reverse(), "live")?.revision).toBe(expected);
});

test("R6 a revision without a template equals none", () => {
  const { templateHash: _none, ...without } = at(5, "");
  expect(currentRevision([without, at(1, "live")], "live")?.revision).toBe(1);
});

test("R7 a revision without the hash label has its name as hash", () => {
  const revision = at(1, "live");
  expect(hashOfRevision(revision)).toBe("hash-1");
  expect(hashOfRevision({ ...revision, metadata: { ...revision.metadata, labels: {} } })).toBe("a-hash-1");
});

test("the previous revision is the next lower one that exists, also over a gap", () => {
  const [second, fifth, sixth] = [at(2, "a"), at(5, "b"), at(6, "c")];
  const revisions = [fifth, second, sixth];
  expect(newestRevisionFirst(revisions).map(({ revision }) => revision)).toEqual([6, 5, 2]);
  expect(revisionBefore(revisions, sixth)).toBe(fifth);
  expect(revisionBefore(revisions, fifth)).toBe(second);
  expect(revisionBefore(revisions, second)).toBeUndefined();
  expect(revisionBefore(revisions, at(9, "d"))).toBeUndefined();
});

test("R14 counts nodes by the hash of their first pod, names a few, and skips those without a hash", () => {
  const many = Array.from({ length: 60 }, (_, number) => ({ node: `n${String(59 - number).padStart(2, "0")}`, hash: "new" }));
  const groups = nodesByRevision([{ node: "m", hash: "old" }, { node: "x", hash: undefined }, { node: "y", hash: "" }, ...many]);
  expect([...groups.keys()]).toEqual(["old", "new"]);
  expect(groups.get("new")?.count).toBe(60);
  expect(groups.get("new")?.names).toHaveLength(REVISION_NODES_LIMIT);
  expect(groups.get("new")?.names[0]).toBe("n00");
});
