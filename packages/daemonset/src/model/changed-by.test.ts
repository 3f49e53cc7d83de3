import { expect, it } from "vitest";
import { ClusterModel } from "./cluster-model.ts";
import { aDaemonSet, aRevision, EPOCH_MS } from "./objects.fixture.ts";

/** Returns the author of the current revision when the template changed at `changedAtMs`. The revision is created
 *  one minute after the epoch. */
function changedBy(changedAtMs: number | undefined): string | undefined {
  const model = new ClusterModel({ nowMs: EPOCH_MS + 600_000 });
  const manager = changedAtMs === undefined ? {} : { templateManager: { manager: "kubectl-set", atMs: EPOCH_MS + changedAtMs } };
  model.putDaemonSet({ ...aDaemonSet("a"), ...manager });
  model.putRevision(aRevision("a", 1, { createdAtMs: 60_000 }));
  model.takeChanges();
  return model.reading.daemonSetRecord("default/a")?.changedBy;
}

it.each([
  ["just before its revision was made", 59_000, "kubectl-set"],
  ["in the same second, by another clock", 61_000, "kubectl-set"],
  ["long before: something else of the template was another then", -60_000, undefined],
  ["after it: that manager changed something else since, or its revision is still to come", 65_000, undefined],
  ["by nobody knows whom", undefined, undefined],
])("R29 a template that was changed %s", (_, changedAtMs, by) => expect(changedBy(changedAtMs)).toBe(by));
