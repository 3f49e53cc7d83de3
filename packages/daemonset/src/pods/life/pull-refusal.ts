/** The reason that a registry, or the connection to it, returned no image. */
export type PullRefusal = "denied" | "notFound" | "timeout" | "noSuchHost" | "certificate" | "rateLimited";

/** Messages of container runtimes, the more specific first: a registry that hides itself from anonymous users says
 *  `pull access denied, repository does not exist or may require authorization`. Observed with containerd 1.7 and
 *  CRI-O 1.30. */
const MESSAGE_PATTERNS: readonly (readonly [PullRefusal, RegExp])[] = [
  ["rateLimited", /toomanyrequests|too many requests|\b429\b/i],
  ["denied", /unauthorized|access denied|authentication required|authorization failed|insufficient_scope|forbidden|\b40[13]\b/i],
  ["notFound", /not ?found|manifest unknown|name unknown|\b404\b/i],
  ["noSuchHost", /no such host/i],
  ["certificate", /x509|certificate/i],
  ["timeout", /time(d )?out|deadline exceeded/i],
];

/** Names are user text, and the runtime quotes them. */
const QUOTED = /"[^"]*"/g;

/** Returns the registry's reason from the kubelet's messages about a pull, the first that has one; undefined if none
 *  has. */
export function pullRefusal(messages: readonly string[]): PullRefusal | undefined {
  for (const message of messages) {
    const unquoted = message.replace(QUOTED, "");
    const found = MESSAGE_PATTERNS.find(([, pattern]) => pattern.test(unquoted));
    if (found !== undefined) return found[0];
  }
  return undefined;
}
