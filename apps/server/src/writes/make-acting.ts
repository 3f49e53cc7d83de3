import { randomBytes } from "node:crypto";
import type { Mark } from "@daemonscope/daemonset/records/mark";
import type { Timers } from "../clock.ts";
import type { Credentials } from "../cluster/asker.ts";
import { keepsTemplates } from "../cluster/decode/keep-template.ts";
import { createReviewTransport } from "../cluster/review-transport.ts";
import { type Reviews, reviewsThrough } from "../cluster/reviews.ts";
import type { LiveFrames } from "../frames/live-frames.ts";
import { imaginedOf, whatIfAnswer } from "../what-if/what-if-answer.ts";
import { Acting } from "./acting.ts";
import type { Audit } from "./audit.ts";
import { createWriteTransport, type WriteTransport } from "./write-transport.ts";

/** The clients of an API server for actions. */
export interface ActingWays {
  readonly transport: WriteTransport;
  readonly reviews: Reviews;
}

/** Creates clients from credentials. */
export const waysBy = (credentials: Credentials): ActingWays => ({
  transport: createWriteTransport(credentials),
  reviews: reviewsThrough(createReviewTransport(credentials)),
});

export interface MakeActing {
  /** Returns the clients of the currently watched cluster. */
  readonly ways: () => ActingWays;
  readonly simulated: boolean;
  readonly audit: Audit;
  readonly cluster: string;
  readonly live: LiveFrames;
  /** Adds the marks of actions to the log. */
  readonly onActed: (marks: readonly Mark[]) => void;
  readonly showValues: boolean;
  /** Each action writes an Event, even without a request for one. */
  readonly writesEvents: boolean;
  readonly timers: Timers;
  readonly wallNowMs: () => number;
  readonly onProblem: (text: string) => void;
}

/** Creates the actions on the cluster of these frames. */
export function makeActing({ ways, live, showValues, timers, ...rest }: MakeActing): Acting {
  return new Acting({
    ...rest,
    timers,
    transport: () => ways().transport,
    reviews: () => ways().reviews,
    keep: keepsTemplates({ key: randomBytes(32), showValues }),
    effectOf: async (served, steps, run) => run(whatIfAnswer(await imaginedOf(served, steps, served.reads, { run, applies: "server" }))),
    reading: () => {
      live.bringToNow();
      return live.model.reading;
    },
    nowMs: () => live.clock.nowMs(),
    newId: () => randomBytes(12).toString("hex"),
  });
}
