import { useEffect } from "react";

/** Makes a wall of the page while `isWall`: few pages are one, so what does it is loaded for those. */
export function useWall(isWall: boolean): void {
  useEffect(() => {
    if (!isWall) return undefined;
    const over = new AbortController();
    import("./wall.ts").then(
      ({ beWall }) => beWall(over.signal),
      // Not loaded: the screen sleeps when its owner says, and the page is as large as any.
      () => {},
    );
    return () => over.abort();
  }, [isWall]);
}
