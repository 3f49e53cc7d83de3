import { sleep } from "@daemonscope/kube-client/flow-control/retry-policy";
import type { ActionServiceOptions } from "../action-service-options.ts";
import type { ActionJournal } from "../journal/action-journal.ts";
import { type ActionRun, isRunFinished } from "../journal/action-run.ts";
import type { ActionCaller } from "../journal/actor.ts";
import type { CachedPlan } from "../plan/plan-cache.ts";
import { writeEvents } from "../plan/write-events.ts";
import type { DeletedPod } from "../send/deleted-pod.ts";
import type { PreparedRequest } from "../send/prepared-request.ts";
import { objectReads } from "../send/read-objects.ts";
import { type SendResult, sendOnce } from "../send/send-once.ts";
import { observedState } from "./observed-state.ts";

/** The dependencies of running actions: the clients of the cluster, and the record. */
interface RunnerContext {
  readonly parts: ActionServiceOptions;
  readonly journal: ActionJournal;
}

/** An action in progress: its plan, its user and its signal. */
export interface RunContext extends RunnerContext {
  readonly actionRun: ActionRun;
  readonly plan: CachedPlan;
  readonly actor: ActionCaller;
  readonly signal: AbortSignal;
}

/** `answered`: the cluster has responded. `over`: nothing more is sent or watched. */
export interface RunHandle {
  readonly answered: Promise<void>;
  readonly over: Promise<void>;
}

/** The interval of checks of the watched state. */
export const ACTION_POLL_MS = 200;
/** The time for which the effect of an action is watched. The effect itself continues afterwards. */
const WATCHED_MS = 30 * 60_000;

/** Sends one request of an action. */
export function sendPrepared(
  { actionRun, actor, signal, parts, journal }: RunContext,
  prepared: PreparedRequest,
  onUnknownOutcome?: () => void,
): Promise<SendResult> {
  const { transport, timers, nowMs } = parts;
  return sendOnce(prepared, {
    transport: transport(),
    reads: objectReads(() => actor.served.reads.transport, timers),
    caller: actor.caller,
    timers,
    nowMs,
    signal,
    onUnknown: (message, tries) => {
      // A batch continues with its other requests.
      if (actionRun.record.batch === undefined) journal.move(actionRun, { kind: "unknown", message, tries }, tries === 1);
      onUnknownOutcome?.();
    },
  });
}

/** Watches the effect of an action, until it is done or WATCHED_MS have passed. */
export async function watchRun(
  { parts, journal }: RunnerContext,
  actionRun: ActionRun,
  pods: readonly DeletedPod[],
  signal: AbortSignal,
): Promise<void> {
  const { timers, reading } = parts;
  const untilMs = timers.elapsedMs() + WATCHED_MS;
  while (!signal.aborted && timers.elapsedMs() < untilMs && !isRunFinished(actionRun.record.state)) {
    const state = observedState(reading(), actionRun, pods);
    if (JSON.stringify(state) !== JSON.stringify(actionRun.record.state)) journal.move(actionRun, state, state.kind === "done");
    else await sleep(ACTION_POLL_MS, signal, timers);
  }
}

/** Writes the Events of an action, if requested. */
export async function writeActionEvents({ actionRun, plan, actor, signal, parts, journal }: RunContext): Promise<void> {
  if (plan.plan.question.event !== true) return;
  const { transport, wallNowMs, newId, onProblem } = parts;
  const event = await writeEvents(actionRun.record, plan.prepared, actor, { transport: transport(), nowMs: wallNowMs(), newId, signal });
  actionRun.record.event = event;
  journal.write(actionRun);
  if (event.problem !== undefined) onProblem(event.problem);
}
