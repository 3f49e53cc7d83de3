import type { TimelineMark } from "@daemonscope/daemonset/records/timeline-mark";
import type { Json } from "@daemonscope/kube-client/decode/fields";
import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import { authorizeAs, type Caller, type Credentials } from "@daemonscope/kube-client/http/caller";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import type { KubeResponse } from "@daemonscope/kube-client/http/send-request";
import { createTransport } from "@daemonscope/kube-client/http/transport";
import { createReviewTransport, REVIEW_PATHS, type ReviewPath } from "@daemonscope/kube-client/reviews/review-transport";
import type { CallerRef, RelayCall } from "./relay-protocol.ts";

type CallOf<Kind extends RelayCall["kind"]> = Extract<RelayCall, { readonly kind: Kind }>;

/** The requests that a collector makes for other processes. All throw KubeRequestError, and RangeError for a path
 *  that is not allowed. */
export interface RelayTarget {
  get(ask: CallOf<"get">, as: CallerRef, signal: AbortSignal): Promise<KubeResponse>;
  review(ask: CallOf<"review">, as: CallerRef, signal: AbortSignal): Promise<Json>;
  /** Prepares a write. The returned function sends it; the caller calls that at most once. */
  write(ask: CallOf<"write">, as: CallerRef, signal: AbortSignal): Promise<() => Promise<Json>>;
  acted(ask: CallOf<"acted">): void;
}

/** Prepares a write for another process, like `RelayTarget.write`. */
export type RelayedWriter = (
  ask: CallOf<"write">,
  caller: Extract<Caller, { readonly kind: "own token" }>,
  signal: AbortSignal,
) => Promise<() => Promise<Json>>;

interface RelayTargetOptions {
  /** Undefined for a simulated cluster, which needs no credentials and has no users. */
  readonly credentials: Credentials | undefined;
  readonly server: string;
  /** If true, each process that may publish requests may read with the collector's rights. */
  readonly isOpen: boolean;
  /** Undefined if the collector only reads. */
  readonly write: RelayedWriter | undefined;
  /** Appends marks of an action run to the log. */
  readonly onActed: (marks: readonly TimelineMark[]) => void;
  readonly timers: Timers;
}

/** Marks are accepted for this time after a write. They arrive after the last request of an action run. */
const MARKS_ACCEPTED_MS = 600_000;

const refusal = (why: string) => new KubeRequestError("notSent", why);

/** Reviews whose answer depends on the caller. With the collector's credentials they would return the collector's
 *  rights. */
const SELF_REVIEWS: readonly string[] = [
  REVIEW_PATHS.selfSubjectReview,
  REVIEW_PATHS.selfSubjectAccessReview,
  REVIEW_PATHS.selfSubjectRulesReview,
];

/** Sends requests to the API server with the user's own token, and without the collector's credentials. With the
 *  collector's credentials it only reads, if it was started that way, and reviews tokens. */
export function relayTarget({ credentials, server, isOpen, write, onActed, timers }: RelayTargetOptions): RelayTarget {
  let wroteAtMs = Number.NEGATIVE_INFINITY;
  const noCredentials = () => Promise.resolve(0);
  const callCredentials: Credentials = {
    ...(credentials ?? { server, authorize: noCredentials, authorizeAnonymous: noCredentials }),
    timers,
  };
  const reviews = createReviewTransport(callCredentials);
  const callerOf = (as: CallerRef): Caller => (as.kind === "collector" ? { kind: "server" } : as);
  return {
    async get({ path, query, accept }, as, signal) {
      if (as.kind === "collector" && !isOpen)
        throw refusal(
          "the collector reads for people with their own token alone: sign in to this server (--auth token), or start the collector with --open-reads",
        );
      // Refuses any value, because the API server accepts several spellings of true.
      if (query.watch !== undefined) throw refusal("nothing is watched through a collector but its log");
      const transport = createTransport({
        server: callCredentials.server,
        authorize: authorizeAs(callerOf(as), callCredentials),
        timers,
        pace: callCredentials.pace,
      });
      return transport.get(path, query, { signal, ...(accept === undefined ? {} : { accept }) });
    },
    async review({ path, review }, as, signal) {
      if (as.kind === "collector" && path !== REVIEW_PATHS.tokenReview)
        throw refusal("the collector asks about people with their own token alone");
      if (as.kind === "own token" && !SELF_REVIEWS.includes(path)) throw refusal("this is no question of a person's own");
      if (credentials === undefined) throw refusal("this is a simulated cluster, which has no users: leave out --auth");
      return reviews.post(path as ReviewPath, review, callerOf(as), signal);
    },
    async write(ask, as, signal) {
      if (write === undefined) throw refusal("the collector of this cluster writes nothing: start it with --allow-writes");
      if (as.kind !== "own token") throw refusal("nothing is written with the collector's own rights: sign in with a token of the cluster");
      const send = await write(ask, as, signal);
      return async () => {
        const answer = await send();
        if (!ask.dryRun) wroteAtMs = timers.elapsedMs();
        return answer;
      };
    },
    acted({ marks }) {
      if (timers.elapsedMs() - wroteAtMs > MARKS_ACCEPTED_MS) throw refusal("nothing was done through this collector that could be marked");
      onActed(marks);
    },
  };
}
