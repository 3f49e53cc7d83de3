import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { ProxyChoice } from "../command-line/sign-in-choice.ts";
import { ApiFailure } from "../safety/api-failure.ts";
import type { Door } from "./door.ts";
import { knownPerson } from "./known-person.ts";
import type { Person } from "./viewer.ts";

/** In which the proxy shows that it is the proxy. */
export const SECRET_HEADER = "x-daemonscope-secret";

type Asking = Pick<FastifyRequest, "raw">;

function valuesOf({ raw }: Asking, name: string): readonly string[] {
  const { rawHeaders } = raw;
  return rawHeaders.filter((_text, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);
}

const isEqual = (a: string, b: string): boolean => {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
};

const refused = (code: string, message: string) => new ApiFailure(403, code, message);

/** `--auth proxy`: a proxy that is known by its address and by a secret says who somebody is, in every request. Nobody else is believed, and nobody else gets in. */
export class ProxyDoor implements Door {
  readonly #choice: ProxyChoice;
  readonly #secret: string;
  /** What is known of somebody's rights is kept under a digest of all that the proxy says of them. */
  readonly #key = randomBytes(32);

  constructor(choice: ProxyChoice, secret: string) {
    this.#choice = choice;
    this.#secret = secret;
  }

  nobody(): ApiFailure {
    return new ApiFailure(
      401,
      "NotThroughProxy",
      "People come to this server through its proxy, which says who they are: open the proxy's address.",
    );
  }

  viewerOf(request: Asking): Person | undefined {
    const { from, userHeader, groupsHeader, prefixes } = this.#choice;
    const secrets = valuesOf(request, SECRET_HEADER);
    const users = valuesOf(request, userHeader);
    const groups = valuesOf(request, groupsHeader);
    if (secrets.length === 0 && users.length === 0 && groups.length === 0) return undefined;
    // Of the socket: what X-Forwarded-For says is what anybody may say.
    if (!from.has(request.raw.socket.remoteAddress))
      throw refused(
        "NotTheProxy",
        "This request says who somebody is and does not come from the proxy: name its address in --proxy-from, if it is.",
      );
    if (secrets.length !== 1 || !isEqual(secrets[0] ?? "", this.#secret))
      throw refused("WrongSecret", `The proxy has to send the secret of --proxy-secret-file in the header ${SECRET_HEADER}, once.`);
    if (users.length !== 1 || groups.length > 1)
      throw refused(
        "UnclearPerson",
        `The proxy has to send the header ${userHeader} once, and ${groupsHeader} at most once: then it is clear who asks.`,
      );
    const names = (groups[0] ?? "").split(",").map((group) => group.trim());
    const known = knownPerson(
      users[0]?.trim() ?? "",
      names.filter((group) => group !== ""),
      prefixes,
    );
    if (known.kind === "refused") throw refused("UnclearPerson", `The proxy says who asks, and ${known.why}.`);
    const sessionId = createHmac("sha256", this.#key).update(JSON.stringify(known.user)).digest("base64url").slice(0, 22);
    return { kind: "person", ...known.user, credential: { kind: "impersonated" }, sessionId };
  }
}
