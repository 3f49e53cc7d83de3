import { createHash } from "node:crypto";
import type { UserInfo } from "@daemonscope/kube-client/reviews/reviews";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isSecureRequest, type ServerAddress } from "../../../platform/address/server-address.ts";
import { ApiFailure } from "../../../platform/failure/api-failure.ts";
import { type CookieScope, readTransientSecret, transientCookie } from "../session-cookie.ts";
import type { OidcProvider, PendingSignIn } from "./oidc-provider.ts";

/** Longer than any sign-in takes. */
export const PENDING_SIGN_IN_MS = 10 * 60_000;
/** Above these counts the oldest pending sign-in is dropped. The limit per address keeps one client from evicting the
 *  others. */
export const MAX_PENDING_PER_ADDRESS = 50;
const MAX_PENDING = 1000;

interface Pending {
  readonly underWay: PendingSignIn;
  readonly to: string;
  readonly address: string;
  readonly endsAtMs: number;
}

interface ProviderSignInOptions {
  readonly provider: Pick<OidcProvider, "begin" | "finish">;
  readonly address: ServerAddress;
  readonly nowMs: () => number;
  /** Like `SessionOptions.secret`. */
  readonly secret: () => string;
}

const digestOf = (secret: string) => createHash("sha256").update(secret).digest("base64url");

/** Accepts a path of this server, without a host and URL-encoded. Any other text leads to the first page. */
const pathOf = (to: string) => (/^\/(?!\/)[!-[\]-~]*$/.test(to) && to.length < 2000 ? to : "/");

/** Pending sign-ins at a provider. A cookie binds each to the browser that began it. Each is valid once, and for
 *  `PENDING_SIGN_IN_MS`. */
export class ProviderSignIn {
  readonly #parts: ProviderSignInOptions;
  readonly #pending = new Map<string, Pending>();

  constructor(parts: ProviderSignInOptions) {
    this.#parts = parts;
  }

  async begin(request: FastifyRequest, reply: FastifyReply, to: string): Promise<string> {
    const { provider, nowMs, secret: newSecret } = this.#parts;
    const { location, underWay } = await provider.begin(this.#redirectUri(request));
    const secret = newSecret();
    this.#makeRoomFor(request.ip);
    this.#pending.set(digestOf(secret), { underWay, to: pathOf(to), address: request.ip, endsAtMs: nowMs() + PENDING_SIGN_IN_MS });
    reply.header("set-cookie", transientCookie(secret, this.#cookieScope(request), PENDING_SIGN_IN_MS / 1000));
    return location;
  }

  /** Returns the user who came back, and their original path. Throws ApiFailure. */
  async finish(request: FastifyRequest, reply: FastifyReply): Promise<{ readonly user: UserInfo; readonly to: string }> {
    const key = digestOf(readTransientSecret(request.headers.cookie, this.#cookieScope(request)) ?? "");
    const pending = this.#pending.get(key);
    this.#pending.delete(key);
    // The cookie is valid once.
    reply.header("set-cookie", transientCookie("", this.#cookieScope(request), 0));
    if (pending === undefined || this.#parts.nowMs() >= pending.endsAtMs)
      throw new ApiFailure(401, "ProviderUnknown", "This sign-in was not begun in this browser, or too long ago: sign in again.");
    const query = request.raw.url?.split("?")[1] ?? "";
    return { user: await this.#parts.provider.finish(query, pending.underWay), to: pending.to };
  }

  #makeRoomFor(address: string): void {
    const now = this.#parts.nowMs();
    for (const [key, { endsAtMs }] of this.#pending) if (now >= endsAtMs) this.#pending.delete(key);
    const fromAddress = [...this.#pending].filter(([, pending]) => pending.address === address);
    const oldest = fromAddress.length >= MAX_PENDING_PER_ADDRESS ? fromAddress[0]?.[0] : undefined;
    const [first] = this.#pending.keys();
    if (oldest !== undefined) this.#pending.delete(oldest);
    else if (this.#pending.size >= MAX_PENDING && first !== undefined) this.#pending.delete(first);
  }

  /** The address to which the provider redirects. It must be registered there. */
  #redirectUri(request: FastifyRequest): string {
    const { address } = this.#parts;
    const scheme = isSecureRequest(request, address) ? "https" : request.protocol;
    const base = address.publicUrl?.href ?? `${scheme}://${request.host}${address.basePath}`;
    return `${base}${PATHS.signInReturn.slice(1)}`;
  }

  #cookieScope(request: FastifyRequest): CookieScope {
    const { address } = this.#parts;
    return { host: request.host, basePath: address.basePath, isSecure: isSecureRequest(request, address) };
  }
}
