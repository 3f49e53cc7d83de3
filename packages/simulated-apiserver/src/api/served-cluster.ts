import type { Buffer } from "node:buffer";
import type { StoreEvent } from "../objects/contract.ts";
import type { SimulatorStore } from "../store/store.ts";
import type { Clock } from "../time/clock.ts";
import type { ControlVerbs } from "./control-endpoints.ts";
import type { FaultState } from "./faults/faults.ts";
import type { PageCache } from "./read/list.ts";

/** The shared input of all answers of one API. */
export interface ServedCluster {
  readonly store: SimulatorStore;
  readonly clock: Clock;
  readonly faults: FaultState;
  readonly pages: PageCache;
  readonly encode: (event: StoreEvent) => Buffer;
  readonly host: string;
  readonly control: ControlVerbs | undefined;
  readonly bookmarkEveryMs: number;
  readonly versionPatienceMs: number;
  /** Number of requests: see Api. */
  readonly requests: Map<string, number>;
}

export function countRequest({ requests }: ServedCluster, text: string): void {
  requests.set(text, (requests.get(text) ?? 0) + 1);
}
