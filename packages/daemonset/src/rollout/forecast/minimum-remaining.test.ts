import { describe, expect, it } from "vitest";
import type { HolderReason } from "../../records/budget.ts";
import type { DaemonSetRecord } from "../../records/records.ts";
import type { Concern } from "../../records/rollout.ts";
import { type MinimumRemaining, minimumRemaining } from "./minimum-remaining.ts";

interface Parts {
  readonly desired?: number;
  readonly updated?: number;
  readonly kind?: "maxUnavailable" | "maxSurge" | "none" | "unknown";
  readonly allowed?: number;
  readonly holders?: readonly (readonly [HolderReason, number])[];
  readonly minReadySeconds?: number;
  readonly used?: number;
  readonly areLasting?: boolean;
  readonly concern?: Partial<Concern>;
}

const recordOf = ({
  desired = 48,
  updated = 16,
  kind = "maxUnavailable",
  allowed = 8,
  holders = [],
  minReadySeconds = 6,
  ...more
}: Parts) =>
  ({
    derived: { desiredNumberScheduled: desired, updatedNumberScheduled: updated },
    budget: {
      kind,
      spec: "",
      allowed,
      used: more.used ?? 0,
      holders: holders.map(([reason, count]) => ({ reason, count, ...(more.areLasting === true ? { lasting: true } : {}) })),
    },
    concern: more.concern ?? null,
    minReadySeconds,
  }) as unknown as DaemonSetRecord;

describe("R25 the minimum duration of a rollout, by its budget", () => {
  const rows: readonly [string, Parts, MinimumRemaining | undefined][] = [
    ["is one wave for each use of all slots", {}, { waves: 4, atOnce: 8, seconds: 24 }],
    ["counts the last wave whole", { updated: 15 }, { waves: 5, atOnce: 8, seconds: 30 }],
    ["takes no time without minReadySeconds", { minReadySeconds: 0 }, { waves: 4, atOnce: 8, seconds: 0 }],
    ["is the same for a surge", { kind: "maxSurge" }, { waves: 4, atOnce: 8, seconds: 24 }],
    [
      "needs no slot for nodes whose old pod ends, is gone, or is not available",
      {
        holders: [
          ["terminating", 4],
          ["noPod", 3],
          ["oldUnavailable", 1],
        ],
      },
      { waves: 3, atOnce: 8, seconds: 18 },
    ],
    ["counts new pods that are not available yet as done", { holders: [["newUnavailable", 8]] }, { waves: 4, atOnce: 8, seconds: 24 }],
    ["is unknown while no slot becomes free", { used: 8, holders: [["newUnavailable", 8]], areLasting: true }, undefined],
    ["is unknown above the limit too", { used: 9, holders: [["newUnavailable", 9]], areLasting: true }, undefined],
    [
      "is unknown while it is stuck",
      { used: 8, holders: [["newUnavailable", 8]], concern: { stuck: true, detail: {} as never } },
      undefined,
    ],
    [
      "is unknown while the scheduler refuses all",
      { used: 8, holders: [["newUnavailable", 8]], concern: { stuck: false, detail: { kind: "held" } as never } },
      undefined,
    ],
    [
      "is unknown while its pods fail",
      { used: 8, holders: [["newUnavailable", 8]], concern: { kind: "failing", stuck: false, detail: {} as never } },
      undefined,
    ],
    ["is known while some slots become free", { used: 8, holders: [["newUnavailable", 8]] }, { waves: 4, atOnce: 8, seconds: 24 }],
    ["is unknown once all are updated", { updated: 48 }, undefined],
    ["is unknown under OnDelete", { kind: "none", allowed: 0 }, undefined],
    ["is unknown if pods were not read", { kind: "unknown", allowed: 0 }, undefined],
  ];
  it.each(rows)("%s", (_, parts, expected) => expect(minimumRemaining(recordOf(parts))).toEqual(expected));
});
