import { sleep } from "@daemonscope/kube-client/flow-control/retry-policy";
import { actionMarks } from "../journal/action-marks.ts";
import { isRunFinished } from "../journal/action-run.ts";
import { podsOfRequests, requestLabel } from "../send/prepared-request.ts";
import { ACTION_POLL_MS, type RunContext, sendPrepared } from "./action-runner.ts";
import { Batch } from "./batch.ts";

/** Returns the batch of an action; `run` starts it. Each change of the batch updates the record of the action. */
export function createBatch(running: RunContext): Batch {
  const { actionRun, plan, signal, parts, journal } = running;
  const { nowMs, reading, timers, onActed } = parts;
  const { atOnce, stopAtFailure } = plan.plan.question.batch ?? { atOnce: 1, stopAtFailure: true };
  const deletions = podsOfRequests(plan.prepared);
  let isMarked = false;
  return new Batch(deletions, {
    atOnce,
    stopAtFailure,
    signal,
    nowMs,
    reading,
    send: (prepared) => sendPrepared(running, prepared),
    waitForChange: () => sleep(ACTION_POLL_MS, signal, timers),
    onChange: (state, pods) => {
      actionRun.record.batch = pods;
      const begun = deletions.filter((_, at) => pods[at]?.state === "deleted").map(({ prepared }) => prepared);
      // Marks a batch once, at its first deletion.
      if (!isMarked && begun.length > 0) {
        isMarked = true;
        onActed(actionMarks(begun, nowMs()));
      }
      if (isRunFinished(state))
        actionRun.record.sent = deletions.flatMap(({ prepared }, at) => (pods[at]?.state === "untouched" ? [] : [requestLabel(prepared)]));
      journal.move(actionRun, state, state.kind !== "running" || actionRun.record.state.kind !== "running");
    },
  });
}
