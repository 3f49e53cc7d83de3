import type { Reviews, UserInfo } from "@daemonscope/kube-client/reviews/reviews";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isLoopback } from "../../../platform/address/loopback.ts";
import { isSecureRequest, type ServerAddress } from "../../../platform/address/server-address.ts";
import { ApiFailure } from "../../../platform/failure/api-failure.ts";
import { runDetached } from "../../../platform/run-detached.ts";
import { type Accounts, tokenOwners, userOfAccounts } from "../accounts.ts";
import type { Authenticator, ProviderFlow, SignInMethods } from "../authenticator.ts";
import { normalizeToken, tokenExpiry, tokenOwner } from "../bearer-token.ts";
import { isEqualSecret } from "../is-equal-secret.ts";
import type { ProviderSignIn } from "../oidc/provider-sign-in.ts";
import { type Principal, SERVER_OWNER, type User } from "../principal.ts";
import { type CookieScope, readSessionSecrets, sessionCookie } from "../session-cookie.ts";
import { type Session, type SessionOptions, SessionStore } from "./session-store.ts";
import { SignInThrottle } from "./sign-in-throttle.ts";

/** Interval at which the cluster is asked whether a session's tokens are still valid. */
export const SESSION_RECHECK_MS = 5 * 60_000;
/** Timeout of the check of a token. */
const REVIEW_MS = 15_000;

export interface SessionAuthenticatorOptions extends SessionOptions {
  /** Returns the name of the request's cluster, or the names of all clusters in one text. */
  readonly clusterName: (request: Pick<FastifyRequest, "clusterName">) => string;
  readonly address: ServerAddress;
  /** Enables sign-in with a token of the cluster. */
  readonly accounts?: Accounts | undefined;
  /** Enables sign-in at a provider. */
  readonly provider?: ProviderSignIn | undefined;
  /** Enables sign-in as the owner, with the address that the server printed. */
  readonly launchSecret?: string | undefined;
}

const userOf =
  ({ userName, groups, extra }: UserInfo, credential: User["credential"]) =>
  (sessionId: string): User => ({ kind: "person", userName, groups, ...(extra === undefined ? {} : { extra }), credential, sessionId });

/** Returns a text that is equal only for the same name and groups. It is JSON because a group may contain a comma. */
const identityOf = ({ userName, groups }: Pick<UserInfo, "userName" | "groups">): string => JSON.stringify([userName, groups]);

declare module "fastify" {
  interface FastifyRequest {
    /** Releases the response from the session of its request, so that the response outlives the session. */
    releaseFromSession: (() => void) | undefined;
  }
}

/** Reports whether a response may set a cookie: only pages and data. A shared cache could keep a file for all users. */
const mayGetCookie = ({ headers, url }: FastifyRequest): boolean => headers["sec-fetch-dest"] === "document" || url.startsWith("/api/");

/** Authenticates users with a session cookie after they sign in. */
export class SessionAuthenticator implements Authenticator {
  readonly sessions: SessionStore;
  readonly signIn: SignInMethods;
  readonly #parts: SessionAuthenticatorOptions;
  readonly #attempts: SignInThrottle;
  /** Start of the last check of a session's tokens. */
  readonly #checkedAtMs = new WeakMap<Session, number>();

