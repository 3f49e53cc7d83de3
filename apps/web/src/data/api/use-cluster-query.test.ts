import { expect, test } from "vitest";
import { keepPreviousData, type QueryKey } from "./use-cluster-query.ts";

const node = (name: string, log = "log", version: unknown = 1): QueryKey => [log, "/api/node", { name }, version, undefined];

test("keeps an answer of an older version, but not of another node or another log", () => {
  expect(keepPreviousData(node("a", "log", 2), node("a"))).toBe(true);
  expect([
    keepPreviousData(node("b"), node("a")),
    keepPreviousData(node("a", "other"), node("a")),
    keepPreviousData(node("a"), undefined),
  ]).toEqual([false, false, false]);
});

test("keeps the answer about the same object until the answer to new parameters arrives", () => {
  const sides = (daemonSet: string, from: string): QueryKey => ["log", "/api/revisions", { namespace: "x", daemonSet, from }, 1, undefined];
  const about = ["namespace", "daemonSet"];
  expect([keepPreviousData(sides("a", "2"), sides("a", "1"), about), keepPreviousData(sides("b", "1"), sides("a", "1"), about)]).toEqual([
    true,
    false,
  ]);
  expect(keepPreviousData(["log", "/api/revisions", { namespace: "x", daemonSet: "a" }, 1, undefined], sides("a", "1"), about)).toBe(true);
});

test("L2 keeps an answer of another moment only during playback, for at most two seconds", () => {
  const at = (askedAtMs: number | undefined): QueryKey => ["log", "/api/node", { name: "a" }, undefined, askedAtMs];
  const isKept = (now: number | undefined, before: number | undefined) => keepPreviousData(at(now), at(before));
  expect([isKept(5000, 5000), isKept(6000, 5000), isKept(7000, 5000)]).toEqual([true, true, true]);
  expect([isKept(7001, 5000), isKept(4999, 5000), isKept(undefined, 5000), isKept(5000, undefined)]).toEqual([false, false, false, false]);
});
