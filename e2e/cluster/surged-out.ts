import type { Stage } from "./stage.ts";

/** The maximum number of syncs that the test forces for a stuck surge. */
const MAX_FORCED_SYNCS = 3;

/**
 * Waits until a surge is over. The real controller may forget one (rule R26). The page then reports that, and offers a
 * command that makes the controller sync again. Any other delay fails the test.
 */
export async function surgedOut(stage: Stage, name: string): Promise<void> {
  for (let forcedSyncs = 0; ; forcedSyncs++) {
    try {
      await stage.kubectl("rollout", "status", `ds/${name}`, "--timeout=75s");
      return;
    } catch (error) {
      const isForgotten = stage.observer.record(`default/${name}`)?.concern?.detail.kind === "passedOver";
      if (!isForgotten || forcedSyncs === MAX_FORCED_SYNCS) throw error;
      await stage.kubectl("annotate", "ds", name, `look-again=${forcedSyncs}`, "--overwrite");
    }
  }
}