  constructor(parts: SessionAuthenticatorOptions) {
    this.#parts = parts;
    this.sessions = new SessionStore(parts);
    this.#attempts = new SignInThrottle(parts.nowMs);
    this.signIn = {
      factsOf: (request) => ({
        cluster: parts.clusterName(request),
        methods: [
          ...(parts.accounts === undefined ? [] : ["token" as const]),
          ...(parts.launchSecret === undefined ? [] : ["launch" as const]),
          ...(parts.provider === undefined ? [] : ["provider" as const]),
        ],
      }),
      withToken: (request, reply, text) => this.#withToken(request, reply, text),
      withLaunch: (request, reply, secret) => this.#withLaunch(request, reply, secret),
      ...(parts.provider === undefined ? {} : { byProvider: this.#providerFlow(parts.provider) }),
      end: (request, reply) => this.#signOut(request, reply),
    };
  }

  whenOver(listener: (sessionId: string) => void): void {
    this.sessions.onEnd = listener;
  }

  viewerOf(request: FastifyRequest): Principal | undefined {
    return this.#sessionOf(request)?.viewer;
  }

  /** Ties the response to the session, so that both end together. Replaces an old cookie. */
  onAdmitted(request: FastifyRequest, reply: FastifyReply): void {
    const session = this.#sessionOf(request);
    if (session === undefined) return;
    const release = this.sessions.running(session, () => reply.raw.destroy());
    request.releaseFromSession = release;
    reply.raw.once("close", release);
    if (!mayGetCookie(request)) return;
    for (const secret of this.#secretsOf(request)) {
      const next = this.sessions.rotated(secret);
      if (next !== undefined) this.#setCookie(request, reply, next);
    }
  }

  /** Ends expired sessions, and checks tokens whose last check is older than `SESSION_RECHECK_MS`. Called
   *  periodically. */
  async sweep(): Promise<void> {
    this.sessions.sweep();
    const { accounts, nowMs } = this.#parts;
    if (accounts === undefined) return;
    for (const session of this.sessions.all()) {
      const { viewer } = session;
      if (viewer.kind !== "person" || viewer.credential.kind !== "own token") continue;
      if (nowMs() - (this.#checkedAtMs.get(session) ?? session.beganAtMs) < SESSION_RECHECK_MS) continue;
      this.#checkedAtMs.set(session, nowMs());
      // A session ends when a cluster refuses one of its tokens.
      const usersByCluster = viewer.accounts ?? new Map([[accounts.clusterOf({}) ?? "", viewer]]);
      for (const [cluster, person] of usersByCluster) {
        const reviews = accounts.all().get(cluster);
        if (reviews !== undefined && !(await this.#isAccepted(person, reviews))) this.sessions.end(session);
      }
    }
  }

  /** Reports whether the cluster still accepts a token for this user. */
  async #isAccepted(person: User, reviews: Reviews): Promise<boolean> {
    if (person.credential.kind !== "own token") return true;
    try {
      const user = await tokenOwner(reviews, person.credential.token, this.#parts.nowMs(), AbortSignal.timeout(REVIEW_MS));
      return identityOf(user) === identityOf(person);
    } catch (error) {
      // Only 401 refuses the token. After any other failure its validity is unknown.
      if (!(error instanceof ApiFailure)) throw error;
      return error.status !== 401;
    }
  }

  /** Starts a session and sets its cookie. Ends earlier sessions of this browser. */
  begin(request: FastifyRequest, reply: FastifyReply, viewerOf: (sessionId: string) => Principal, untilMs?: number): void {
    const before = this.#sessionsOf(request);
    // This response must outlive the session in which it began.
    request.releaseFromSession?.();
    for (const session of before) this.sessions.end(session);
    const { secret } = this.sessions.begin(viewerOf, untilMs);
    this.#setCookie(request, reply, secret);
  }

  /** Runs a sign-in attempt, unless this address or all addresses together failed too often. Throws ApiFailure. */
  async attempt<T>(request: FastifyRequest, reply: FastifyReply, work: () => Promise<T>): Promise<T> {
    this.#requireTls(request);
    const attempt = this.#attempts.begin(request.ip);
    if ("waitMs" in attempt) {
      const seconds = Math.ceil(attempt.waitMs / 1000);
      reply.header("retry-after", String(seconds));
      throw new ApiFailure(429, "TooManyTries", `Too many tries to sign in failed: try again in ${seconds} s.`, undefined, undefined, {
        seconds,
      });
    }
    try {
      const done = await work();
      attempt.giveBack();
      return done;
    } catch (error) {
      // Only a refused attempt counts as a guess. The user does not cause failures of the cluster.
      if (!(error instanceof ApiFailure) || error.status !== 401) attempt.giveBack();
      throw error;
    }
  }

  /** Refuses credentials over an unencrypted network connection. Throws ApiFailure. */
  #requireTls(request: FastifyRequest): void {
    if (isSecureRequest(request, this.#parts.address) || isLoopback(request.ip.replace(/^::ffff:/i, ""))) return;
    throw new ApiFailure(
      403,
      "NotOverTls",
      "Sign-in over plain http works only on the same machine: open this page by its https address, or use kubectl port-forward.",
    );
  }

  async #withToken(request: FastifyRequest, reply: FastifyReply, text: string): Promise<void> {
    const { accounts, nowMs } = this.#parts;
    if (accounts === undefined)
      throw new ApiFailure(404, "NotOffered", "This server has no sign-in with a token: open the page to see how to sign in.");
    const token = normalizeToken(text);
    const owners = await this.attempt(request, reply, () => tokenOwners(accounts, request, token, nowMs(), AbortSignal.timeout(REVIEW_MS)));
    // Keeps the accounts of an earlier sign-in to other clusters of this server.
    const before = this.#sessionOf(request);
    const earlierAccounts = before?.viewer.kind === "person" ? [...(before.viewer.accounts ?? [])] : [];
    const viewerOf = (sessionId: string) =>
      userOfAccounts(
        new Map([
          ...earlierAccounts.map(([name, person]) => [name, { ...person, sessionId }] as const),
          ...[...owners].map(([name, user]) => [name, userOf(user, { kind: "own token", token })(sessionId)] as const),
        ]),
      );
    const endsAtMs = tokenExpiry(token) ?? Number.POSITIVE_INFINITY;
    this.begin(
      request,
      reply,
      viewerOf,
      before === undefined || earlierAccounts.length === 0 ? endsAtMs : Math.min(endsAtMs, before.endsAtMs),
    );
  }

  #providerFlow(provider: ProviderSignIn): ProviderFlow {
    return {
      begin: (request, reply, to) => {
        this.#requireTls(request);
        return provider.begin(request, reply, to);
      },
      finish: async (request, reply) => {
        const { user, to } = await this.attempt(request, reply, () => provider.finish(request, reply));
        this.begin(request, reply, userOf(user, { kind: "impersonated" }));
        return to;
      },
    };
  }

  async #withLaunch(request: FastifyRequest, reply: FastifyReply, secret: string): Promise<void> {
    const { launchSecret } = this.#parts;
    if (launchSecret === undefined)
      throw new ApiFailure(404, "NotOffered", "This server has no sign-in with an address: open the page to see how to sign in.");
    await this.attempt(request, reply, async () => {
      if (isEqualSecret(secret, launchSecret)) return;
      throw new ApiFailure(401, "LaunchRefused", "That is not the address of this start: open the one that the server printed last.");
    });
    this.begin(request, reply, () => SERVER_OWNER);
  }

  #signOut(request: FastifyRequest, reply: FastifyReply): void {
    const before = this.#sessionsOf(request);
    this.#setCookie(request, reply, "");
    // Deletes the user's data in the browser cache.
    reply.header("clear-site-data", '"cache"');
    // This response must outlive the session.
    request.releaseFromSession?.();
    for (const session of before) this.sessions.end(session);
  }

  #secretsOf(request: FastifyRequest): readonly string[] {
    return readSessionSecrets(request.headers.cookie, this.#cookieScope(request));
  }

  #cookieScope(request: FastifyRequest): CookieScope {
    const { address } = this.#parts;
    return { host: request.host, basePath: address.basePath, isSecure: isSecureRequest(request, address) };
  }

  /** Returns each session whose cookie is in the request, once. */
  #sessionsOf(request: FastifyRequest): readonly Session[] {
    const sessions = this.#secretsOf(request).map((secret) => this.sessions.find(secret));
    return [...new Set(sessions.filter((session) => session !== undefined))];
  }

  /** Returns the session of a request; undefined if it has two sessions. A page on another port of this host may have
   *  set one of them, and the server cannot tell which. Signing in ends both, so that this happens once. */
  #sessionOf(request: FastifyRequest): Session | undefined {
    const [session, another] = this.#sessionsOf(request);
    return another === undefined ? session : undefined;
  }

  #setCookie(request: FastifyRequest, reply: FastifyReply, secret: string): void {
    reply.header("set-cookie", sessionCookie(secret, this.#cookieScope(request)));
  }
}

/** Sweeps periodically until the returned function is called. */
export function startSessionSweep(
  authenticator: SessionAuthenticator,
  after: (ms: number, run: () => void) => { cancel(): void },
): () => void {
  const SWEEP_INTERVAL_MS = 30_000;
  let next = after(SWEEP_INTERVAL_MS, tick);
  function tick(): void {
    runDetached(authenticator.sweep());
    next = after(SWEEP_INTERVAL_MS, tick);
  }
  return () => next.cancel();
}
