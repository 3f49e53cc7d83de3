import { systemTimers } from "@daemonscope/kube-client/flow-control/clock";
import { runDetached } from "../../platform/run-detached.ts";

/** Repeats the work, `everyMs` after its last end, until it is stopped. */
export function repeatEvery(everyMs: number, work: () => Promise<void>): () => void {
  let isStopped = false;
  const once = async () => {
    await work();
    if (!isStopped) wait();
  };
  let timer = { cancel: (): void => undefined };
  const wait = () => {
    timer = systemTimers.after(everyMs, () => runDetached(once()));
  };
  wait();
  return () => {
    isStopped = true;
    timer.cancel();
  };
}
