import { PATHS } from "@daemonscope/shared/http/paths";
import { SESSION_META, SIGN_IN_META, type SignInFacts } from "@daemonscope/shared/http/session";
import { baseUrl } from "../address/base-url.ts";

const metaOf = (name: string): string | undefined => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

/** How to sign in; undefined on a page that shows a cluster. */
export function signInFacts(): SignInFacts | undefined {
  const facts = metaOf(SIGN_IN_META);
  return facts === undefined ? undefined : (JSON.parse(facts) as SignInFacts);
}

/** Of whoever is signed in; undefined where nobody signs in. */
export const sessionId = (): string | undefined => metaOf(SESSION_META);

/** The session of a user whose rights may be fewer than the server's; undefined where no user signs in, and for the owner. */
export function personSession(): string | undefined {
  const session = sessionId();
  return session === "owner" ? undefined : session;
}

const MARK = "daemonscope.signed-out-at";
/** A server that answers the page but none of its questions would be asked for ever. */
const PATIENCE_MS = 20_000;

/** The session is over: the page that is loaded now is the one of sign-in. */
export function showSignIn(): void {
  const last = Number(sessionStorage.getItem(MARK));
  if (sessionId() === undefined || Date.now() - last < PATIENCE_MS) return;
  sessionStorage.setItem(MARK, String(Date.now()));
  location.reload();
}

/** Asks whether the session goes on, when the stream is lost: a stream does not say why it ended. */
export async function checkSession(): Promise<void> {
  if (sessionId() === undefined) return;
  const answer = await fetch(new URL(PATHS.session.slice(1), baseUrl())).catch(() => undefined);
  if (answer?.status === 401) showSignIn();
}

/** Ends the session, here and in the other tabs. */
export async function signOut(): Promise<void> {
  const headers = { "content-type": "application/json" };
  await fetch(new URL(PATHS.signOut.slice(1), baseUrl()), { method: "POST", headers, body: "{}" }).catch(() => undefined);
  location.reload();
}
