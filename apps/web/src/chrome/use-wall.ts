import { useEffect } from "react";

/** Keeps the screen on while `isWanted` and the page is seen: few pages want it, so what does it is loaded for those. */
export function useWakefulScreen(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return undefined;
    const over = new AbortController();
    import("./keep-awake.ts").then(
      ({ keepAwake }) => keepAwake(over.signal),
      // Not loaded: the screen sleeps when its owner says.
      () => {},
    );
    return () => over.abort();
  }, [isWanted]);
}
