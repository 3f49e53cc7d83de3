import { useEffect } from "react";

/** Keeps the screen on while `isWanted` and the page is seen. Browsers that cannot, or may not on a battery, let it sleep. */
export function useWakefulScreen(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !("wakeLock" in navigator)) return undefined;
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const ask = async () => {
      if (document.visibilityState !== "visible") return;
      try {
        const given = await navigator.wakeLock.request("screen");
        if (isOver) await given.release();
        else lock = given;
      } catch {
        // Not given: the screen sleeps when its owner says.
      }
    };
    const onSeen = () => void ask();
    void ask();
    document.addEventListener("visibilitychange", onSeen);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", onSeen);
      void lock?.release().catch(() => {});
    };
  }, [isWanted]);
}
