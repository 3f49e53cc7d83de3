import { optionalEntry } from "../../platform/failure/flag-values.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import type { FlagName } from "../flags/flags.ts";

/** The receiver of alarms, and the data about this server in them. */
export interface WebhookOptions {
  readonly url: string;
  readonly secretFile?: string;
  /** The target of links, without a slash at its end. */
  readonly page?: string;
  /** The name of this cluster. */
  readonly cluster?: string;
}

function urlOf(flag: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // The text may hold a secret, and is not printed.
  if (url === undefined || !["https:", "http:"].includes(url.protocol))
    throw new UsageError(`--${flag} is an address such as https://host/path.`);
  if (url.username !== "" || url.password !== "")
    throw new UsageError(`--${flag} has a user or a password in its address: sign what is sent, by --webhook-secret-file.`);
  return url;
}

const isThisMachine = (hostname: string): boolean => ["localhost", "[::1]"].includes(hostname) || /^127\.\d+\.\d+\.\d+$/.test(hostname);

/** Returns the webhook; undefined without one. Links default to `publicUrl`. Throws UsageError. */
export function webhookOf(flagValue: (name: FlagName) => string | undefined, publicUrl: URL | undefined): WebhookOptions | undefined {
  const text = flagValue("webhook");
  const [secretFile, page, cluster] = (["webhook-secret-file", "webhook-page", "webhook-cluster"] as const).map(flagValue);
  if (text === undefined) {
    const misplaced = (["webhook-secret-file", "webhook-page", "webhook-cluster"] as const).find((name) => flagValue(name) !== undefined);
    if (misplaced !== undefined) throw new UsageError(`--${misplaced} is for the webhook, and none was given: add --webhook.`);
    return undefined;
  }
  const url = urlOf("webhook", text);
  if (url.protocol === "http:" && !isThisMachine(url.hostname))
    throw new UsageError("--webhook is plain http to another machine, which others on the network can read: use https.");
  return {
    url: url.href,
    ...(secretFile === undefined ? {} : { secretFile }),
    ...optionalEntry("page", (page === undefined ? publicUrl : urlOf("webhook-page", page))?.href.replace(/\/+$/, "")),
    ...(cluster === undefined ? {} : { cluster }),
  };
}

/** Returns the webhook for output, without the path of its URL, which is a secret of many receivers. */
export const stripUrlPath = (webhook: WebhookOptions): WebhookOptions => ({ ...webhook, url: `${new URL(webhook.url).origin}/…` });
