import type { Step } from "@daemonscope/daemonset/actions/step";
import type { ActionRecord } from "@daemonscope/shared/http/acting";
import type { LiveReading } from "../readings/readings.ts";
import { ApiFailure } from "../safety/api-failure.ts";
import type { Acting } from "../writes/acting.ts";

/** What acts on the cluster of a lab, for everybody. */
export interface LabDeeds {
  readonly acting: Acting;
  readonly served: () => LiveReading;
}

/** Whoever plays in a lab is nobody that a cluster would know. */
const ownerOf = ({ served }: LabDeeds) =>
  ({ owner: "owner", sees: () => true, name: undefined, asker: { kind: "server" }, served: served() }) as const;

/** Plans steps as a page does and carries them out at once: in a lab nobody confirms. `undoes`: the action that they take back. Comes back when the watches tell of it, so that the next one is
 *  planned on what is. Throws ApiFailure, with the API server's own words where it refused. */
export async function carryOut(deeds: LabDeeds, steps: readonly Step[], undoes?: string): Promise<ActionRecord> {
  const { acting } = deeds;
  const actor = ownerOf(deeds);
  const plan = await acting.plan({ steps, ...(undoes === undefined ? {} : { undoes }) }, actor);
  const { dryRun, confirm } = plan;
  if (dryRun.kind === "refused") throw new ApiFailure(dryRun.httpStatus, "Refused", dryRun.message);
  const record = await acting.carryOut({ planId: plan.id, ...(confirm.kind === "typed" ? { typed: confirm.name } : {}) }, actor);
  const { state } = record;
  if (state.kind === "refused" || state.kind === "partly")
    throw new ApiFailure(state.kind === "refused" ? (state.httpStatus ?? 502) : 409, "Refused", state.message);
  await acting.seen(record.id);
  return record;
}
