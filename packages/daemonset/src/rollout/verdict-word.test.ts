import { describe, expect, it } from "vitest";
import type { Cause, DaemonSetRecord } from "../records/records.ts";
import type { Concern } from "../records/rollout.ts";
import { compareVerdicts, VERDICT_WORDS, verdictWordOf } from "./verdict-word.ts";

const EQUAL = { desiredNumberScheduled: 9, numberAvailable: 9, updatedNumberScheduled: 9, numberMisscheduled: 0 };
const record = (key: string, parts: object = {}): DaemonSetRecord =>
  ({
    key,
    concern: null,
    underWay: false,
    strategy: "RollingUpdate",
    reported: EQUAL,
    derived: EQUAL,
    causes: [],
    disagreements: [],
    ...parts,
  }) as unknown as DaemonSetRecord;
const concern = (kind: Concern["kind"], more: object = {}) =>
  ({ kind, stuck: false, nodes: [], sinceMs: 0, detail: { kind: "idle" }, ...more }) as unknown as Concern;
const withConcern = (kind: Concern["kind"], more: object = {}) => record("ns/a", { concern: concern(kind, more) });
const status = (parts: object, more: object = {}) => record("ns/a", { derived: null, reported: { ...EQUAL, ...parts }, ...more });

function unavailable(state: Cause["state"]): DaemonSetRecord {
  const cause = { kind: "noPodYet" } as unknown as Cause["cause"];
  return record("ns/a", {
    concern: concern("unavailable", { detail: { kind: "unavailable", count: 1, causes: [{ cause, count: 1 }], more: 0 } }),
    causes: [{ state, cause, count: 1, nodes: [], sinceMs: 0 }],
  });
}

describe("verdictWordOf", () => {
  it.each([
    ["stuck", withConcern("failing", { stuck: true })],
    ["stuck", withConcern("stalled")],
    ["stuck", withConcern("budgetHeld", { detail: { kind: "held", refused: true } })],
    ["stuck", withConcern("revisionBreaksNodes", { detail: { kind: "broken", isHalted: true } })],
    ["failing", withConcern("revisionBreaksNodes", { detail: { kind: "broken", isHalted: false } })],
    ["failing", withConcern("failing")],
    ["failing", withConcern("backoffLoop")],
    ["failing", record("ns/a", { underWay: true, concern: concern("surgeImpossible") })],
    ["failing", unavailable("starting")],
    ["degraded", unavailable("missing")],
    ["degraded", unavailable("unscheduled")],
    ["degraded", withConcern("nodesUnready")],
    ["degraded", record("ns/a", { reported: { ...EQUAL, numberAvailable: 8 } })],
    ["shrunk", withConcern("desiredDropped")],
    [
      "shrunk",
      record("ns/a", {
        reported: { ...EQUAL, desiredNumberScheduled: 0, numberAvailable: 0 },
        derived: { ...EQUAL, desiredNumberScheduled: 0 },
      }),
    ],
    ["misscheduled", withConcern("misscheduled")],
    ["manual", withConcern("waitsForYou")],
    ["rolling", withConcern("budgetHeld")],
    ["rolling", record("ns/a", { underWay: true })],
    ["healthy", record("ns/a")],
  ] as const)("is %s", (word, found) => expect(verdictWordOf(found)).toBe(word));

  it.each([
    ["degraded", status({ numberAvailable: 8 })],
    ["misscheduled", status({ numberMisscheduled: 1 })],
    ["manual", status({ updatedNumberScheduled: 8 }, { strategy: "OnDelete" })],
    ["rolling", status({ updatedNumberScheduled: 8 })],
    ["healthy", status({})],
  ] as const)("C13 is %s by the status alone", (word, found) => expect(verdictWordOf(found)).toBe(word));
});

it("R20 lists DaemonSets by their words, and as healthy those on a NotReady node or with pods that start", () => {
  const records = [
    record("a/unready", { concern: concern("nodesUnready") }),
    record("b/healthy"),
    record("c/partly", { reported: { ...EQUAL, numberAvailable: 8 } }),
    record("d/rolling", { underWay: true }),
    record("e/manual", { concern: concern("waitsForYou") }),
    record("f/misscheduled", { concern: concern("misscheduled") }),
    record("g/shrunk", { concern: concern("desiredDropped") }),
    { ...unavailable("missing"), key: "h/degraded" },
    record("i/failing", { concern: concern("failing") }),
    record("j/stuck", { concern: concern("failing", { stuck: true }) }),
  ] as readonly DaemonSetRecord[];
  const listed = [...records].sort(compareVerdicts);
  expect(listed.map(({ key }) => key.slice(2))).toEqual([...VERDICT_WORDS.slice(0, -1), "unready", "healthy", "partly"]);
});
