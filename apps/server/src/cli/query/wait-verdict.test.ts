import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { expect, test } from "vitest";
import { waitVerdict } from "./wait-verdict.ts";

const record = (parts: {
  readonly observed?: number;
  readonly updated?: number;
  readonly rollout?: DaemonSetRecord["rollout"]["kind"];
  readonly isStuck?: boolean;
}) =>
  ({
    generation: 2,
    observedGeneration: parts.observed ?? 2,
    reported: { desiredNumberScheduled: 3, updatedNumberScheduled: parts.updated ?? 3 },
    rollout: { kind: parts.rollout ?? "updating", message: "" },
    concern: parts.isStuck === true ? { stuck: true } : null,
  }) as unknown as DaemonSetRecord;

test.each([
  ["R5 complete", record({ rollout: "complete" }), "complete", "there"],
  ["R5 no node wants it", record({ rollout: "noNodes" }), "complete", "there"],
  ["R1 all updated and not all available", record({ rollout: "waitingForAvailable" }), "complete", "waiting"],
  ["R1 all updated, which is enough for `updated`", record({ rollout: "waitingForAvailable" }), "updated", "there"],
  ["R1 all updated by a status of the spec before", record({ rollout: "onDelete", observed: 1 }), "updated", "waiting"],
  ["R1 one is old", record({ rollout: "onDelete", updated: 2 }), "updated", "waiting"],
  ["R8 stuck", record({ updated: 1, isStuck: true }), "complete", "stuck"],
  ["R8 complete takes precedence over stuck", record({ rollout: "complete", isStuck: true }), "complete", "there"],
] as const)("wait returns the verdict for: %s", (_, given, until, kind) => {
  expect(waitVerdict(given, until)).toEqual({ kind });
});
