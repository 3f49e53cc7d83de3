/** Keeps the screen on while the page is seen, until the signal. Browsers that cannot, or may not on a battery, let it sleep. */
export function keepAwake(signal: AbortSignal): void {
  if (signal.aborted || !("wakeLock" in navigator)) return;
  let lock: WakeLockSentinel | undefined;
  const ask = async () => {
    if (document.visibilityState !== "visible") return;
    try {
      const given = await navigator.wakeLock.request("screen");
      if (signal.aborted) await given.release();
      else lock = given;
    } catch {
      // Not given: the screen sleeps when its owner says.
    }
  };
  void ask();
  document.addEventListener("visibilitychange", () => void ask(), { signal });
  signal.addEventListener("abort", () => void lock?.release().catch(() => {}), { once: true });
}
