import { background } from "../background.ts";
import { systemTimers } from "../clock.ts";

/** Does the work again and again, each time so long after it was done last, until it is stopped. */
export function repeat(everyMs: number, work: () => Promise<void>): () => void {
  let isStopped = false;
  const once = async () => {
    await work();
    if (!isStopped) wait();
  };
  let timer = { cancel: (): void => undefined };
  const wait = () => {
    timer = systemTimers.after(everyMs, () => background(once()));
  };
  wait();
  return () => {
    isStopped = true;
    timer.cancel();
  };
}
