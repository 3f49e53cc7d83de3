import type { TimelineMark } from "@daemonscope/daemonset/records/timeline-mark";
import type { TemplateRedactor } from "@daemonscope/kube-client/decode/template-redactor";
import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import type { Reviews } from "@daemonscope/kube-client/reviews/reviews";
import type { LiveReading } from "../readings/readings.ts";
import type { ActionJournalOptions } from "./journal/action-journal.ts";
import type { PlanTools } from "./plan/plan-action.ts";
import type { WriteTransport } from "./send/write-transport.ts";

/** Dependencies and settings of `ActionService`. */
export interface ActionServiceOptions extends ActionJournalOptions {
  /** Returns the transport of the currently watched cluster. In the simulator, each story has another cluster. */
  readonly transport: () => WriteTransport;
  readonly reviews: () => Reviews;
  /** Actions reach only the simulated cluster of this process. */
  readonly simulated: boolean;
  /** Each action writes an Event, even without a request for one. */
  readonly writesEvents: boolean;
  readonly redact: TemplateRedactor;
  /** Previews steps on a cluster: returns their effect. */
  readonly effectOf: (served: LiveReading, ...asked: Parameters<PlanTools["effectOf"]>) => ReturnType<PlanTools["effectOf"]>;
  readonly timers: Timers;
  readonly newId: () => string;
  /** Called when the API server has accepted the marked requests. */
  readonly onActed: (marks: readonly TimelineMark[]) => void;
}
