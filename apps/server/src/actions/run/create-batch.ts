import { sleep } from "@daemonscope/kube-client/flow-control/retry-policy";
import { actionMarks } from "../journal/action-marks.ts";
import { isRunFinished } from "../journal/action-run.ts";
import { podsOfRequests, requestLabel } from "../send/prepared-request.ts";
import { ACTION_POLL_MS, type RunContext, senderFor } from "./action-runner.ts";
import { Batch } from "./batch.ts";

/** Returns the batch of an action, whose record follows the batch. It starts with `run`. */
export function createBatch(running: RunContext): Batch {
  const { actionRun, plan, signal, parts, book } = running;
  const { nowMs, reading, timers, onActed } = parts;
  const { atOnce, stopAtFailure } = plan.plan.question.batch ?? { atOnce: 1, stopAtFailure: true };
  const turns = podsOfRequests(plan.prepared);
  let isMarked = false;
  return new Batch(turns, {
    atOnce,
    stopAtFailure,
    signal,
    nowMs,
    reading,
    send: (prepared) => senderFor(running, prepared),
    turn: () => sleep(ACTION_POLL_MS, signal, timers),
    onChange: (state, pods) => {
      actionRun.record.batch = pods;
      const begun = turns.filter((_, at) => pods[at]?.state === "deleted").map(({ prepared }) => prepared);
      // Once, at the first deletion: the other deletions follow from it.
      if (!isMarked && begun.length > 0) {
        isMarked = true;
        onActed(actionMarks(begun, nowMs()));
      }
      if (isRunFinished(state))
        actionRun.record.sent = turns.flatMap(({ prepared }, at) => (pods[at]?.state === "untouched" ? [] : [requestLabel(prepared)]));
      book.move(actionRun, state, state.kind !== "running" || actionRun.record.state.kind !== "running");
    },
  });
}
