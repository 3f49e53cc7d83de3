import type { Exit } from "./program.ts";

/** The start of a container that never started. */
export const NO_START = "1970-01-01T00:00:00Z";

/** An end of a container, as its status reports it. Times are those of the node's clock. */
export interface Ended extends Exit {
  readonly startedAt: string;
  readonly finishedAt: string;
  /** The restarts before this run. They identify the run. */
  readonly run: number;
}

export type ContainerState =
  | { readonly kind: "waiting"; readonly reason: string; readonly message?: string }
  | { readonly kind: "running"; readonly startedAt: string }
  | { readonly kind: "terminated"; readonly ended: Ended };

/** The parts of a container that its status shows. */
export interface ContainerFacts {
  readonly name: string;
  readonly image: string;
  readonly role: "init" | "sidecar" | "main";
  readonly state: ContainerState;
  readonly last: Ended | undefined;
  readonly restarts: number;
  readonly isReady: boolean;
  readonly isStarted: boolean;
  /** Whether the runtime ever created it. */
  readonly isCreated: boolean;
}
