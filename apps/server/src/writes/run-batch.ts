import { pause } from "../cluster/pace.ts";
import { actMarks } from "./act-marks.ts";
import { Batch } from "./batch.ts";
import { isOver } from "./deed.ts";
import { podsOf, requestWords } from "./prepared.ts";
import { LOOK_MS, type Running, sendOf } from "./running.ts";

/** Returns the batch of an action, whose record follows the batch. It starts with `run`. */
export function batchOf(running: Running): Batch {
  const { deed, plan, signal, parts, book } = running;
  const { nowMs, reading, timers, onActed } = parts;
  const { atOnce, stopAtFailure } = plan.plan.question.batch ?? { atOnce: 1, stopAtFailure: true };
  const turns = podsOf(plan.prepared);
  let isMarked = false;
  return new Batch(turns, {
    atOnce,
    stopAtFailure,
    signal,
    nowMs,
    reading,
    send: (prepared) => sendOf(running, prepared),
    turn: () => pause(LOOK_MS, signal, timers),
    onChange: (state, pods) => {
      deed.record.batch = pods;
      const begun = turns.filter((_, at) => pods[at]?.state === "deleted").map(({ prepared }) => prepared);
      // Once, at the first deletion: the other deletions follow from it.
      if (!isMarked && begun.length > 0) {
        isMarked = true;
        onActed(actMarks(begun, nowMs()));
      }
      if (isOver(state))
        deed.record.sent = turns.flatMap(({ prepared }, at) => (pods[at]?.state === "untouched" ? [] : [requestWords(prepared)]));
      book.move(deed, state, state.kind !== "running" || deed.record.state.kind !== "running");
    },
  });
}
