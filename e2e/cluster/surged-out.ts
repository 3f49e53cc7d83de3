import type { Stage } from "./stage.ts";

/** The maximum number of syncs that the test forces for a stuck surge. */
const TIMES = 3;

/**
 * Waits until a surge is over. The real controller may forget one (rule R26): the page then reports that, and its
 * offered line makes the controller sync again. Any other delay fails the test.
 */
export async function surgedOut(stage: Stage, name: string): Promise<void> {
  for (let woken = 0; ; woken++) {
    try {
      await stage.kubectl("rollout", "status", `ds/${name}`, "--timeout=75s");
      return;
    } catch (error) {
      const isForgotten = stage.observer.record(`default/${name}`)?.concern?.detail.kind === "passedOver";
      if (!isForgotten || woken === TIMES) throw error;
      await stage.kubectl("annotate", "ds", name, `look-again=${woken}`, "--overwrite");
    }
  }
}
