import type { Timers } from "../flow-control/clock.ts";
import type { FailurePace } from "./failure-pace.ts";
import { KubeRequestError } from "./request-error.ts";
import type { Authorize } from "./send-request.ts";

/** The identity of a request. `own token` sends only this token and none of the server's credentials. */
export type Caller =
  | { readonly kind: "server" }
  | { readonly kind: "own token"; readonly token: string }
  | {
      readonly kind: "impersonated";
      readonly userName: string;
      readonly groups: readonly string[];
      readonly extra?: Readonly<Record<string, readonly string[]>>;
    };

/** An API server and the credentials for it. */
export interface Credentials {
  readonly server: string;
  /** Applies the credentials of the server's own user. */
  readonly authorize: Authorize;
  /** Applies only the TLS settings of the cluster, without credentials. */
  readonly authorizeAnonymous: Authorize;
  readonly timers?: Timers;
  /** Shared by all requests to this server. */
  readonly pace?: FailurePace | undefined;
}

/** Characters that a header value may contain. Source: RFC 9110. */
const HEADER_TEXT = /^[\t\x20-\x7e]+$/;

const percentEncoded = (key: string) => encodeURIComponent(key.toLowerCase());

function headersOf(caller: Caller): Record<string, string | string[]> {
  switch (caller.kind) {
    case "server":
      return {};
    case "own token":
      return { Authorization: `Bearer ${caller.token}` };
    case "impersonated":
      return {
        "Impersonate-User": caller.userName,
        ...(caller.groups.length === 0 ? {} : { "Impersonate-Group": [...caller.groups] }),
        ...Object.fromEntries(
          Object.entries(caller.extra ?? {}).map(([key, values]) => [`Impersonate-Extra-${percentEncoded(key)}`, [...values]]),
        ),
      };
  }
}

/** Returns credentials for a `Caller`. Rejects values that no header can carry before the request leaves. Never sends
 *  a user's token over plain http. */
export function authorizeAs(caller: Caller, { authorize, authorizeAnonymous, server }: Credentials): Authorize {
  const headers = headersOf(caller);
  return async (request, refused) => {
    if (caller.kind === "own token" && !server.startsWith("https:"))
      throw new KubeRequestError("credentials", "the API server is called over plain http, which would send the user's token unencrypted");
    if (
      !Object.values(headers)
        .flat()
        .every((value) => HEADER_TEXT.test(value))
    )
      throw new KubeRequestError("credentials", "a token, a name or a group holds characters that no header can carry");
    const ticket = await (caller.kind === "own token" ? authorizeAnonymous : authorize)(request, refused);
    // Credentials of a user never mix with those of the server: the request would run as the server, with more
    // rights.
    const requestHeaders =
      caller.kind === "own token" ? withoutCredentials(request.headers as Record<string, string>) : (request.headers ?? {});
    request.headers = { ...(requestHeaders as Record<string, string>), ...headers };
    return ticket;
  };
}

function withoutCredentials(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !/^(authorization|impersonate-.*)$/i.test(name)));
}
