import { KubeConfig } from "@kubernetes/client-node";
import { isJson, type Json } from "../decode/fields.ts";
import { ConnectionError } from "../http/connection-error.ts";
import { headerText, NO_HEADER } from "../http/header-text.ts";
import { KubeRequestError } from "../http/request-error.ts";
import type { Authorize } from "../http/send-request.ts";
import type { ChosenContext } from "./choose-context.ts";
import { type CredentialFiles, type TlsFiles, textOf } from "./credential-files.ts";
import { ExecCredentials } from "./exec-credential.ts";
import { unreadable } from "./small-file.ts";

type RequestOptions = Parameters<Authorize>[0];

interface CredentialOptions {
  /** Reads the configuration again, because tokens may be renewed in the file. Throws ConnectionError. */
  readonly load: () => ChosenContext;
  /** The files after their `check`. */
  readonly files: CredentialFiles;
  readonly insecure: boolean;
  readonly as?: string;
  readonly asGroup?: readonly string[];
  readonly asUid?: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly nowMs: () => number;
}

/** Fields that are copied from the Kubernetes client's result besides the headers: TLS settings and basic
 *  authentication. */
const APPLIED = ["ca", "cert", "key", "servername", "auth"] as const;
/** Fields that this module reads itself: the client reads files without a limit. */
const OWN_FIELDS: readonly string[] = [
  "exec",
  "tokenFile",
  "as",
  "as-groups",
  "as-uid",
  "client-certificate",
  "client-key",
  "certificate-authority",
].flatMap((field) => [field, `${field}-data`]);
const withoutOwn = (entry: Json): Json => Object.fromEntries(Object.entries(entry).filter(([field]) => !OWN_FIELDS.includes(field)));

/** Converts the context into a configuration of the Kubernetes client. */
function clientConfig({ cluster, user, server }: ChosenContext, insecure: boolean): KubeConfig {
  const config = new KubeConfig();
  const isPlain = server.protocol === "http:";
  const provider = isJson(user["auth-provider"]) ? user["auth-provider"].name : undefined;
  // kubectl has no auth-provider `tokenFile`. The Kubernetes client has one, which reads files without a limit.
  const { "auth-provider": authProvider, ...rest } = withoutOwn(user);
  config.loadFromString(
    JSON.stringify({
      clusters: [
        {
          name: "cluster",
          // The client refuses plain http unless verification is off.
          cluster: { ...withoutOwn(cluster), server: server.href, "insecure-skip-tls-verify": insecure || isPlain },
        },
      ],
      // Like in kubectl, no credentials are sent over plain http.
      users: [{ name: "user", user: isPlain ? {} : provider === "tokenFile" ? rest : { ...rest, "auth-provider": authProvider } }],
      contexts: [{ name: "context", context: { cluster: "cluster", user: "user" } }],
      "current-context": "context",
    }),
  );
  return config;
}

/** A context, and the client settings and plugin derived from it. */
interface LoadedContext {
  readonly chosen: ChosenContext;
  readonly config: KubeConfig;
  readonly exec: ExecCredentials | undefined;
}

function impersonation(user: Json, userName: string, { as, asGroup, asUid }: CredentialOptions): Record<string, string | string[]> {
  const name = as ?? textOf(user, "as");
  const configuredGroups = as === undefined ? user["as-groups"] : undefined;
  const fromFlag = asGroup !== undefined && asGroup.length > 0;
  const groups = fromFlag ? [...asGroup] : Array.isArray(configuredGroups) ? configuredGroups.map(String) : [];
  const uid = asUid ?? (as === undefined ? textOf(user, "as-uid") : undefined);
  const headerValue = (value: string, what: string) => {
    const text = headerText(value);
    if (text === undefined) throw new KubeRequestError("credentials", `${what} ${NO_HEADER}: correct it`);
    return text;
  };
  const field = (name: string) => `${name} of user "${userName}" in the kubeconfig`;
  return {
    ...(name === undefined ? {} : { "Impersonate-User": headerValue(name, as === undefined ? field("as") : "--as") }),
    ...(uid === undefined ? {} : { "Impersonate-Uid": headerValue(uid, asUid === undefined ? field("as-uid") : "--as-uid") }),
    ...(groups.length === 0
      ? {}
      : { "Impersonate-Group": groups.map((group) => headerValue(group, fromFlag ? "--as-group" : field("as-groups"))) }),
  };
}

