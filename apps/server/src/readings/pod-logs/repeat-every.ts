import { systemTimers } from "@daemonscope/kube-client/flow-control/clock";
import { runDetached } from "../../platform/run-detached.ts";

/** Repeats the work, each time `everyMs` after its last end. Returns a function that stops it. */
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
