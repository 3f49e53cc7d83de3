import { resolve } from "node:path";
import type { Json } from "../decode/fields.ts";
import { ConnectionError } from "../http/connection-error.ts";
import { headerText, NO_HEADER } from "../http/header-text.ts";
import { type ChosenContext, serverOf } from "./choose-context.ts";

/** kubectl's flags that replace fields of the chosen cluster and user. */
export interface ContextOverrides {
  readonly server?: string;
  /** A bearer token. */
  readonly token?: string;
  /** A file, relative to the working directory. */
  readonly certificateAuthority?: string;
  readonly tlsServerName?: string;
}

const without = (entry: Json, fields: readonly string[]): Json =>
  Object.fromEntries(Object.entries(entry).filter(([field]) => !fields.includes(field)));

/** Other credentials of a user. As in kubectl, a client certificate stays, and the API server checks it first. */
const REPLACED_BY_TOKEN = ["token", "tokenFile", "exec", "auth-provider", "username", "password"];
const CA_FIELDS = ["certificate-authority", "certificate-authority-data"];

function withToken({ user, userName, ...context }: ChosenContext, token: string): ChosenContext {
  if (headerText(token) === undefined) throw new ConnectionError(`the value of --token ${NO_HEADER}: pass the token on one line`);
  return { ...context, userName: userName === "" ? "--token" : userName, user: { ...without(user, REPLACED_BY_TOKEN), token } };
}

/** Replaces fields of a context. Throws ConnectionError. Source: client-go tools/clientcmd/client_config.go,
 *  getCluster, getAuthInfo and ClientConfig; plugin/pkg/client/auth/exec, which a token turns off. */
export function withOverrides(
  chosen: ChosenContext,
  { server, token, certificateAuthority, tlsServerName }: ContextOverrides,
): ChosenContext {
  const cluster: Json = {
    ...(certificateAuthority === undefined ? chosen.cluster : without(chosen.cluster, CA_FIELDS)),
    ...(certificateAuthority === undefined ? {} : { "certificate-authority": resolve(certificateAuthority) }),
    ...(tlsServerName === undefined ? {} : { "tls-server-name": tlsServerName }),
    ...(server === undefined ? {} : { server }),
  };
  const context = { ...chosen, cluster, ...(server === undefined ? {} : { server: serverOf(server, "--server") }) };
  return token === undefined ? context : withToken(context, token);
}

/** Returns a context for --server without a kubeconfig. Throws ConnectionError. */
export function contextOfServer(server: string): ChosenContext {
  const url = serverOf(server, "--server");
  return { context: url.host, namespace: "default", server: url, cluster: { server }, userName: "", user: {} };
}
