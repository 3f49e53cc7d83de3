import { integerField, type Json, objectField, textField } from "@daemonscope/kube-client/decode/fields";
import { actionMarks } from "../journal/action-marks.ts";
import type { ActionRun } from "../journal/action-run.ts";
import { withDaemonSet } from "../journal/applied-state.ts";
import { noUndo } from "../plan/no-undo.ts";
import type { DeletedPod } from "../send/deleted-pod.ts";
import type { PreparedRequest } from "../send/prepared-request.ts";
import type { RefusedState } from "../send/send-failure.ts";
import type { SendResult } from "../send/send-once.ts";
import { type RunContext, type RunHandle, sendPrepared, watchRun, writeActionEvents } from "./action-runner.ts";

const SESSION_OVER: RefusedState = {
  kind: "refused",
  why: "forbidden",
  message: "the session of who began it is over; the rest is untouched",
};

/** Executes an action request by request, and watches its effect. Ends at the first request that is not done. */
export function runRequests(running: RunContext): RunHandle {
  let answer = (): void => undefined;
  const answered = new Promise<void>((done) => {
    answer = done;
  });
  return { answered, over: sendInOrder(running, () => answer()) };
}

async function sendInOrder(running: RunContext, answer: () => void): Promise<void> {
  const { actionRun, plan, signal, parts, journal } = running;
  const { prepared } = plan;
  const deleted: DeletedPod[] = [];
  const done: PreparedRequest[] = [];
  for (const [at, each] of prepared.entries()) {
    // While the outcome is unknown, `answer` lets the caller continue. The caller can read the state later.
    const result = await sendPrepared(running, each, answer);
    if (result.kind !== "unknown" && result.asked !== undefined) actionRun.record.asked = result.asked;
    if (result.kind !== "done") {
      stop(running, result, at);
      break;
    }
    done.push(each);
    if (result.object !== undefined) recordGeneration(actionRun, each, result.object);
    if (each.pod !== undefined) deleted.push(each.pod);
    if (actionRun.isLeft === true && at < prepared.length - 1) {
      actionRun.record.sent = actionRun.record.sent.slice(0, at + 1);
      stop(running, { kind: "refused", refused: SESSION_OVER }, at + 1);
      break;
    }
    if (at === prepared.length - 1) {
      journal.move(actionRun, { kind: "accepted" }, true);
      journal.undone(actionRun);
    }
  }
  parts.onActed(actionMarks(done, parts.nowMs()));
  answer();
  if (actionRun.record.state.kind !== "accepted") return;
  await writeActionEvents(running);
  await watchRun(running, actionRun, deleted, signal);
}

/** Ends an action after `done` requests. */
function stop({ actionRun, plan, journal }: RunContext, result: Exclude<SendResult, { readonly kind: "done" }>, done: number): void {
  if (result.kind === "unknown") {
    journal.move(actionRun, { kind: "unknown", message: result.message, tries: 0 }, true);
    return;
  }
  const { refused } = result;
  actionRun.record.sent = actionRun.record.sent.slice(0, done + 1);
  journal.move(actionRun, done === 0 ? refused : { kind: "partly", done, of: plan.prepared.length, message: refused.message }, true);
  if (done === 0) actionRun.record.undo = noUndo("nothingDone");
}

/** Records the generation that this request produced, as a reference for later checks. */
function recordGeneration(actionRun: ActionRun, { object, seen }: PreparedRequest, written: Json): void {
  if (object.resource !== "daemonsets" || written.kind === "Status") return;
  const metadata = objectField(written, "metadata");
  if (metadata.deletionTimestamp !== undefined) return;
  const generation = integerField(metadata, "generation");
  const applied = { uid: textField(metadata, "uid") ?? "", from: seen?.generation ?? 0, generation };
  actionRun.trace = withDaemonSet(actionRun.trace, `${object.namespace}/${object.name}`, applied);
}
