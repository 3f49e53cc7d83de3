import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { expect, it } from "vitest";
import { english } from "../english.ts";
import { concernHelp } from "./cause-help.ts";

const recordOf = (count: number, parts: Partial<DaemonSetRecord>): DaemonSetRecord => {
  const detail = { kind: "failing", count, cause: { kind: "imageNotFound", subject: "agent:2" } };
  return { concern: { kind: "failing", nodes: ["n1"], detail }, derived: null, ...parts } as unknown as DaemonSetRecord;
};

it("R10 advises to delete old pods whose template was corrected, and not to correct it again", () => {
  const corrected = "The pod on n1 has an old revision. Delete it, and the controller creates one of the current revision.";
  expect(concernHelp(english, recordOf(1, { onlyOldFail: true }))).toBe(corrected);
  expect(concernHelp(english, recordOf(2, { onlyOldFail: true }))).toMatch(/^These 2 pods have an old revision. Delete them/);
  expect(concernHelp(english, recordOf(2, {}))).toMatch(/^Push the image/);
});
