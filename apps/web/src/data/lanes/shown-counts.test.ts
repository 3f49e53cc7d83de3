import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { expect, it } from "vitest";
import { displayedCount } from "./shown-counts.ts";

const record = {
  reported: { desiredNumberScheduled: 8, numberReady: 7 },
  disagreements: [{ field: "desiredNumberScheduled", reported: 8, derived: 6, sinceMs: 1000, cause: { kind: "notWritten" } }],
} as unknown as DaemonSetRecord;

it("C10 shows the status under kubectl's name, and our count next to it once the difference lasts", () => {
  expect(displayedCount(record, "desiredNumberScheduled", 2000)).toEqual({ reported: 8 });
  expect(displayedCount(record, "desiredNumberScheduled", 3000)).toEqual({ reported: 8, derived: 6 });
  expect(displayedCount(record, "numberReady", 3000)).toEqual({ reported: 7 });
});
