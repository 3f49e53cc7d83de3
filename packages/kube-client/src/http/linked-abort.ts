/** A controller that aborts with its parent and can be released from it. AbortSignal.any would leave a link to a
 *  signal that lives for days. */
interface LinkedAbort {
  readonly signal: AbortSignal;
  abort(): void;
  /** Removes the link to the parent. */
  release(): void;
}

export function linkedAbort(parent: AbortSignal): LinkedAbort {
  const controller = new AbortController();
  const abort = () => controller.abort(parent.reason);
  if (parent.aborted) abort();
  else parent.addEventListener("abort", abort, { once: true });
  return {
    signal: controller.signal,
    abort: () => controller.abort(),
    release: () => parent.removeEventListener("abort", abort),
  };
}
