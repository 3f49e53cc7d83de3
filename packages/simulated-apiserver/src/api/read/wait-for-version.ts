import { setTimeout as delay } from "node:timers/promises";
import type { Store } from "../../objects/contract.ts";
import { StoreError } from "../../objects/failures.ts";
import { tooLarge } from "../answer/status-body.ts";

const POLL_INTERVAL_MS = 25;

/** Waits until the store has reached a version, in real time. Throws the API's 504 after `timeoutMs`. */
export async function waitForVersion(store: Store, version: number, timeoutMs: number): Promise<void> {
  for (let waitedMs = 0; store.resourceVersion < version; waitedMs += POLL_INTERVAL_MS) {
    if (waitedMs >= timeoutMs) throw new StoreError(tooLarge(version, store.resourceVersion));
    await delay(POLL_INTERVAL_MS);
  }
}
