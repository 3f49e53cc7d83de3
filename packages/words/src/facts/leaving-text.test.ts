import { expect, it } from "vitest";
import { english } from "../english.ts";
import { leavingTexts } from "./leaving-text.ts";

const counts = (desired: number, available: number) => ({
  desiredNumberScheduled: desired,
  currentNumberScheduled: desired,
  numberReady: available,
  updatedNumberScheduled: desired,
  numberAvailable: available,
  numberUnavailable: desired - available,
  numberMisscheduled: 0,
});

interface Sample {
  readonly desired: number;
  readonly available: number;
  /** Unavailable nodes that leave. */
  readonly missing: number;
  readonly leaving: number;
  readonly excluded?: number;
  /** AVAILABLE of a status that lags. */
  readonly reported?: number;
}

it.each<[string, Sample, readonly string[]]>([
  [
    "only leaving nodes lack a pod",
    { desired: 6, available: 3, missing: 3, leaving: 3 },
    ["available on all 3 nodes that stay", "3 are shutting down"],
  ],
  ["one node stays", { desired: 2, available: 1, missing: 1, leaving: 1 }, ["available on the node that stays", "1 is shutting down"]],
  [
    "some leaving nodes are excluded",
    { desired: 4, available: 3, missing: 1, leaving: 3, excluded: 2 },
    ["available on all 3 nodes that stay", "1 is shutting down, 2 other nodes are shutting down"],
  ],
  ["leaving nodes have a pod", { desired: 6, available: 6, missing: 0, leaving: 3 }, ["3 of its nodes are shutting down"]],
  ["a node that stays lacks a pod", { desired: 6, available: 2, missing: 3, leaving: 3 }, ["3 of its nodes are shutting down"]],
  ["no node stays", { desired: 3, available: 0, missing: 3, leaving: 3 }, ["3 of its nodes are shutting down"]],
  ["the status lags", { desired: 6, available: 3, missing: 3, leaving: 3, reported: 6 }, ["3 of its nodes are shutting down"]],
])("N2 names the nodes that stay if only leaving ones lack a pod: %s", (_, sample, texts) => {
  const { desired, available, missing, leaving, excluded, reported = available } = sample;
  const record = {
    reported: { ...counts(desired, reported), observedGeneration: 1 },
    derived: counts(desired, available),
    unavailable: { byNodeLifecycle: missing, byRevision: desired - available - missing, onLeavingNodes: missing },
    leaving: [{ cause: { kind: "nodeShutdown" } as const, count: leaving, nodes: [], ...(excluded === undefined ? {} : { excluded }) }],
  };
  expect(leavingTexts(english, record)).toEqual(texts);
});
