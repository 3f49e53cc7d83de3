import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { expect, it } from "vitest";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import { progressNote } from "./progress-note.ts";

const { t } = createTranslator();

it.each([
  ["nothing without an old pod", 49, "maxUnavailable", 0, undefined],
  ["the slots of a rollout", 6, "maxUnavailable", 4, "6 of 49 updated, 4 of 6 slots in use"],
  ["that no slot is free", 6, "maxUnavailable", 6, "6 of 49 updated, all 6 slots in use"],
  ["no slots under OnDelete", 6, "none", 0, "6 of 49 updated"],
])("states %s", (_, updated, kind, used, note) => {
  const record = {
    underWay: true,
    strategy: "RollingUpdate",
    revisions: [{}, {}],
    reported: { desiredNumberScheduled: 49, updatedNumberScheduled: updated },
    budget: { kind, used, allowed: 6, holders: [] },
  } as unknown as DaemonSetRecord;
  expect(progressNote(t, record)).toBe(note);
});
