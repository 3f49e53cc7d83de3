/** Cookies are shared by the ports of a host, so the port keeps two servers on one machine apart. Over TLS the name has
 *  a prefix for which browsers refuse cookies from pages of plain http. For the root path, browsers also refuse cookies
 *  that other hosts of the domain set. */
function cookieName({ host, basePath, isSecure }: CookieScope): string {
  const prefix = isSecure ? (basePath === "/" ? "__Host-" : "__Secure-") : "";
  return `${prefix}daemonscope-${/:(\d+)$/.exec(host)?.[1] ?? "session"}`;
}

/** Returns this server's secrets in a request, the most specific path first. */
export function readSessionSecrets(header: string | undefined, scope: CookieScope): readonly string[] {
  return secretsOf(header, cookieName(scope));
}

function secretsOf(header: string | undefined, name: string): readonly string[] {
  return (header ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
    .filter((secret) => /^[A-Za-z0-9_-]{20,100}$/.test(secret));
}

export interface CookieScope {
  readonly host: string;
  /** Common prefix of all paths of this server, with a trailing slash. */
  readonly basePath: string;
  readonly isSecure: boolean;
}

const TRANSIENT_SUFFIX = "-sign-in";

/** Cookie of a pending sign-in at a provider. The browser returns through a link on another site; SameSite=Lax allows
 *  that. */
export function transientCookie(secret: string, scope: CookieScope, maxAgeSeconds: number): string {
  const parts = [
    `${cookieName(scope)}${TRANSIENT_SUFFIX}=${secret}`,
    `Path=${scope.basePath}`,
    "HttpOnly",
    "SameSite=Lax",
    `Max-Age=${maxAgeSeconds}`,
  ];
  return [...parts, ...(scope.isSecure ? ["Secure"] : [])].join("; ");
}

export function readTransientSecret(header: string | undefined, scope: CookieScope): string | undefined {
  return secretsOf(header, `${cookieName(scope)}${TRANSIENT_SUFFIX}`)[0];
}

/** Session cookie. Scripts cannot read it, and requests from other sites carry it only if the user follows a link. It
 *  ends with the browser or earlier with the session; an empty secret deletes it. */
export function sessionCookie(secret: string, scope: CookieScope): string {
  const { basePath, isSecure } = scope;
  const parts = [`${cookieName(scope)}=${secret}`, `Path=${basePath}`, "HttpOnly", "SameSite=Lax"];
  return [...parts, ...(isSecure ? ["Secure"] : []), ...(secret === "" ? ["Max-Age=0"] : [])].join("; ");
}
