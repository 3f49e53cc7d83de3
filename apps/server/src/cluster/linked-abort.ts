/** A controller that ends with its parent, and lets go of it when done: AbortSignal.any would leave its tie to a signal that lives for days. */
export interface LinkedAbort {
  readonly signal: AbortSignal;
  abort(): void;
  /** Unties it from the parent. */
  release(): void;
}

export function linkedAbort(parent: AbortSignal): LinkedAbort {
  const own = new AbortController();
  const abort = () => own.abort(parent.reason);
  if (parent.aborted) abort();
  else parent.addEventListener("abort", abort, { once: true });
  return {
    signal: own.signal,
    abort: () => own.abort(),
    release: () => parent.removeEventListener("abort", abort),
  };
}
