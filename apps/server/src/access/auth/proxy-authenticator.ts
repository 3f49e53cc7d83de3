import { createHmac, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ApiFailure } from "../../platform/failure/api-failure.ts";
import type { ProxyAuthOptions } from "./auth-options.ts";
import type { Authenticator } from "./authenticator.ts";
import { isEqualSecret } from "./is-equal-secret.ts";
import type { User } from "./principal.ts";
import { resolveUser } from "./resolve-user.ts";

/** A streaming response ends after this time. The client then reconnects through the proxy, which may no longer know
 *  the user. */
export const MAX_STREAM_MS = 15 * 60_000;
const SECRET_HEADER = "x-daemonscope-secret";

type After = (ms: number, run: () => void) => { cancel(): void };
type RawRequest = Pick<FastifyRequest, "raw">;

function valuesOf({ raw }: RawRequest, name: string): readonly string[] {
  const { rawHeaders } = raw;
  return rawHeaders.filter((_text, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);
}

/** Decodes a header: Node reads headers as Latin-1, but proxies send UTF-8. Returns undefined if it is not UTF-8. */
function utf8Of(header: string): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(header, "latin1"));
  } catch {
    return undefined;
  }
}

const refused = (code: string, message: string) => new ApiFailure(403, code, message);

/** `--auth proxy`: a proxy, identified by its address and a secret, names the user in every request. Requests from
 *  other sources are refused. */
export class ProxyAuthenticator implements Authenticator {
  readonly #choice: ProxyAuthOptions;
  readonly #secret: string;
  readonly #after: After;
  /** Key of the session ids. A session id is a digest of the user's name and groups; cached rights are stored under
   *  it. */
  readonly #key = randomBytes(32);

  constructor(choice: ProxyAuthOptions, secret: string, after: After) {
    this.#choice = choice;
    this.#secret = secret;
    this.#after = after;
  }

  onAdmitted(_request: FastifyRequest, reply: FastifyReply): void {
    const end = this.#after(MAX_STREAM_MS, () => reply.raw.destroy());
    reply.raw.once("close", () => end.cancel());
  }

  missingCredentialsError(): ApiFailure {
    return new ApiFailure(
      401,
      "NotThroughProxy",
      "People come to this server through its proxy, which says who they are: open the proxy's address.",
    );
  }

  viewerOf(request: RawRequest): User | undefined {
    const { from, userHeader, groupsHeader, prefixes } = this.#choice;
    const secrets = valuesOf(request, SECRET_HEADER);
    const users = valuesOf(request, userHeader);
    const groups = valuesOf(request, groupsHeader);
    if (secrets.length === 0 && users.length === 0 && groups.length === 0) return undefined;
    // The address of the socket: any client can forge X-Forwarded-For.
    if (!from.has(request.raw.socket.remoteAddress))
      throw refused(
        "NotTheProxy",
        "This request names a user but does not come from the proxy: if it does, add its address to --proxy-from.",
      );
    if (secrets.length !== 1 || !isEqualSecret(secrets[0] ?? "", this.#secret))
      throw refused("WrongSecret", `The proxy has to send the secret of --proxy-secret-file in the header ${SECRET_HEADER}, once.`);
    if (users.length === 0)
      throw refused(
        "NoPerson",
        `The proxy did not send the header ${userHeader}, so the user is unknown: let the proxy send it, or name another header with --proxy-user-header.`,
      );
    if (users.length !== 1 || groups.length > 1)
      throw refused(
        "UnclearPerson",
        `The proxy has to send the header ${userHeader} once, and ${groupsHeader} at most once: then it is clear who asks.`,
      );
    const [user, listed] = [users[0] ?? "", groups[0] ?? ""].map(utf8Of);
    if (user === undefined || listed === undefined)
      throw refused("UnclearPerson", `The proxy has to send ${userHeader} and ${groupsHeader} in UTF-8: the request has another encoding.`);
    const names = listed.split(",").map((group) => group.trim());
    const known = resolveUser(
      user.trim(),
      names.filter((group) => group !== ""),
      prefixes,
    );
    if (known.kind === "refused") throw refused("UnclearPerson", `The proxy says who asks, and ${known.why}.`);
    const sessionId = createHmac("sha256", this.#key).update(JSON.stringify(known.user)).digest("base64url").slice(0, 22);
    return { kind: "person", ...known.user, credential: { kind: "impersonated" }, sessionId };
  }
}
