import { randomBytes } from "node:crypto";
import type { Timers } from "../clock.ts";
import type { Credentials } from "../cluster/asker.ts";
import { keepsTemplates } from "../cluster/decode/keep-template.ts";
import { createReviewTransport } from "../cluster/review-transport.ts";
import { reviewsThrough } from "../cluster/reviews.ts";
import type { LiveFrames } from "../frames/live-frames.ts";
import { imaginedOf, whatIfAnswer } from "../what-if/what-if-answer.ts";
import { Acting } from "./acting.ts";
import type { Audit } from "./audit.ts";
import { createWriteTransport } from "./write-transport.ts";

export interface MakeActing {
  /** Of the cluster that is watched now. */
  readonly credentials: () => Credentials;
  readonly simulated: boolean;
  readonly audit: Audit;
  readonly cluster: string;
  readonly live: LiveFrames;
  readonly showValues: boolean;
  /** Each action writes an Event, also where nobody asks for one. */
  readonly writesEvents: boolean;
  readonly timers: Timers;
  readonly wallNowMs: () => number;
  readonly onProblem: (text: string) => void;
}

/** What acts on the cluster of these frames, by requests of its own. */
export function makeActing({ credentials, live, showValues, timers, ...rest }: MakeActing): Acting {
  return new Acting({
    ...rest,
    timers,
    transport: () => createWriteTransport({ ...credentials(), timers }),
    reviews: () => reviewsThrough(createReviewTransport({ ...credentials(), timers })),
    keep: keepsTemplates({ key: randomBytes(32), showValues }),
    effectOf: async (served, steps) => whatIfAnswer(await imaginedOf(served, steps, served.reads)),
    reading: () => {
      // In a quiet cluster the last tick is long ago, and what is available is so by time.
      live.model.at(live.clock.nowMs());
      return live.model.reading;
    },
    nowMs: () => live.clock.nowMs(),
    onActed: (marks) => live.addMarks(marks),
    newId: () => randomBytes(12).toString("hex"),
  });
}
