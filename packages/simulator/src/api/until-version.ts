import { setTimeout as delay } from "node:timers/promises";
import type { Store } from "../store/contract.ts";
import { StoreError } from "../store/failures.ts";
import { tooLarge } from "./status-body.ts";

const PATIENCE_MS = 3000;
const LOOK_EVERY_MS = 25;

/** Waits until the store has reached a version, in real time; throws the API's 504 after three seconds. */
export async function untilVersion(store: Store, version: number): Promise<void> {
  for (let waitedMs = 0; store.resourceVersion < version; waitedMs += LOOK_EVERY_MS) {
    if (waitedMs >= PATIENCE_MS) throw new StoreError(tooLarge(version, store.resourceVersion));
    await delay(LOOK_EVERY_MS);
  }
}
