import { SOURCES, type SourceName } from "@daemonscope/kube/source-status";
import { systemTimers } from "@daemonscope/kube-client/flow-control/clock";
import type { ReflectorCounts } from "@daemonscope/kube-client/list-watch/reflector";
import { createReviews, type Reviews } from "@daemonscope/kube-client/reviews/reviews";
import { userInCluster } from "../../access/auth/accounts.ts";
import type { User } from "../../access/auth/principal.ts";
import { fetchUserRights } from "../../access/rights/fetch-user-rights.ts";
import { AccessControl } from "../../access/scoped/access-control.ts";
import { perUserReads } from "../../access/scoped/per-user-reads.ts";
import { readingsByAccess } from "../../access/scoped/request-scope.ts";
import type { ActionService } from "../../actions/service/action-service.ts";
import type { FollowedCluster } from "../../engine/follower/followed-cluster.ts";
import type { RelayClient } from "../../engine/relay/relay-client.ts";
import type { CallerRef } from "../../engine/relay/relay-protocol.ts";
import { relayedReviewTransport, relayedTransport } from "../../engine/relay/relayed-transports.ts";
import { ApiFailure } from "../../platform/failure/api-failure.ts";
import { LoggedHistory } from "../../readings/history-readings.ts";
import { liveReadings } from "../../readings/readings.ts";
import { OnDemandReads } from "../../watch/on-demand-reads.ts";
import type { NamedCluster } from "../cluster-runtime.ts";
import { readinessOf } from "../readiness.ts";

const NO_COUNTS: ReflectorCounts = { lists: 0, watches: 0, events: 0, badLines: 0, replays: 0, unusable: 0 };
const COLLECTOR: CallerRef = { kind: "collector" };

/** A followed cluster, and the channel to its API server. */
export interface FollowedRuntime {
  /** The name in the engine. */
  readonly stream: string;
  /** The name in addresses. */
  readonly name: string;
  readonly cluster: FollowedCluster;
  readonly asks: RelayClient;
}

/** Returns authentication and access reviews of the API server, through its collector. */
export const reviewsOf = (asks: RelayClient): Reviews => createReviews(relayedReviewTransport(asks));

/** Returns the identity for a user's requests: their own token, or the collector without one. */
const callerFor = ({ credential }: User): CallerRef => (credential.kind === "own token" ? credential : COLLECTOR);

/**
 * Creates the readings of a cluster that another process watches: the last tick, and any moment in its stream. Data
 * that only the API server has comes through its collector. With sign-in, such a request uses the user's own token, if
 * there is one.
 */
export function createFollowedRuntime(
  { name, cluster, asks }: FollowedRuntime,
  {
    build,
    signsIn,
    acting,
    onProblem,
  }: {
    readonly build: string;
    readonly signsIn: boolean;
    readonly acting: ActionService | undefined;
    readonly onProblem: (text: string) => void;
  },
): NamedCluster {
  const { live, history } = cluster;
  const reads = new OnDemandReads({ transport: relayedTransport(asks, COLLECTOR), namespace: undefined });
  const past = new LoggedHistory(
    () => history,
    () => live.clock.nowMs(),
    systemTimers,
  );
  const whole = liveReadings(live, reads, past);
  const rights = signsIn
    ? new AccessControl({
        whole: () => ({
          live,
          reads,
          frames: { build, timers: systemTimers, random: Math.random, wallNowMs: Date.now },
          statuses: () => cluster.statuses(),
          past,
          problem: onProblem,
        }),
        ask: (person, namespaces, signal) => fetchUserRights(reviewsOf(asks), person, namespaces, signal),
        timers: systemTimers,
      })
    : undefined;
  cluster.listener = rights;
  const readings =
    rights === undefined ? whole : perUserReads(readingsByAccess(whole), (person) => relayedTransport(asks, callerFor(person)));
  return {
    name,
    live,
    ...readings,
    rights,
    readiness: () => readinessOf(cluster.statuses(), live.log.state.sources, Date.now()),
    watchCounts: () => Object.fromEntries(SOURCES.map((source) => [source, NO_COUNTS])) as Record<SourceName, ReflectorCounts>,
    retryNow: () => undefined,
    acting,
    readsAs: async (viewer) => {
      if (viewer.kind === "owner" || rights === undefined) return reads;
      const person = userInCluster(viewer, name);
      if (person === undefined) throw new ApiFailure(403, "RightsUnknown", "Your rights in this cluster are unknown.");
      const scope = await rights.scopeOf(person);
      const transport = relayedTransport(asks, callerFor(person));
      return scope.kind === "everything" ? new OnDemandReads({ transport, namespace: undefined }) : scope.cluster.readsBy(transport);
    },
  };
}
