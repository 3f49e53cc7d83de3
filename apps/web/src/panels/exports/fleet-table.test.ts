import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { expect, test } from "vitest";
import { fleetTable } from "./fleet-table.ts";

const MINUTE_MS = 60_000;

const recordOf = (parts: Partial<DaemonSetRecord>): DaemonSetRecord =>
  ({
    namespace: "logging",
    name: "fluent-bit",
    createdAtMs: 0,
    reported: {
      desiredNumberScheduled: 48,
      currentNumberScheduled: 48,
      numberReady: 47,
      updatedNumberScheduled: 9,
      numberAvailable: 45,
      numberMisscheduled: 0,
    },
    derived: { desiredNumberScheduled: 48 },
    nodeSelector: "<none>",
    selector: "app=fluent-bit",
    containers: [{ name: "agent", image: "fluent-bit:4" }],
    strategy: "RollingUpdate",
    underWay: true,
    concern: null,
    disagreements: [],
    unread: [],
    rollout: { kind: "updating", message: "" },
    budget: { kind: "maxUnavailable", spec: "8", allowed: 8, used: 6, holders: [] },
    causes: [{ state: "failing", cause: { kind: "imageFailed", reason: "ImagePullBackOff" }, count: 3, nodes: [], sinceMs: undefined }],
    revisions: [{ hash: "7d9c", revision: 4, createdAtMs: 0, current: true, nodes: 9 }],
    pace: { sinceMs: 0, fromMs: 0, counts: [2, 4], remaining: 39 },
    ...parts,
  }) as unknown as DaemonSetRecord;

const cellsOf = (record: DaemonSetRecord, nowMs: number): Readonly<Record<string, string | number>> => {
  const { heads, rows } = fleetTable([record], nowMs);
  return Object.fromEntries(heads.map((head, at) => [head, rows[0]?.[at] ?? "missing"]));
};

test("R25 the fleet table has each count under kubectl's heading, and the displayed rate as a number", () => {
  expect(cellsOf(recordOf({}), MINUTE_MS)).toMatchObject({
    NAMESPACE: "logging",
    NAME: "fluent-bit",
    DESIRED: 48,
    CURRENT: 48,
    READY: 47,
    "UP-TO-DATE": 9,
    AVAILABLE: 45,
    MISSCHEDULED: 0,
    BUDGET: 8,
    "NODES PER MINUTE": 6,
    VERDICT: "rolling",
    REASON: "3 ImagePullBackOff",
    REVISION: 4,
    HASH: "7d9c",
  });
});

test("R25 a rate that was not measured is empty instead of 0", () => {
  const { pace: _, ...unmeasured } = recordOf({});
  expect(cellsOf(unmeasured, MINUTE_MS)["NODES PER MINUTE"]).toBe("");
});

test("B8 the used budget is that of a rollout, as in the table and the detail", () => {
  const used = (parts: Partial<DaemonSetRecord>) => cellsOf(recordOf(parts), MINUTE_MS)["BUDGET USED"];
  const revisions = [
    { hash: "7d9c", revision: 4, createdAtMs: 0, current: true, nodes: 9 },
    { hash: "55aa", revision: 3, createdAtMs: 0, current: false, nodes: 39 },
  ] as unknown as DaemonSetRecord["revisions"];
  expect(used({ revisions })).toBe(6);
  expect(used({ revisions, underWay: false })).toBe(0);
  expect(used({ budget: { kind: "none", spec: "", allowed: 0, used: 0, holders: [] } })).toBe("");
});
