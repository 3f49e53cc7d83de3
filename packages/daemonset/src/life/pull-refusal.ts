/** Why a registry, or the way to it, gave no image. */
export type PullRefusal = "denied" | "notFound" | "timeout" | "noSuchHost" | "certificate" | "rateLimited";

/** What container runtimes say, the narrower first: a registry that does not show itself to strangers says `pull access denied, repository does not exist or may
 *  require authorization`. Seen of containerd 1.7 and CRI-O 1.30. */
const SAYINGS: readonly (readonly [PullRefusal, RegExp])[] = [
  ["rateLimited", /toomanyrequests|too many requests|\b429\b/i],
  ["denied", /unauthorized|access denied|authentication required|authorization failed|insufficient_scope|forbidden|\b40[13]\b/i],
  ["notFound", /not ?found|manifest unknown|name unknown|\b404\b/i],
  ["noSuchHost", /no such host/i],
  ["certificate", /x509|certificate/i],
  ["timeout", /time(d )?out|deadline exceeded/i],
];

/** Names are other people's text, and the runtime quotes them. */
const QUOTED = /"[^"]*"/g;

/** The registry's reason in what the kubelet told of a pull, the first that has one; undefined where none has. */
export function pullRefusal(messages: readonly string[]): PullRefusal | undefined {
  for (const message of messages) {
    const said = message.replace(QUOTED, "");
    const found = SAYINGS.find(([, saying]) => saying.test(said));
    if (found !== undefined) return found[0];
  }
  return undefined;
}
