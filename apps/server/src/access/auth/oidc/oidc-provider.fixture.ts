import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider, { type Configuration } from "oidc-provider";

export const CLIENT_ID = "daemonscope";
export const CLIENT_SECRET = "the secret of this client";

/** A real provider of OpenID Connect on loopback. Its users sign in with their name alone. */
export interface TestProvider {
  readonly issuer: string;
  /** Claims of each user in addition to the name. */
  readonly claims: Map<string, Record<string, unknown>>;
  /** Registers the client and starts to answer. A public client has no secret. */
  register(redirectUri: string, isPublic?: boolean): void;
  /** Signs a user in as a browser would, from the address of the server's redirect. Returns the address to which the
   *  provider redirects. */
  signIn(location: string, name: string): Promise<URL>;
  close(): Promise<void>;
}

/** Cookies by name: the provider sets them below its own paths, and each name occurs once. */
class Jar {
  readonly #cookies = new Map<string, string>();
  take(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [name = "", ...value] = (line.split(";")[0] ?? "").split("=");
      this.#cookies.set(name, value.join("="));
    }
  }
  get header(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }
}

async function signInAt(issuer: string, location: string, name: string): Promise<URL> {
  const jar = new Jar();
  let next = new URL(location);
  let form: URLSearchParams | undefined;
  for (let step = 0; step < 12; step++) {
    const response = await fetch(next, {
      method: form === undefined ? "GET" : "POST",
      redirect: "manual",
      headers: { cookie: jar.header, ...(form === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }) },
      ...(form === undefined ? {} : { body: form.toString() }),
    });
    jar.take(response);
    form = undefined;
    const to = response.headers.get("location");
    if (to !== null) {
      next = new URL(to, next);
      if (next.origin !== issuer) return next;
      continue;
    }
    const page = await response.text();
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    if (prompt === undefined) throw new Error(`the provider answered ${response.status}: ${page.slice(0, 300)}`);
    form = new URLSearchParams({ prompt, ...(prompt === "login" ? { login: name, password: "any" } : {}) });
    next = new URL(/action="([^"]+)"/.exec(page)?.[1] ?? "", next);
  }
  throw new Error("the provider leads nowhere");
}

/** All providers sign with one key: a new key takes as long as ten sign-ins. */
let signingKey: KeyObject | undefined;

export async function startProvider(): Promise<TestProvider> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const claims = new Map<string, Record<string, unknown>>();
  signingKey ??= generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  const privateKey = signingKey;
  const configurationFor = (redirectUri: string, isPublic: boolean): Configuration => ({
    clients: [
      {
        client_id: CLIENT_ID,
        redirect_uris: [redirectUri],
        grant_types: ["authorization_code"],
        response_types: ["code"],
        ...(isPublic ? { token_endpoint_auth_method: "none" } : { client_secret: CLIENT_SECRET }),
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), alg: "RS256", use: "sig" }] } as NonNullable<Configuration["jwks"]>,
    cookies: { keys: ["a key of this test"] },
    claims: { openid: ["sub"], email: ["email", "email_verified", "groups"] },
    conformIdTokenClaims: false,
    findAccount: async (_context, name) => ({ accountId: name, claims: async () => ({ sub: name, ...claims.get(name) }) }),
    ttl: { IdToken: 3600, AccessToken: 600, AuthorizationCode: 60, Interaction: 600, Session: 600, Grant: 600 },
  });
  return {
    issuer,
    claims,
    register: (redirectUri, isPublic = false) =>
      void server.on("request", new Provider(issuer, configurationFor(redirectUri, isPublic)).callback()),
    signIn: (location, name) => signInAt(issuer, location, name),
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
