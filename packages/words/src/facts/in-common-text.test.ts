import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { expect, test } from "vitest";
import { english } from "../english.ts";
import { failingRevisionText, inCommonText } from "./in-common-text.ts";

const recordOf = (parts: Partial<DaemonSetRecord>): DaemonSetRecord =>
  ({
    inCommon: { kind: "crash", failing: 3, others: 9 },
    concern: null,
    derived: {},
    budget: { kind: "maxUnavailable", holders: [{ reason: "newUnavailable" }] },
    causes: [{ state: "failing", count: 3 }],
    revisions: [
      { revision: 2, current: true, nodes: 3 },
      { revision: 1, current: false, nodes: 9 },
    ],
    ...parts,
  }) as unknown as DaemonSetRecord;

const text = (parts: Partial<DaemonSetRecord>) => inCommonText(english, recordOf(parts), String);

test("K5 never states that failing nodes have nothing in common while a revision sets them apart", () => {
  const split = "all 3 failing pods run revision 2; the 9 pods of revision 1 are fine";
  expect(text({})).toBe(split);
  expect(failingRevisionText(english, recordOf({}))).toBe(split);
  const onUnready = { current: 0, old: 1, down: 0, silent: 1 };
  expect(text({ onUnready })).toBe("all 3 failing pods run revision 2; the 8 pods of revision 1 on Ready nodes are fine");
  expect(text({ budget: { ...recordOf({}).budget, kind: "maxSurge" } })).toBeUndefined();
  expect(text({ revisions: [] })).toBe("the failing nodes have nothing in common");
  const detail = { kind: "broken", isHalted: true, count: 3, reached: 3, sickBefore: 0, sickWithout: 0 } as const;
  const concern = { kind: "revisionBreaksNodes", detail, sinceMs: 0, nodes: [], stuck: false } as const;
  expect(text({ revisions: [], concern })).toBeUndefined();
});
