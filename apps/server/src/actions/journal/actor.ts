import type { Caller } from "@daemonscope/kube-client/http/caller";
import type { LiveReading } from "../../readings/readings.ts";

/** The user of an action. `owner` identifies the session of one user. */
export interface ActionCaller {
  readonly owner: string;
  /** Reports whether this user may see the actions of `owner`. */
  readonly sees: (owner: string) => boolean;
  readonly name: string | undefined;
  readonly caller: Caller;
  readonly served: LiveReading;
}
