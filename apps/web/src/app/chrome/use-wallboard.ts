import { useEffect } from "react";

/** Turns the page into a wallboard while `isWall`. Few pages are wallboards, so the code loads only for those. */
export function useWallboard(isWall: boolean): void {
  useEffect(() => {
    if (!isWall) return undefined;
    const over = new AbortController();
    import("./wallboard.ts").then(
      ({ enterWallboard: beWall }) => beWall(over.signal),
      // If the code does not load, the screen may sleep, and the page keeps its normal size.
      () => {},
    );
    return () => over.abort();
  }, [isWall]);
}
