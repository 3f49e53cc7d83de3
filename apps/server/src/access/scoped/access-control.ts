import type { ClusterEvent } from "@daemonscope/daemonset/model/cluster-event";
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
/** For this time an API server that does not answer does not end a user's streams. */
const DOUBT_MS = 300_000;
/** A user without requests for this time is forgotten, and so is a class without users. */
const IDLE_MS = 300_000;
export const MAX_SCOPED_CLUSTERS = 50;
/** Maximum that one user may have open at a time, in all tabs and browsers: page streams and container logs. It keeps
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
export type AccessScope = { readonly kind: "everything" } | { readonly kind: "part"; readonly of: ScopedCluster };

interface Seat {
  person: User;
  rights: UserRights;
  askedAtMs: number;
  seenAtMs: number;
  /** Time of the last request that got an answer. */
  answeredAtMs: number;
  asking: Promise<void> | undefined;
  readonly underWay: Set<OpenStream>;
}

/** Reports whether the rights are those of the access scope. */
const isWithin = (rights: UserRights, scope: AccessScope): boolean =>
  scope.kind === "everything" ? isFullAccess(rights) : rightsKey(rights) === rightsKey(scope.of.rights);

export interface AccessControlOptions {
  readonly whole: () => UnscopedCluster;
  readonly ask: (person: User, namespaces: readonly string[], signal: AbortSignal) => Promise<UserRights>;
  readonly timers: Timers;
}

/** Caches each user's rights, refreshes them every minute, and shares one model among users with equal rights. */
export class AccessControl {
  readonly #options: AccessControlOptions;
  readonly #seats = new Map<string, Seat>();
  readonly #first = new Map<string, Promise<Seat>>();
  readonly #classes = new Map<string, ScopedCluster>();
  readonly #nodes = new NodeNames();
  #sweep: { cancel(): void } | undefined;

  constructor(options: AccessControlOptions) {
    this.#options = options;
  }

  get classCount(): number {
    return this.#classes.size;
  }