function bearer(authorization: string, userName: string): string {
  const text = headerText(authorization);
  if (text === undefined) throw new KubeRequestError("credentials", `the token of user "${userName}" ${NO_HEADER}: renew it`);
  return text;
}

/** Creates the credentials of one context for the transport. Reads, runs or refreshes them on demand, and renews
 *  them after a refusal. */
export function createAuthorize(first: ChosenContext, options: CredentialOptions): Authorize {
  const { files, insecure, environment, nowMs } = options;
  const pluginOf = ({ user, userName, cluster }: ChosenContext) =>
    isJson(user.exec) ? new ExecCredentials({ exec: user.exec, userName, cluster, environment, nowMs }) : undefined;
  const loadedFrom = (chosen: ChosenContext, exec = pluginOf(chosen)): LoadedContext => ({
    chosen,
    config: clientConfig(chosen, insecure),
    exec,
  });
  let loaded = loadedFrom(first);
  /** The id of the current credentials. A refused request passes the id that it used. */
  let ticket = 1;
  let applying: Promise<unknown> = Promise.resolve();

  function renew(): void {
    ticket++;
    const before = loaded;
    before.exec?.drop();
    // The backoff of a failing plugin survives the renewal.
    const isSamePlugin = ({ user, cluster }: ChosenContext) =>
      JSON.stringify([user.exec, cluster]) === JSON.stringify([before.chosen.user.exec, before.chosen.cluster]);
    const again = reloaded() ?? before.chosen;
    loaded = isSamePlugin(again) ? loadedFrom(again, before.exec) : loadedFrom(again);
  }

  /** Reloads the configuration. Returns undefined if it cannot be read now or names another server: another server
   *  is another cluster and needs a restart. */
  function reloaded(): ChosenContext | undefined {
    try {
      const again = options.load();
      return again.server.href === first.server.href ? again : undefined;
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      return undefined;
    }
  }

  /** Applies the user's settings through the client, one call at a time: a refresh token may be used only once. */
  function applied(config: KubeConfig, tls: TlsFiles): Promise<RequestOptions> {
    const result = applying.then(async () => {
      const target: RequestOptions = { headers: {}, ...tls };
      await config.applyToHTTPSOptions(target as Parameters<KubeConfig["applyToHTTPSOptions"]>[0]);
      return target;
    });
    applying = result.catch(() => undefined);
    return result;
  }

  return async (request, refused) => {
    if (refused === ticket) renew();
    const usedTicket = ticket;
    const { chosen, config, exec } = loaded;
    try {
      const isPlain = chosen.server.protocol === "http:";
      const target = await applied(config, isPlain ? {} : files.tls(chosen.cluster, chosen.user));
      const settings = request as Record<string, unknown>;
      for (const key of APPLIED) {
        const value = (target as Readonly<Record<string, unknown>>)[key];
        if (value !== undefined && value !== null) settings[key] = value;
      }
      if (textOf(chosen.cluster, "proxy-url") !== undefined && target.agent !== undefined) request.agent = target.agent;
      const impersonationHeaders = impersonation(chosen.user, chosen.userName, options);
      const headers = { ...request.headers, ...target.headers, ...impersonationHeaders } as Record<string, string>;
      request.headers = headers;
      if (isPlain) return usedTicket;
      // Explicit, so that no environment variable of the process can weaken it.
      settings.rejectUnauthorized = !insecure;
      const token = files.token(chosen.user, chosen.userName);
      if (token !== undefined) headers.Authorization = `Bearer ${token}`;
      if (exec !== undefined) {
        const { token, cert, key } = await exec.current();
        if (token !== undefined) headers.Authorization = `Bearer ${token}`;
        if (cert !== undefined && key !== undefined) Object.assign(settings, { cert, key });
      }
      if (headers.Authorization !== undefined) headers.Authorization = bearer(headers.Authorization, chosen.userName);
      return usedTicket;
    } catch (cause) {
      if (cause instanceof KubeRequestError) throw cause;
      if (cause instanceof ConnectionError) throw new KubeRequestError("credentials", cause.message, { cause });
      const path = typeof cause === "object" && cause !== null && "path" in cause ? String((cause as { path: unknown }).path) : undefined;
      const why = path === undefined ? "cannot be made: sign in again with kubectl" : `need the file ${path}, which ${unreadable(cause)}`;
      throw new KubeRequestError("credentials", `the credentials of user "${chosen.userName}" ${why}`, { cause });
    }
  };
}
