/** Cookies are shared by the ports of a host: two servers on one machine must not sign each other out. Over TLS the name says so, and browsers take it from
 *  nobody else: neither from a page of plain http nor, at the root, from another host of the domain. */
function cookieName({ host, basePath, isSecure }: CookiePlace): string {
  const prefix = isSecure ? (basePath === "/" ? "__Host-" : "__Secure-") : "";
  return `${prefix}daemonscope-${/:(\d+)$/.exec(host)?.[1] ?? "session"}`;
}

/** The secrets that a request carries for us, the most specific path first. */
export function secretsIn(header: string | undefined, place: CookiePlace): readonly string[] {
  return secretsOf(header, cookieName(place));
}

function secretsOf(header: string | undefined, name: string): readonly string[] {
  return (header ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
    .filter((secret) => /^[A-Za-z0-9_-]{20,100}$/.test(secret));
}

export interface CookiePlace {
  readonly host: string;
  /** Of all our paths, with a slash at its end. */
  readonly basePath: string;
  readonly isSecure: boolean;
}

const PASSING = "-sign-in";

/** Of a sign-in that is under way elsewhere. It comes back with the browser, which follows a link of another site: SameSite=Lax allows that. */
export function passingCookie(secret: string, place: CookiePlace, maxAgeSeconds: number): string {
  const parts = [
    `${cookieName(place)}${PASSING}=${secret}`,
    `Path=${place.basePath}`,
    "HttpOnly",
    "SameSite=Lax",
    `Max-Age=${maxAgeSeconds}`,
  ];
  return [...parts, ...(place.isSecure ? ["Secure"] : [])].join("; ");
}

export function passingSecretIn(header: string | undefined, place: CookiePlace): string | undefined {
  return secretsOf(header, `${cookieName(place)}${PASSING}`)[0];
}

/** Not for scripts, and not for what other sites send but a link that somebody follows. It ends with the browser; the server ends it sooner. An empty secret
 *  takes it away. */
export function sessionCookie(secret: string, place: CookiePlace): string {
  const { basePath, isSecure } = place;
  const parts = [`${cookieName(place)}=${secret}`, `Path=${basePath}`, "HttpOnly", "SameSite=Lax"];
  return [...parts, ...(isSecure ? ["Secure"] : []), ...(secret === "" ? ["Max-Age=0"] : [])].join("; ");
}
