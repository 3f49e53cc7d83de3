import type { Mark } from "@daemonscope/daemonset/records/mark";
import type { Timers } from "../clock.ts";
import { type Asker, authorizeAs, type Credentials } from "../cluster/asker.ts";
import type { Json } from "../cluster/decode/fields.ts";
import type { KubeResponse } from "../cluster/exchange.ts";
import { KubeRequestError } from "../cluster/kube-request-error.ts";
import { createReviewTransport, REVIEW_PATHS, type ReviewPath } from "../cluster/review-transport.ts";
import { createTransport } from "../cluster/transport.ts";
import type { Ask, AskedAs } from "./relay-words.ts";

type Of<Kind extends Ask["kind"]> = Extract<Ask, { readonly kind: Kind }>;

/** What a collector lets others ask its API server. All throw KubeRequestError, and RangeError for a path that is on no list. */
export interface AskedCluster {
  get(ask: Of<"get">, as: AskedAs, signal: AbortSignal): Promise<KubeResponse>;
  review(ask: Of<"review">, as: AskedAs, signal: AbortSignal): Promise<Json>;
  /** All that comes before it is sent; what it gives sends it, once. */
  write(ask: Of<"write">, as: AskedAs, signal: AbortSignal): Promise<() => Promise<Json>>;
  acted(ask: Of<"acted">): void;
}

/** How a collector writes for others: as `AskedCluster` does. */
export type WritesForOthers = (
  ask: Of<"write">,
  asker: Extract<Asker, { readonly kind: "own token" }>,
  signal: AbortSignal,
) => Promise<() => Promise<Json>>;

export interface AskedClusterOptions {
  /** Undefined of a simulated cluster, which asks for none, and knows nobody. */
  readonly credentials: Credentials | undefined;
  readonly server: string;
  /** Whoever may ask reads as the collector may. */
  readonly isOpen: boolean;
  /** Undefined where it only reads. */
  readonly write: WritesForOthers | undefined;
  /** Makes a mark of what was done a part of the log. */
  readonly onActed: (marks: readonly Mark[]) => void;
  readonly timers: Timers;
}

/** So long after a write a mark may come: it is told when the last request of an act was taken. */
const ACTED_MS = 600_000;

const refused = (why: string) => new KubeRequestError("notSent", why);

/** Questions whose answer depends on who asks, and the one of whose token something is: of others the collector would answer with rights of its own. */
const PERSONS: readonly string[] = [
  REVIEW_PATHS.selfSubjectReview,
  REVIEW_PATHS.selfSubjectAccessReview,
  REVIEW_PATHS.selfSubjectRulesReview,
];

/** Asks the API server with the person's own token, and nothing of the collector's beside it; with its own credentials only reads, where it was started so, and whose token something is. */
export function askedCluster({ credentials, server, isOpen, write, onActed, timers }: AskedClusterOptions): AskedCluster {
  let wroteAtMs = Number.NEGATIVE_INFINITY;
  const nothing = () => Promise.resolve(0);
  const of: Credentials = { ...(credentials ?? { server, authorize: nothing, authorizeNobody: nothing }), timers };
  const reviews = createReviewTransport(of);
  const askerOf = (as: AskedAs): Asker => (as.kind === "collector" ? { kind: "server" } : as);
  return {
    async get({ path, query, accept }, as, signal) {
      if (as.kind === "collector" && !isOpen)
        throw refused(
          "the collector reads for people with their own token alone: sign in to this server (--auth token), or start the collector with --open-reads",
        );
      // The API server takes other words for true.
      if (query.watch !== undefined) throw refused("nothing is watched through a collector but its log");
      const transport = createTransport({ server: of.server, authorize: authorizeAs(askerOf(as), of), timers, pace: of.pace });
      return transport.get(path, query, { signal, ...(accept === undefined ? {} : { accept }) });
    },
    async review({ path, review }, as, signal) {
      if (as.kind === "collector" && path !== REVIEW_PATHS.tokenReview)
        throw refused("the collector asks about people with their own token alone");
      if (as.kind === "own token" && !PERSONS.includes(path)) throw refused("this is no question of a person's own");
      if (credentials === undefined) throw refused("this is a simulated cluster, which knows nobody: leave out --auth");
      return reviews.post(path as ReviewPath, review, askerOf(as), signal);
    },
    async write(ask, as, signal) {
      if (write === undefined) throw refused("the collector of this cluster writes nothing: start it with --allow-writes");
      if (as.kind !== "own token") throw refused("nothing is written with the collector's own rights: sign in with a token of the cluster");
      const send = await write(ask, as, signal);
      return async () => {
        const answer = await send();
        if (!ask.dryRun) wroteAtMs = timers.elapsedMs();
        return answer;
      };
    },
    acted({ marks }) {
      if (timers.elapsedMs() - wroteAtMs > ACTED_MS) throw refused("nothing was done through this collector that could be marked");
      onActed(marks);
    },
  };
}