  get streams(): number {
    let streams = 0;
    for (const { live } of this.#classes.values()) streams += live.readers.count;
    return streams;
  }

  /** Returns a user's access scope, from an answer that is at most a minute old. Throws ApiFailure if it is empty or
   *  unknown. */
  async scopeOf(person: User): Promise<AccessScope> {
    const scope = this.#scopeFor(await this.rightsOf(person));
    if (scope.kind === "everything") return scope;
    const { of } = scope;
    await of.made;
    // Another cluster may have replaced the one from which it was built.
    if (this.#classes.get(rightsKey(of.rights)) !== of) throw unknownRights();
    return scope;
  }

  /** Does the same, but waits only for the answer about rights. Returns undefined while the scoped model is being
   *  built; this call starts that. */
  async scopeIfReady(person: User): Promise<AccessScope | undefined> {
    const scope = this.#scopeFor(await this.rightsOf(person));
    return scope.kind === "everything" || scope.of.isMade ? scope : undefined;
  }

  /** Throws ApiFailure if the cluster does not answer. */
  async rightsOf(person: User): Promise<UserRights> {
    const seat = await this.#seatOf(person);
    seat.seenAtMs = this.#now();
    if (this.#now() - seat.askedAtMs >= RIGHTS_REFRESH_MS) await this.#askAgain(seat);
    if (this.#seats.get(person.sessionId) !== seat) throw unknownRights();
    return seat.rights;
  }

  /** Throws ApiFailure if this user would exceed `MAX_STREAMS_PER_USER`. O(sessions). */
  requireRoom({ userName }: User, { kind, size }: Pick<OpenStream, "kind" | "size">): void {
    let open = size;
    for (const { person, underWay } of this.#seats.values())
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
   *  already differ from `began`, it ends at once. */
  keep(person: User, began: AccessScope | undefined, underWay: OpenStream): () => void {
    const seat = this.#seats.get(person.sessionId);
    if (seat === undefined || began === undefined || !isWithin(seat.rights, began)) {
      underWay.end();
      return () => {};
    }
    seat.underWay.add(underWay);
    return () => seat.underWay.delete(underWay);
  }

  /** Forgets the rights and the credential of an ended session. */
  forget(sessionId: string): void {
    const seat = this.#seats.get(sessionId);
    if (seat !== undefined) this.#forget(seat);
  }

  /** Passes an event of the whole model to every class. */
  onEvent(event: ClusterEvent): void {
    if (event.do === "put" && event.kind === "nodes") this.#nodes.know(event.object.record.name);
    if (this.#classes.size === 0) return;
    const nowMs = this.#options.whole().live.clock.nowMs();
    for (const each of this.#classes.values())
      if (event.do === "beginMarks") each.beginMarks();
      else each.apply(event, nowMs);
  }

  wake(): void {
    for (const each of this.#classes.values()) each.wake();
  }

  onGap(source: SourceName, fromMs: number): void {
    for (const each of this.#classes.values()) each.onGap(source, fromMs);
  }

  beginMarks(): void {
    for (const each of this.#classes.values()) each.beginMarks();
  }

  /** Ends every stream and log, because another cluster is watched. */
  forgetAll(): void {
    for (const seat of this.#seats.values()) endAll(seat);
    for (const { live } of this.#classes.values()) live.close("another cluster is watched");
    this.#seats.clear();
    this.#first.clear();
    this.#classes.clear();
    this.#nodes.clear();
    this.#sweep?.cancel();
    this.#sweep = undefined;
  }

  close(reason: string): void {
    for (const { live } of this.#classes.values()) live.close(reason);
    this.forgetAll();
  }

  /** Returns the namespaces that hold DaemonSets, sorted. */
  namespaces(): readonly string[] {
    const { reading } = this.#options.whole().live.model;
    return [...new Set(reading.daemonSetKeys().map((key) => key.slice(0, key.indexOf("/"))))].sort();
  }

  #now(): number {
    return this.#options.timers.elapsedMs();
  }

  #scopeFor(rights: UserRights): AccessScope {
    if (isFullAccess(rights)) return { kind: "everything" };
    if (rights.daemonsets === "none") throw noAccess();
    const key = rightsKey(rights);
    const known = this.#classes.get(key);
    if (known !== undefined) return { kind: "part", of: known };
    if (this.#classes.size >= MAX_SCOPED_CLUSTERS) this.#dropUnused();
    if (this.#classes.size >= MAX_SCOPED_CLUSTERS)
      throw new ApiFailure(
        503,
        "TooManyRights",
        `People with ${MAX_SCOPED_CLUSTERS} different sets of rights view this cluster, which is the limit: try again in some minutes.`,
      );
    const made = new ScopedCluster(rights, this.#options.whole(), this.#nodes);
    this.#classes.set(key, made);
    return { kind: "part", of: made };
  }

  async #seatOf(person: User): Promise<Seat> {
    const known = this.#seats.get(person.sessionId);
    if (known !== undefined) return known;
    const running = this.#first.get(person.sessionId);
    if (running !== undefined) return running;
    const asking = this.#newSeat(person).finally(() => this.#first.delete(person.sessionId));
    this.#first.set(person.sessionId, asking);
    return asking;
  }

  async #newSeat(person: User): Promise<Seat> {
    const askedAtMs = this.#now();
    const rights = await this.#ask(person);
    const seat: Seat = { person, rights, askedAtMs, seenAtMs: askedAtMs, answeredAtMs: askedAtMs, asking: undefined, underWay: new Set() };
    this.#seats.set(person.sessionId, seat);
    this.#sweep ??= this.#options.timers.after(RIGHTS_REFRESH_MS / 2, () => this.#sweepAll());
    return seat;
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

  #askAgain(seat: Seat): Promise<void> {
    seat.asking ??= this.#renew(seat).finally(() => {
      seat.asking = undefined;
    });
    return seat.asking;
  }

  /** Refreshes the rights of a user. If they changed, the user's streams and logs end; the client reconnects with the
   *  new rights. */
  async #renew(seat: Seat): Promise<void> {
    const askedAtMs = this.#now();
    let rights: UserRights;
    try {
      rights = await this.#ask(seat.person);
    } catch (error) {
      seat.askedAtMs = askedAtMs;
      const isOver = error instanceof ApiFailure && error.status === 401;
      if (isOver || this.#now() - seat.answeredAtMs >= DOUBT_MS) this.#forget(seat);
      return;
    }
    seat.askedAtMs = askedAtMs;
    seat.answeredAtMs = askedAtMs;
    if (rightsKey(rights) === rightsKey(seat.rights)) return;
    seat.rights = rights;
    endAll(seat);
  }

  #forget(seat: Seat): void {
    this.#seats.delete(seat.person.sessionId);
    endAll(seat);
  }

  /** Refreshes the rights of users with open streams, and forgets idle users. Runs twice a minute while a user or a
   *  class is cached. */
  #sweepAll(): void {
    const now = this.#now();
    for (const seat of this.#seats.values()) {
      if (seat.underWay.size > 0) seat.seenAtMs = now;
      if (now - seat.seenAtMs >= IDLE_MS) this.#forget(seat);
      else if (seat.underWay.size > 0 && now - seat.askedAtMs >= RIGHTS_REFRESH_MS / 2) runDetached(this.#askAgain(seat));
    }
    this.#dropUnused();
    this.#sweep =
      this.#seats.size === 0 && this.#classes.size === 0
        ? undefined
        : this.#options.timers.after(RIGHTS_REFRESH_MS / 2, () => this.#sweepAll());
  }

  #dropUnused(): void {
    const used = new Set(Array.from(this.#seats.values(), ({ rights }) => rightsKey(rights)));
    for (const [key, { live }] of this.#classes) {
      if (used.has(key)) continue;
      live.close("no user has these rights any longer");
      this.#classes.delete(key);
    }
  }
}

function endAll(seat: Seat): void {
  for (const each of [...seat.underWay]) each.end();
  seat.underWay.clear();
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
