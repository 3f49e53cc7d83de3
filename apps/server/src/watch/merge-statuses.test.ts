import type { SourceStatus } from "@daemonscope/kube/source-status";
import { expect, test } from "vitest";
import { mergeStatuses } from "./merge-statuses.ts";

const live = { state: "live", provenAtMs: 9 } as const;
test.each<[string, readonly SourceStatus[], SourceStatus | undefined]>([
  ["returns undefined without parts", [], undefined],
  ["has the oldest time of its parts", [live, { state: "live", provenAtMs: 5 }], { state: "live", provenAtMs: 5 }],
  ["is syncing until each part is read", [live, { state: "syncing", readSoFar: 500 }], { state: "syncing", readSoFar: 500 }],
  [
    "sums the progress of first lists",
    [
      { state: "syncing", readSoFar: 500 },
      { state: "syncing", readSoFar: 1000 },
    ],
    { state: "syncing", readSoFar: 1500 },
  ],
  [
    "reports the worst status, with the number of similar ones",
    [
      live,
      { state: "retrying", detail: "a", provenAtMs: 3 },
      { state: "stale", detail: "b", provenAtMs: 4 },
      { state: "retrying", detail: "c", provenAtMs: 4 },
    ],
    { state: "retrying", detail: "a (and 1 more of 4 parts)", provenAtMs: 3 },
  ],
  [
    "is forbidden if a part is forbidden",
    [{ state: "retrying", detail: "a" }, { state: "forbidden", detail: "no" }, live],
    { state: "forbidden", detail: "no" },
  ],
  [
    "sums the objects left out",
    [
      { ...live, leftOut: { count: 2, first: "x" } },
      { ...live, leftOut: { count: 1, first: "y" } },
    ],
    { ...live, leftOut: { count: 3, first: "x" } },
  ],
])("%s", (_title, parts, merged) => {
  expect(mergeStatuses(parts)).toEqual(merged);
});
