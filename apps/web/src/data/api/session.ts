import { PATHS } from "@daemonscope/shared/http/paths";
import { SESSION_META, SIGN_IN_META, type SignInFacts } from "@daemonscope/shared/http/session";
import { baseUrl } from "../url/base-url.ts";

const metaOf = (name: string): string | undefined => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

/** Returns how to sign in; undefined on a page that shows a cluster. */
export function signInFacts(): SignInFacts | undefined {
  const facts = metaOf(SIGN_IN_META);
  return facts === undefined ? undefined : (JSON.parse(facts) as SignInFacts);
}

/** Returns the session of the signed-in user; undefined without sign-in. */
export const sessionId = (): string | undefined => metaOf(SESSION_META);

/** Returns the session of a user whose rights may be fewer than the server's; undefined without sign-in, and for the
 *  owner. */
export function personSession(): string | undefined {
  const session = sessionId();
  return session === "owner" ? undefined : session;
}

/** Timeout of a short request. */
const ANSWER_MS = 5000;
const MARK = "daemonscope.signed-out-at";
/** Minimum interval between reloads, for a server that serves the page but rejects all of its requests. */
const MIN_RELOAD_INTERVAL_MS = 20_000;

/** Reloads an expired session, so that the page shows the sign-in. */
export function showSignIn(): void {
  const last = Number(sessionStorage.getItem(MARK));
  if (sessionId() === undefined || Date.now() - last < MIN_RELOAD_INTERVAL_MS) return;
  sessionStorage.setItem(MARK, String(Date.now()));
  location.reload();
}

/** Checks the session when the stream is lost, because a stream does not give the reason of its end. */
export async function checkSession(): Promise<void> {
  if (sessionId() === undefined) return;
  const answer = await fetch(new URL(PATHS.session.slice(1), baseUrl())).catch(() => undefined);
  if (answer?.status === 401) showSignIn();
}

/** Reports whether the server answers a short request. A frozen server leaves it open. */
export const serverAnswers = (): Promise<boolean> =>
  fetch(new URL(PATHS.livez.slice(1), baseUrl()), { signal: AbortSignal.timeout(ANSWER_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Ends the session, here and in the other tabs. */
export async function signOut(): Promise<void> {
  const headers = { "content-type": "application/json" };
  await fetch(new URL(PATHS.signOut.slice(1), baseUrl()), { method: "POST", headers, body: "{}" }).catch(() => undefined);
  location.reload();
}
