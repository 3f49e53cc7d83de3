import type { ResourceName, Store, StoreEvent } from "../objects/contract.ts";
import type { Clock } from "../time-and-chance/clock.ts";

/** Tells of changes as a watch does: in order, and `lagMs` of cluster time after they were written.
 *  One timer at a time, however many events wait. */
export function watchLate(
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
    // What the listeners write now waits behind, and finds the timer armed.
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
