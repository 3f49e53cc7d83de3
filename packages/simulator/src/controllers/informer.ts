import type { ResourceName, Store, StoreEvent } from "@daemonscope/simulated-apiserver/objects/contract";
import type { Clock } from "@daemonscope/simulated-apiserver/time/clock";

/**
 * Sends changes like a watch: in order, `lagMs` of cluster time after the write. Only one timer runs at a time,
 * regardless of how many events wait. Returns a function that stops the watch.
 */
export function watchWithDelay(
  store: Store,
  clock: Clock,
  resource: ResourceName,
  lagMs: number,
  listener: (event: StoreEvent) => void,
): () => void {
  let waiting: { readonly event: StoreEvent; readonly atMs: number }[] = [];
  let timer: { cancel(): void } | undefined;

  function arm(): void {
    const first = waiting[0];
    timer = first === undefined ? undefined : clock.after(first.atMs - clock.nowMs(), deliver);
  }
  function deliver(): void {
    const nowMs = clock.nowMs();
    const end = waiting.findIndex(({ atMs }) => atMs > nowMs);
    const due = end < 0 ? waiting : waiting.slice(0, end);
    waiting = end < 0 ? [] : waiting.slice(end);
    // The timer is armed first. Events of writes by the listeners below are queued after the waiting ones.
    arm();
    for (const { event } of due) listener(event);
  }

  const unsubscribe = store.subscribe(resource, (event) => {
    waiting.push({ event, atMs: clock.nowMs() + lagMs });
    if (timer === undefined) arm();
  });
  return () => {
    unsubscribe();
    timer?.cancel();
    waiting = [];
  };
}
