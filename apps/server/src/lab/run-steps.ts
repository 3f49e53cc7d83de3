import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import type { ActionRecord } from "@daemonscope/shared/http/actions";
import type { ActionService } from "../actions/service/action-service.ts";
import { ApiFailure } from "../platform/failure/api-failure.ts";
import type { LiveReading } from "../readings/readings.ts";

/** The actions on a lab's cluster, shared by all users. */
export interface LabActionRunner {
  readonly acting: ActionService;
  readonly served: () => LiveReading;
}

/** Returns the caller of all lab actions, because a simulated cluster knows no users. */
const labCaller = ({ served }: LabActionRunner) =>
  ({ owner: "owner", sees: () => true, name: undefined, caller: { kind: "server" }, served: served() }) as const;

/**
 * Plans steps as a page does and runs them at once, without asking for a confirmation. `undoes`: the id of the action
 * that the steps undo. Resolves when the watches show the result, so that the next plan starts from it. Throws
 * ApiFailure; a refusal has the API server's message.
 */
export async function runSteps(runner: LabActionRunner, steps: readonly Step[], undoes?: string): Promise<ActionRecord> {
  const { acting } = runner;
  const actor = labCaller(runner);
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
