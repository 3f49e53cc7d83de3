import { createHash } from "node:crypto";
import type { Viewer } from "./viewer.ts";

/** Somebody who signed in, until they sign out, are away for long, or their time is over. */
export interface Session {
  /** As in the viewer; names nobody and lets nobody in. */
  readonly id: string;
  readonly viewer: Viewer;
  readonly beganAtMs: number;
  readonly endsAtMs: number;
}

export interface SessionParts {
  readonly nowMs: () => number;
  /** A text that nobody guesses, another each time: at least 128 bits. */
  readonly secret: () => string;
}

/** Without a request, or an answer that goes on such as the stream. */
export const IDLE_MS = 60 * 60_000;
/** However busy. */
export const LONGEST_MS = 12 * 60 * 60_000;
/** A cookie that was stolen is good for so long, if the person goes on. */
export const ROTATE_MS = 15 * 60_000;
/** Requests that were on their way when the cookie changed still carry the old one: for so long after the new one was seen. */
export const GRACE_MS = 30_000;
/** With more of one person, the one that they left longest ago ends: nobody signs the others out. */
export const MOST_OF_ONE = 20;
/** With more, whoever was away longest is signed out. */
export const MOST_SESSIONS = 1000;

interface Held extends Session {
  /** Digest of the secret in the cookie; what is kept here lets nobody in. */
  digest: string;
  rotatedAtMs: number;
  usedAtMs: number;
  readonly running: Set<() => void>;
}

const digestOf = (secret: string): string => createHash("sha256").update(secret).digest("base64url");

/** Who is signed in, in memory only: a restart signs everybody out. The cookie holds a secret, of which only a digest is kept. */
export class Sessions {
  readonly #parts: SessionParts;
  readonly #byDigest = new Map<string, Held>();
  /** Digest before the last rotation → until when it is taken: for ever, while nobody brought the new secret, whose answer may be lost. */
  /** Called with the id of each session that ends. */
  onEnd: (id: string) => void = () => undefined;
  readonly #before = new Map<string, { readonly held: Held; untilMs: number }>();

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  get count(): number {
    return this.#byDigest.size;
  }

  /** Signs in, as the viewer that `viewerOf` makes of the new session's id; gives the secret for the cookie. `untilMs`: the end of what they signed in with. */
  begin(
    viewerOf: (sessionId: string) => Viewer,
    untilMs = Number.POSITIVE_INFINITY,
  ): { readonly secret: string; readonly session: Session } {
    this.sweep();
    const now = this.#parts.nowMs();
    const secret = this.#parts.secret();
    const id = digestOf(`id ${secret}`).slice(0, 22);
    const viewer = viewerOf(id);
    this.#makeRoomFor(viewer);
    const held: Held = {
      id,
      viewer,
      beganAtMs: now,
      endsAtMs: Math.min(now + LONGEST_MS, untilMs),
      digest: digestOf(secret),
      rotatedAtMs: now,
      usedAtMs: now,
      running: new Set(),
    };
    this.#byDigest.set(held.digest, held);
    return { secret, session: held };
  }

  #makeRoomFor(viewer: Viewer): void {
    const longestAway = (sessions: readonly Held[]) => sessions.reduce((a, b) => (b.usedAtMs < a.usedAtMs ? b : a));
    const all = [...this.#byDigest.values()];
    const own =
      viewer.kind === "owner" ? [] : all.filter((each) => each.viewer.kind === "person" && each.viewer.userName === viewer.userName);
    if (own.length >= MOST_OF_ONE) return this.#end(longestAway(own));
    if (all.length < MOST_SESSIONS) return;
    // Who looks at a stream has not gone away.
    const idle = all.filter(({ running }) => running.size === 0);
    this.#end(longestAway(idle.length > 0 ? idle : all));
  }

  /** Whose secret that is; the session is used by that. */
  find(secret: string): Session | undefined {
    const digest = digestOf(secret);
    const now = this.#parts.nowMs();
    const current = this.#byDigest.get(digest);
    const before = this.#before.get(digest);
    const held = current ?? (before !== undefined && now < before.untilMs ? before.held : undefined);
    if (held === undefined) return undefined;
    if (this.#isOver(held, now)) {
      this.#end(held);
      return undefined;
    }
    if (current !== undefined)
      for (const each of this.#before.values()) if (each.held === held) each.untilMs = Math.min(each.untilMs, now + GRACE_MS);
    held.usedAtMs = now;
    return held;
  }

  /** A new secret for a cookie that is old; undefined while it is not. Who still brings the one before, long after, never got the new one, and gets another. */
  rotated(secret: string): string | undefined {
    const digest = digestOf(secret);
    const now = this.#parts.nowMs();
    const before = this.#before.get(digest);
    const isLost = before?.untilMs === Number.POSITIVE_INFINITY;
    const held = this.#byDigest.get(digest) ?? (isLost ? before?.held : undefined);
    if (held === undefined || now - held.rotatedAtMs < (isLost ? GRACE_MS : ROTATE_MS)) return undefined;
    const next = this.#parts.secret();
    this.#byDigest.delete(held.digest);
    if (!isLost) this.#before.set(digest, { held, untilMs: Number.POSITIVE_INFINITY });
    held.digest = digestOf(next);
    held.rotatedAtMs = now;
    this.#byDigest.set(held.digest, held);
    return next;
  }

  /** An answer that goes on: `stop` is called when the session ends. Gives back what to call when it ended by itself. */
  running(session: Session, stop: () => void): () => void {
    const held = session as Held;
    held.running.add(stop);
    return () => {
      held.running.delete(stop);
      held.usedAtMs = this.#parts.nowMs();
    };
  }

  end(session: Session): void {
    this.#end(session as Held);
  }

  all(): readonly Session[] {
    return [...this.#byDigest.values()];
  }

  /** Ends what is over. O(sessions). */
  sweep(): void {
    const now = this.#parts.nowMs();
    for (const held of [...this.#byDigest.values()]) if (this.#isOver(held, now)) this.#end(held);
    for (const [digest, { untilMs }] of this.#before) if (now >= untilMs) this.#before.delete(digest);
  }

  #isOver({ endsAtMs, usedAtMs, running }: Held, now: number): boolean {
    return now >= endsAtMs || (running.size === 0 && now - usedAtMs >= IDLE_MS);
  }

  #end(held: Held): void {
    this.#byDigest.delete(held.digest);
    for (const [digest, before] of this.#before) if (before.held === held) this.#before.delete(digest);
    for (const stop of [...held.running]) stop();
    held.running.clear();
    this.onEnd(held.id);
  }
}
