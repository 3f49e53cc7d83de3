import type { ClusterEvent } from "@daemonscope/daemonset/model/cluster-event";
import { namespaceOfKey } from "@daemonscope/kube/base/object-key";
import type { SourceName } from "@daemonscope/kube/source-status";
import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import { ApiFailure } from "../../platform/failure/api-failure.ts";
import { runDetached } from "../../platform/run-detached.ts";
import type { User } from "../auth/principal.ts";
import { isFullAccess, rightsKey, type UserRights } from "../rights/user-rights.ts";
import { NodeNames } from "./node-names.ts";
import { ScopedCluster, type UnscopedCluster } from "./scoped-cluster.ts";

/** Maximum age of an answer about rights. */
export const RIGHTS_REFRESH_MS = 60_000;
/** If the API server does not confirm a user's rights for this time, the user's streams end. */
const UNCONFIRMED_MS = 300_000;
/** A user without requests or open streams for this time is forgotten. A scoped cluster ends with its last user. */
const IDLE_MS = 300_000;
export const MAX_SCOPED_CLUSTERS = 50;
/** Maximum streams of one user at a time, in all tabs and browsers: page streams and container logs. The limit keeps
 *  one user from using up the server's limits. */
export const MAX_STREAMS_PER_USER = { stream: 40, logs: 100 } as const;

/** A user's stream or log that ends if their rights change. */
export interface OpenStream {
  readonly kind: keyof typeof MAX_STREAMS_PER_USER;
  /** One for a stream; for logs the maximum number of containers. */
  readonly size: number;
  end(): void;
}

/** A user's access scope; `everything` is the whole model, which always exists. */
export type AccessScope = { readonly kind: "everything" } | { readonly kind: "part"; readonly cluster: ScopedCluster };

interface CachedUser {
  person: User;
  rights: UserRights;
  /** Start of the last question about the rights. */
  askedAtMs: number;
  /** The last time at which the user sent a request, or was found to have an open stream. */
  seenAtMs: number;
  /** Start of the last question that got an answer. */
  answeredAtMs: number;
  asking: Promise<void> | undefined;
  readonly underWay: Set<OpenStream>;
}

/** Reports whether the rights are those of the access scope. */
const isWithin = (rights: UserRights, scope: AccessScope): boolean =>
  scope.kind === "everything" ? isFullAccess(rights) : rightsKey(rights) === rightsKey(scope.cluster.rights);

interface AccessControlOptions {
  readonly whole: () => UnscopedCluster;
  readonly ask: (person: User, namespaces: readonly string[], signal: AbortSignal) => Promise<UserRights>;
  readonly timers: Timers;
}

/** Caches each user's rights, refreshes them every minute, and shares one model among users with equal rights. */
export class AccessControl {
  readonly #options: AccessControlOptions;
  readonly #users = new Map<string, CachedUser>();
  readonly #adding = new Map<string, Promise<CachedUser>>();
  readonly #clusters = new Map<string, ScopedCluster>();
  readonly #nodes = new NodeNames();
  #sweep: { cancel(): void } | undefined;

  constructor(options: AccessControlOptions) {
    this.#options = options;
  }

  get clusterCount(): number {
    return this.#clusters.size;
  }

