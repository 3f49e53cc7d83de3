import { expect, it } from "vitest";
import { putDaemonSet, putRevision } from "./cluster-event.ts";
import { ClusterModel } from "./cluster-model.ts";
import { aDaemonSet, aRevision, EPOCH_MS } from "./objects.fixture.ts";

/** Returns the author of the current revision when the template changed at `changedAtMs`. The revision is created
 *  one minute after the epoch. */
function changedBy(changedAtMs: number | undefined): string | undefined {
  const model = new ClusterModel({ nowMs: EPOCH_MS + 600_000 });
  const manager =
    changedAtMs === undefined ? {} : { templateManager: { manager: "kubectl-set", user: "mia", atMs: EPOCH_MS + changedAtMs } };
  model.apply(putDaemonSet({ ...aDaemonSet("a"), ...manager }));
  model.apply(putRevision(aRevision("a", 1, { createdAtMs: 60_000 })));
  model.takeChanges();
  const record = model.reading.daemonSetRecord("default/a");
  expect(record?.changedByUser).toBe(record?.changedBy === undefined ? undefined : "mia");
  return record?.changedBy;
}

it.each([
  ["just before its revision was made", 59_000, "kubectl-set"],
  ["in the same second, by another clock", 61_000, "kubectl-set"],
  ["long before: another part of the template was changed then", -60_000, undefined],
  ["after it: another change by the manager, or its revision is not created yet", 65_000, undefined],
  ["at an unknown time", undefined, undefined],
])("R29 a template that was changed %s", (_, changedAtMs, author) => expect(changedBy(changedAtMs)).toBe(author));
