import { randomBytes } from "node:crypto";
import type { TimelineMark } from "@daemonscope/daemonset/records/timeline-mark";
import { createTemplateRedactor } from "@daemonscope/kube-client/decode/template-redactor";
import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import type { Credentials } from "@daemonscope/kube-client/http/caller";
import { createReviewTransport } from "@daemonscope/kube-client/reviews/review-transport";
import { createReviews, type Reviews } from "@daemonscope/kube-client/reviews/reviews";
import type { LiveFrames } from "../../frames/live-frames.ts";
import type { Audit } from "../journal/audit.ts";
import { previewOf, whatIfAnswer } from "../preview/what-if-answer.ts";
import { createWriteTransport, type WriteTransport } from "../send/write-transport.ts";
import { ActionService } from "./action-service.ts";

/** The clients of an API server for actions. */
export interface ApiClients {
  readonly transport: WriteTransport;
  readonly reviews: Reviews;
}

export const apiClientsWith = (credentials: Credentials): ApiClients => ({
  transport: createWriteTransport(credentials),
  reviews: createReviews(createReviewTransport(credentials)),
});

export interface CreateActionService {
  /** Returns the clients of the currently watched cluster. */
  readonly apiClients: () => ApiClients;
  readonly simulated: boolean;
  readonly audit: Audit;
  readonly cluster: string;
  readonly live: LiveFrames;
  /** Adds the marks of actions to the log. */
  readonly onActed: (marks: readonly TimelineMark[]) => void;
  readonly showValues: boolean;
  /** Each action writes an Event, even without a request for one. */
  readonly writesEvents: boolean;
  readonly timers: Timers;
  readonly wallNowMs: () => number;
  readonly onProblem: (text: string) => void;
}

/** Creates the actions on the cluster of these frames. */
export function createActionService({ apiClients, live, showValues, timers, ...rest }: CreateActionService): ActionService {
  return new ActionService({
    ...rest,
    timers,
    transport: () => apiClients().transport,
    reviews: () => apiClients().reviews,
    redact: createTemplateRedactor({ key: randomBytes(32), showValues }),
    effectOf: async (served, steps, run) => run(whatIfAnswer(await previewOf(served, steps, served.reads, { run, applies: "server" }))),
    reading: () => {
      live.bringToNow();
      return live.model.reading;
    },
    nowMs: () => live.clock.nowMs(),
    newId: () => randomBytes(12).toString("hex"),
  });
}