  get streams(): number {
    let streams = 0;
    for (const { live } of this.#clusters.values()) streams += live.readers.count;
    return streams;
  }

  /** Returns a user's access scope, according to `rightsOf`. Throws ApiFailure if the scope is empty or unknown. */
  async scopeOf(person: User): Promise<AccessScope> {
    const scope = this.#scopeFor(await this.rightsOf(person));
    if (scope.kind === "everything") return scope;
    const { cluster } = scope;
    await cluster.made;
    // Another cluster may have replaced the one from which the scoped cluster was built.
    if (this.#clusters.get(rightsKey(cluster.rights)) !== cluster) throw unknownRights();
    return scope;
  }

  /** Works like `scopeOf`, but waits only for the answer about rights. Returns undefined while the scoped cluster is
   *  built; this call starts the build. */
  async scopeIfReady(person: User): Promise<AccessScope | undefined> {
    const scope = this.#scopeFor(await this.rightsOf(person));
    return scope.kind === "everything" || scope.cluster.isMade ? scope : undefined;
  }

  /** Returns a user's rights, from an answer that is at most `RIGHTS_REFRESH_MS` old. If the cluster does not answer,
   *  an answer counts for `UNCONFIRMED_MS`. Throws ApiFailure without such an answer. */
  async rightsOf(person: User): Promise<UserRights> {
    const cached = await this.#userOf(person);
    cached.seenAtMs = this.#now();
    if (this.#now() - cached.askedAtMs >= RIGHTS_REFRESH_MS) await this.#askAgain(cached);
    if (this.#users.get(person.sessionId) !== cached) throw unknownRights();
    return cached.rights;
  }

  /** Throws ApiFailure if this user would exceed `MAX_STREAMS_PER_USER`. O(sessions). */
  requireRoom({ userName }: User, { kind, size }: Pick<OpenStream, "kind" | "size">): void {
    let open = size;
    for (const { person, underWay } of this.#users.values())
      if (person.userName === userName) for (const each of underWay) if (each.kind === kind) open += each.size;
    const most = MAX_STREAMS_PER_USER[kind];
    if (open <= most) return;
    throw new ApiFailure(
      429,
      "TooManyOfYours",
      kind === "stream"
        ? `You have ${most} pages open, which is the limit for one user: close one.`
        : `You follow the logs of as many containers as one person may, ${most}: choose one pod, or close another page.`,
    );
  }

  /** Registers a user's stream or log until the returned function is called or their rights change. If the rights
   *  already differ from `scope`, the stream ends at once. */
  keep(person: User, scope: AccessScope | undefined, underWay: OpenStream): () => void {
    const cached = this.#users.get(person.sessionId);
    if (cached === undefined || scope === undefined || !isWithin(cached.rights, scope)) {
      underWay.end();
      return () => {};
    }
    cached.underWay.add(underWay);
    return () => cached.underWay.delete(underWay);
  }

  /** Forgets the rights and the credential of an ended session. */
  forget(sessionId: string): void {
    const cached = this.#users.get(sessionId);
    if (cached !== undefined) this.#forget(cached);
  }

  /** Passes an event of the whole model to every scoped cluster. */
  onEvent(event: ClusterEvent): void {
    if (event.do === "put" && event.kind === "nodes") this.#nodes.add(event.object.record.name);
    if (this.#clusters.size === 0) return;
    const nowMs = this.#options.whole().live.clock.nowMs();
    for (const each of this.#clusters.values())
      if (event.do === "beginMarks") each.beginMarks();
      else each.apply(event, nowMs);
  }

  wake(): void {
    for (const each of this.#clusters.values()) each.wake();
  }

  onGap(source: SourceName, fromMs: number): void {
    for (const each of this.#clusters.values()) each.onGap(source, fromMs);
  }

  beginMarks(): void {
    for (const each of this.#clusters.values()) each.beginMarks();
  }

  /** Ends every stream and log, because another cluster is watched. */
  forgetAll(): void {
    for (const cached of this.#users.values()) endAll(cached);
    for (const { live } of this.#clusters.values()) live.close("another cluster is watched");
    this.#users.clear();
    this.#adding.clear();
    this.#clusters.clear();
    this.#nodes.clear();
    this.#sweep?.cancel();
    this.#sweep = undefined;
  }

  close(reason: string): void {
    for (const { live } of this.#clusters.values()) live.close(reason);
    this.forgetAll();
  }

  /** Returns the namespaces that hold DaemonSets, sorted. */
  namespaces(): readonly string[] {
    const { reading } = this.#options.whole().live.model;
    return [...new Set(reading.daemonSetKeys().map(namespaceOfKey))].sort();
  }

  #now(): number {
    return this.#options.timers.elapsedMs();
  }

  #scopeFor(rights: UserRights): AccessScope {
    if (isFullAccess(rights)) return { kind: "everything" };
    if (rights.daemonsets === "none") throw noAccess();
    const key = rightsKey(rights);
    const known = this.#clusters.get(key);
    if (known !== undefined) return { kind: "part", cluster: known };
    if (this.#clusters.size >= MAX_SCOPED_CLUSTERS) this.#dropUnused();
    if (this.#clusters.size >= MAX_SCOPED_CLUSTERS)
      throw new ApiFailure(
        503,
        "TooManyRights",
        `People with ${MAX_SCOPED_CLUSTERS} different sets of rights view this cluster, which is the limit: try again in some minutes.`,
      );
    const made = new ScopedCluster(rights, this.#options.whole(), this.#nodes);
    this.#clusters.set(key, made);
    return { kind: "part", cluster: made };
  }

  async #userOf(person: User): Promise<CachedUser> {
    const known = this.#users.get(person.sessionId);
    if (known !== undefined) return known;
    const running = this.#adding.get(person.sessionId);
    if (running !== undefined) return running;
    const asking = this.#addUser(person).finally(() => this.#adding.delete(person.sessionId));
    this.#adding.set(person.sessionId, asking);
    return asking;
  }

  async #addUser(person: User): Promise<CachedUser> {
    const askedAtMs = this.#now();
    const rights = await this.#ask(person);
    const cached: CachedUser = {
      person,
      rights,
      askedAtMs,
      seenAtMs: askedAtMs,
      answeredAtMs: askedAtMs,
      asking: undefined,
      underWay: new Set(),
    };
    this.#users.set(person.sessionId, cached);
    this.#sweep ??= this.#options.timers.after(RIGHTS_REFRESH_MS / 2, () => this.#sweepAll());
    return cached;
  }

  async #ask(person: User): Promise<UserRights> {
    try {
      return await this.#options.ask(person, this.namespaces(), AbortSignal.timeout(20_000));
    } catch (error) {
      if (!(error instanceof KubeRequestError)) throw error;
      if (error.code === "unauthorized")
        throw new ApiFailure(401, "NotSignedIn", "The cluster does not take this sign-in any more: sign in again.", undefined, error);
      throw new ApiFailure(503, "RightsUnknown", `Cannot check your rights: ${error.message}.`, undefined, error);
    }
  }

  #askAgain(cached: CachedUser): Promise<void> {
    cached.asking ??= this.#renew(cached).finally(() => {
      cached.asking = undefined;
    });
    return cached.asking;
  }

  /** Refreshes the rights of a user. If they changed, the user's streams and logs end; the client reconnects with the
   *  new rights. */
  async #renew(cached: CachedUser): Promise<void> {
    const askedAtMs = this.#now();
    let rights: UserRights;
    try {
      rights = await this.#ask(cached.person);
    } catch (error) {
      cached.askedAtMs = askedAtMs;
      const isOver = error instanceof ApiFailure && error.status === 401;
      if (isOver || this.#now() - cached.answeredAtMs >= UNCONFIRMED_MS) this.#forget(cached);
      return;
    }
    cached.askedAtMs = askedAtMs;
    cached.answeredAtMs = askedAtMs;
    if (rightsKey(rights) === rightsKey(cached.rights)) return;
    cached.rights = rights;
    endAll(cached);
  }

  #forget(cached: CachedUser): void {
    this.#users.delete(cached.person.sessionId);
    endAll(cached);
  }

  /** Refreshes the rights of users with open streams, and forgets idle users. Runs twice a minute while a user or a
   *  scoped cluster is cached. */
  #sweepAll(): void {
    const now = this.#now();
    for (const cached of this.#users.values()) {
      if (cached.underWay.size > 0) cached.seenAtMs = now;
      if (now - cached.seenAtMs >= IDLE_MS) this.#forget(cached);
      else if (cached.underWay.size > 0 && now - cached.askedAtMs >= RIGHTS_REFRESH_MS / 2) runDetached(this.#askAgain(cached));
    }
    this.#dropUnused();
    this.#sweep =
      this.#users.size === 0 && this.#clusters.size === 0
        ? undefined
        : this.#options.timers.after(RIGHTS_REFRESH_MS / 2, () => this.#sweepAll());
  }

  #dropUnused(): void {
    const used = new Set(Array.from(this.#users.values(), ({ rights }) => rightsKey(rights)));
    for (const [key, { live }] of this.#clusters) {
      if (used.has(key)) continue;
      live.close("no user has these rights any longer");
      this.#clusters.delete(key);
    }
  }
}

function endAll(cached: CachedUser): void {
  for (const each of [...cached.underWay]) each.end();
  cached.underWay.clear();
}

function unknownRights(): ApiFailure {
  return new ApiFailure(503, "RightsUnknown", "Cannot check your rights, because the cluster did not answer: try again.");
}

export function noAccess(): ApiFailure {
  return new ApiFailure(
    403,
    "NothingToSee",
    "Your own rights cover no DaemonSets: it takes list and watch on daemonsets.apps, in all namespaces or in one that holds DaemonSets.",
  );
}
