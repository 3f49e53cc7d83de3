import { createHash } from "node:crypto";
import type { Principal } from "../principal.ts";

/** A user's session. It ends by sign-out, by another sign-in, after `SESSION_IDLE_MS` without activity, or at
 *  `endsAtMs`. It ends earlier beyond a limit, or if a cluster refuses its token. */
export interface Session {
  /** The `sessionId` of the user. It contains no name and is no credential. */
  readonly id: string;
  readonly viewer: Principal;
  readonly beganAtMs: number;
  readonly endsAtMs: number;
}

export interface SessionOptions {
  readonly nowMs: () => number;
  /** Returns a new unguessable text on each call: at least 128 bits. */
  readonly secret: () => string;
}

/** Time without a request and without a running response such as the stream. */
export const SESSION_IDLE_MS = 60 * 60_000;
/** Maximum duration of a session, regardless of its activity. */
export const SESSION_LIFETIME_MS = 12 * 60 * 60_000;
/** Age at which a request replaces the cookie. The old one, which may be stolen, soon becomes invalid then. */
export const SESSION_ROTATE_MS = 15 * 60_000;
/** Validity of the old cookie after the new one was first received, for requests that were under way. */
export const SESSION_GRACE_MS = 30_000;
/** Maximum sessions of one user. Beyond it the user's least recently used session ends, so that users do not sign each
 *  other out. */
export const MAX_SESSIONS_PER_USER = 20;
/** Maximum sessions. Beyond it the least recently used one ends, if possible one without a running response. */
export const MAX_SESSIONS = 1000;

interface StoredSession extends Session {
  /** Digest of the cookie's secret. The stored digest is no credential. */
  digest: string;
  rotatedAtMs: number;
  usedAtMs: number;
  readonly running: Set<() => void>;
}

const digestOf = (secret: string): string => createHash("sha256").update(secret).digest("base64url");

/** The sessions, in memory only: a restart signs all users out. Only digests of the cookies' secrets are stored. */
export class SessionStore {
  readonly #parts: SessionOptions;
  readonly #byDigest = new Map<string, StoredSession>();
  /** Called with the id of each session that ends. */
  onEnd: (id: string) => void = () => undefined;
  /** Digest before the last rotation, with its end of validity. There is no end until a client sends the new secret,
   *  because its response may be lost. */
  readonly #before = new Map<string, { readonly stored: StoredSession; untilMs: number }>();

  constructor(parts: SessionOptions) {
    this.#parts = parts;
  }

  get count(): number {
    return this.#byDigest.size;
  }

  /** Starts a session for the viewer that `viewerOf` returns. Returns the secret for the cookie. `untilMs`: the expiry
   *  of the user's credential. */
  begin(
    viewerOf: (sessionId: string) => Principal,
    untilMs = Number.POSITIVE_INFINITY,
  ): { readonly secret: string; readonly session: Session } {
    this.sweep();
    const now = this.#parts.nowMs();
    const secret = this.#parts.secret();
    const id = digestOf(`id ${secret}`).slice(0, 22);
    const viewer = viewerOf(id);
    this.#makeRoomFor(viewer);
    const stored: StoredSession = {
      id,
      viewer,
      beganAtMs: now,
      endsAtMs: Math.min(now + SESSION_LIFETIME_MS, untilMs),
      digest: digestOf(secret),
      rotatedAtMs: now,
      usedAtMs: now,
      running: new Set(),
    };
    this.#byDigest.set(stored.digest, stored);
    return { secret, session: stored };
  }

  #makeRoomFor(viewer: Principal): void {
    const leastRecentlyUsed = (sessions: readonly StoredSession[]) => sessions.reduce((a, b) => (b.usedAtMs < a.usedAtMs ? b : a));
    const all = [...this.#byDigest.values()];
    const userSessions =
      viewer.kind === "owner" ? [] : all.filter((each) => each.viewer.kind === "person" && each.viewer.userName === viewer.userName);
    if (userSessions.length >= MAX_SESSIONS_PER_USER) return this.#end(leastRecentlyUsed(userSessions));
    if (all.length < MAX_SESSIONS) return;
    // A session with a running response is not idle.
    const idle = all.filter(({ running }) => running.size === 0);
    this.#end(leastRecentlyUsed(idle.length > 0 ? idle : all));
  }

  /** Returns the session of a secret, and marks it as used. */
  find(secret: string): Session | undefined {
    const digest = digestOf(secret);
    const now = this.#parts.nowMs();
    const current = this.#byDigest.get(digest);
    const before = this.#before.get(digest);
    const stored = current ?? (before !== undefined && now < before.untilMs ? before.stored : undefined);
    if (stored === undefined) return undefined;
    if (this.#isOver(stored, now)) {
      this.#end(stored);
      return undefined;
    }
    if (current !== undefined)
      for (const each of this.#before.values()) if (each.stored === stored) each.untilMs = Math.min(each.untilMs, now + SESSION_GRACE_MS);
    stored.usedAtMs = now;
    return stored;
  }

  /** Returns a new secret if the cookie is old, else undefined. A client that still sends the previous one after
   *  `SESSION_GRACE_MS` never received the new one, and gets another. */
  rotated(secret: string): string | undefined {
    const digest = digestOf(secret);
    const now = this.#parts.nowMs();
    const before = this.#before.get(digest);
    const isLost = before?.untilMs === Number.POSITIVE_INFINITY;
    const stored = this.#byDigest.get(digest) ?? (isLost ? before?.stored : undefined);
    if (stored === undefined || now - stored.rotatedAtMs < (isLost ? SESSION_GRACE_MS : SESSION_ROTATE_MS)) return undefined;
    const next = this.#parts.secret();
    this.#byDigest.delete(stored.digest);
    if (!isLost) this.#before.set(digest, { stored, untilMs: Number.POSITIVE_INFINITY });
    stored.digest = digestOf(next);
    stored.rotatedAtMs = now;
    this.#byDigest.set(stored.digest, stored);
    return next;
  }

  /** Registers a running response; `stop` is called when the session ends. Returns the function to call when the
   *  response ends by itself. */
  running(session: Session, stop: () => void): () => void {
    const stored = session as StoredSession;
    stored.running.add(stop);
    return () => {
      stored.running.delete(stop);
      stored.usedAtMs = this.#parts.nowMs();
    };
  }

  end(session: Session): void {
    this.#end(session as StoredSession);
  }

  all(): readonly Session[] {
    return [...this.#byDigest.values()];
  }

  /** Ends expired sessions. O(sessions). */
  sweep(): void {
    const now = this.#parts.nowMs();
    for (const stored of [...this.#byDigest.values()]) if (this.#isOver(stored, now)) this.#end(stored);
    for (const [digest, { untilMs }] of this.#before) if (now >= untilMs) this.#before.delete(digest);
  }

  #isOver({ endsAtMs, usedAtMs, running }: StoredSession, now: number): boolean {
    return now >= endsAtMs || (running.size === 0 && now - usedAtMs >= SESSION_IDLE_MS);
  }

  #end(stored: StoredSession): void {
    this.#byDigest.delete(stored.digest);
    for (const [digest, before] of this.#before) if (before.stored === stored) this.#before.delete(digest);
    for (const stop of [...stored.running]) stop();
    stored.running.clear();
    this.onEnd(stored.id);
  }
}
