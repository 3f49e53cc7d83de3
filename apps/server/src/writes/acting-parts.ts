import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import type { Mark } from "@daemonscope/daemonset/records/mark";
import type { Timers } from "../clock.ts";
import type { Asker } from "../cluster/asker.ts";
import type { KeepTemplate } from "../cluster/decode/keep-template.ts";
import type { Reviews } from "../cluster/reviews.ts";
import type { LiveReading } from "../readings/readings.ts";
import type { Audit } from "./audit.ts";
import type { PlanTools } from "./plan-action.ts";
import type { WriteTransport } from "./write-transport.ts";

/** Who acts: `owner` is the same for one person's session. */
export interface Actor {
  readonly owner: string;
  /** Whether they are shown what this one did. */
  readonly sees: (owner: string) => boolean;
  readonly name: string | undefined;
  readonly asker: Asker;
  readonly served: LiveReading;
}

export interface ActingParts {
  /** Of the cluster that is watched now: a story may take the place of another. */
  readonly transport: () => WriteTransport;
  readonly reviews: () => Reviews;
  /** Acts reach the simulated cluster of this process only. */
  readonly simulated: boolean;
  readonly audit: Audit;
  /** Each action writes an Event, also where nobody asks for one. */
  readonly writesEvents: boolean;
  /** By which the audit knows the cluster. */
  readonly cluster: string;
  readonly keep: KeepTemplate;
  readonly effectOf: (served: LiveReading, ...asked: Parameters<PlanTools["effectOf"]>) => ReturnType<PlanTools["effectOf"]>;
  readonly timers: Timers;
  /** All that is watched, as it is now. */
  readonly reading: () => ClusterReading;
  readonly nowMs: () => number;
  readonly wallNowMs: () => number;
  readonly newId: () => string;
  readonly onProblem: (text: string) => void;
  /** The API server took what is marked. */
  readonly onActed: (marks: readonly Mark[]) => void;
}
