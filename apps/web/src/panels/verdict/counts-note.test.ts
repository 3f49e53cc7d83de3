import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { expect, it } from "vitest";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import { countsNote } from "./counts-note.ts";

const { t } = createTranslator();

const recordOf = (concern: string | null, kind: string, used: number, updated: number): DaemonSetRecord =>
  ({
    underWay: concern !== "misscheduled",
    concern: concern === null ? null : { kind: concern, detail: { kind: concern } },
    strategy: "RollingUpdate",
    revisions: [{}, {}],
    reported: { desiredNumberScheduled: 49, updatedNumberScheduled: updated, numberAvailable: 48 },
    budget: { kind, used, allowed: 6, holders: [] },
  }) as unknown as DaemonSetRecord;

it.each([
  ["nothing without an old pod", "failing", "maxUnavailable", 0, 49, undefined],
  ["the updated pods of a failing rollout", "failing", "maxUnavailable", 4, 6, "6 of 49 updated"],
  ["the updated pods under OnDelete", "waitsForYou", "none", 0, 6, "6 of 49 updated"],
  ["nothing if the headline counts the updated pods", null, "maxUnavailable", 6, 6, undefined],
  ["the available pods next to misscheduled ones", "misscheduled", "none", 0, 49, "48 of 49 available"],
])("states %s", (_, concern, kind, used, updated, note) => {
  expect(countsNote(t, recordOf(concern, kind, used, updated))).toBe(note);
});
