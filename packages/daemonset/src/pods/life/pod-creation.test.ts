import { describe, expect, it } from "vitest";
import { type PodCreationFacts, podCreation } from "./pod-creation.ts";

const S = 1000;
const HOUR = 3600 * S;
/** A DaemonSet and a node that are an hour old, and its first revision. */
const LONG_AGO: PodCreationFacts = {
  daemonSetCreatedAtMs: -HOUR,
  nodeCreatedAtMs: -HOUR + 5 * S,
  revision: { sinceMs: -HOUR + S, rolledUntilMs: undefined, isFirst: true },
  changes: [],
};

describe("W9 the reason for a pod's creation", () => {
  const cases: readonly (readonly [string, number, Partial<PodCreationFacts>, string])[] = [
    [
      "its new DaemonSet",
      1 * S,
      { daemonSetCreatedAtMs: 0, revision: { sinceMs: 0, rolledUntilMs: undefined, isFirst: true } },
      "daemonSet 0",
    ],
    [
      "its DaemonSet, if the first revision follows in the next second",
      2 * S,
      { daemonSetCreatedAtMs: 0, revision: { sinceMs: S, rolledUntilMs: 9 * S, isFirst: true } },
      "daemonSet 0",
    ],
    [
      "a second revision, even soon after its DaemonSet",
      2 * S,
      { daemonSetCreatedAtMs: 0, revision: { sinceMs: S, rolledUntilMs: 9 * S, isFirst: false } },
      "revision 1",
    ],
    ["its new node", 3 * S, { nodeCreatedAtMs: 2 * S }, "node 2"],
    [
      "a revision under rollout, even after a long wait",
      900 * S,
      { revision: { sinceMs: 0, rolledUntilMs: 1000 * S, isFirst: false } },
      "revision 0",
    ],
    ["a removed taint", 5 * S, { changes: [{ by: "taints", atMs: 4.2 * S }] }, "taints 4.2"],
    [
      "the last cause: a node that joined during a rollout",
      20 * S,
      { nodeCreatedAtMs: 19 * S, revision: { sinceMs: 0, rolledUntilMs: 99 * S, isFirst: false } },
      "node 19",
    ],
    ["a cause in the same second, which the API does not resolve", 5 * S, { changes: [{ by: "labels", atMs: 5.9 * S }] }, "labels 5.9"],
    ["not a later cause", 5 * S, { changes: [{ by: "labels", atMs: 7 * S }] }, "nothing"],
    [
      "not a revision that was complete long before",
      900 * S,
      { revision: { sinceMs: 0, rolledUntilMs: 300 * S, isFirst: false } },
      "nothing",
    ],
    ["not an old node", 0, {}, "nothing"],
  ];
  it.each(cases)("%s", (_, createdAtMs, parts, expected) => {
    const wanted = podCreation(createdAtMs, { ...LONG_AGO, ...parts });
    expect(wanted === undefined ? "nothing" : `${wanted.by} ${wanted.atMs / S}`).toBe(expected);
  });
});
