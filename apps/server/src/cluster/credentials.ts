import { Buffer } from "node:buffer";
import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { KubeConfig } from "@kubernetes/client-node";
import type { ChosenContext } from "./choose-context.ts";
import { ConnectionError, WAY_OUT } from "./connection-error.ts";
import { isJson, type Json } from "./decode/fields.ts";
import type { Authorize } from "./exchange.ts";
import { ExecCredentials } from "./exec-credential.ts";
import { KubeRequestError } from "./kube-request-error.ts";
import { unreadable } from "./kubeconfig.ts";

type RequestOptions = Parameters<Authorize>[0];

export interface CredentialOptions {
  /** Reads the configuration again, for tokens that were renewed in the file. Throws ConnectionError. */
  readonly load: () => ChosenContext;
  readonly insecure: boolean;
  readonly as?: string;
  readonly asGroup?: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly nowMs: () => number;
}

/** Settings of TLS, and basic authentication, as the Kubernetes client writes them on a request. */
const APPLIED = ["ca", "cert", "key", "servername", "auth"] as const;
const textOf = (entry: Json, field: string): string | undefined => {
  const value = entry[field];
  return typeof value === "string" && value !== "" ? value : undefined;
};

/** As kubectl does: data in the kubeconfig itself come before a file. */
function dataFirst(entry: Json, fields: readonly string[]): Json {
  return Object.fromEntries(
    Object.entries(entry).filter(([field]) => !fields.includes(field) || textOf(entry, `${field}-data`) === undefined),
  );
}

/** The one context as a configuration of the Kubernetes client, without what we do ourselves: plugins, token files. */
function clientConfig({ cluster, user, server }: ChosenContext, insecure: boolean): KubeConfig {
  const { exec: _exec, tokenFile: _tokenFile, ...rest } = dataFirst(user, ["client-certificate", "client-key"]);
  const config = new KubeConfig();
  const isPlain = server.protocol === "http:";
  config.loadFromString(
    JSON.stringify({
      // The client refuses plain http unless it is told not to verify.
      clusters: [
        {
          name: "cluster",
          cluster: {
            ...dataFirst(cluster, ["certificate-authority"]),
            server: server.href,
            "insecure-skip-tls-verify": insecure || isPlain,
          },
        },
      ],
      // As kubectl does: over plain http no credentials are sent.
      users: [{ name: "user", user: isPlain ? {} : rest }],
      contexts: [{ name: "context", context: { cluster: "cluster", user: "user" } }],
      "current-context": "context",
    }),
  );
  return config;
}

/** What the files and data of a context hold is looked at before the first request. Throws ConnectionError with the thing, the cause and the way out. */
export function checkCredentials({ cluster, user, userName, server }: ChosenContext): void {
  if (server.protocol === "http:") return;
  const content = (entry: Json, field: string, what: string): Buffer | undefined => {
    const path = textOf(entry, field);
    const data = textOf(entry, `${field}-data`);
    if (data !== undefined) return Buffer.from(data, "base64");
    if (path === undefined) return undefined;
    try {
      return readFileSync(path);
    } catch (cause) {
      throw new ConnectionError(`the ${what} ${path} ${unreadable(cause)}: ${WAY_OUT}`, { cause });
    }
  };
  const parsed = (what: string, field: string, parse: () => unknown) => {
    try {
      parse();
    } catch {
      // The cause is left out: it may quote a key.
      throw new ConnectionError(
        `the ${what} in ${field} cannot be read: it must be PEM, base64-encoded where it stands in the kubeconfig itself; ${WAY_OUT}`,
      );
    }
  };
  const authority = content(cluster, "certificate-authority", "certificate authority");
  const certificate = content(user, "client-certificate", "client certificate");
  const key = content(user, "client-key", "client key");
  if (authority !== undefined) parsed("certificate authority", "certificate-authority(-data)", () => new X509Certificate(authority));
  if (certificate !== undefined)
    parsed(`client certificate of user "${userName}"`, "client-certificate(-data)", () => new X509Certificate(certificate));
  if (key !== undefined) parsed(`client key of user "${userName}"`, "client-key(-data)", () => createPrivateKey(key));
  if ((certificate === undefined) !== (key === undefined))
    throw new ConnectionError(
      `user "${userName}" has a client ${certificate === undefined ? "key without a certificate" : "certificate without a key"}: ${WAY_OUT}`,
    );
  const tokenFile = textOf(user, "tokenFile");
  if (tokenFile !== undefined) readToken(tokenFile, userName);
}

function readToken(path: string, userName: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (cause) {
    throw new ConnectionError(`the token file ${path} of user "${userName}" ${unreadable(cause)}: ${WAY_OUT}`, { cause });
  }
}

/** Everything that is derived from one reading of the configuration. */
interface Held {
  readonly chosen: ChosenContext;
  readonly config: KubeConfig;
  readonly exec: ExecCredentials | undefined;
}

function impersonation(user: Json, { as, asGroup }: CredentialOptions): Record<string, string | string[]> {
  const name = as ?? textOf(user, "as");
  const own = as === undefined ? user["as-groups"] : undefined;
  const groups = asGroup !== undefined && asGroup.length > 0 ? [...asGroup] : Array.isArray(own) ? own.map(String) : [];
  return {
    ...(name === undefined ? {} : { "Impersonate-User": name }),
    ...(groups.length === 0 ? {} : { "Impersonate-Group": groups }),
  };
}

/** Credentials of one context for the transport: read, run or refreshed when they are needed, and anew after a refusal. */
export function createAuthorize(first: ChosenContext, options: CredentialOptions): Authorize {
  const { insecure, environment, nowMs } = options;
  const hold = (chosen: ChosenContext): Held => ({
    chosen,
    config: clientConfig(chosen, insecure),
    exec: isJson(chosen.user.exec)
      ? new ExecCredentials({ exec: chosen.user.exec, userName: chosen.userName, cluster: chosen.cluster, environment, nowMs })
      : undefined,
  });
  let held = hold(first);
  let ticket = 1;
  let applying: Promise<unknown> = Promise.resolve();

  function renew(): void {
    ticket++;
    try {
      const again = options.load();
      // Another server under the same name is another cluster: that takes a restart.
      held = hold(again.server.href === first.server.href ? again : held.chosen);
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      held = hold(held.chosen);
    }
  }

  /** What the client makes of the user, one at a time: a refresh token may be used only once. */
  function applied(config: KubeConfig): Promise<RequestOptions> {
    const mine = applying.then(async () => {
      const target: RequestOptions = { headers: {} };
      await config.applyToHTTPSOptions(target as Parameters<KubeConfig["applyToHTTPSOptions"]>[0]);
      return target;
    });
    applying = mine.catch(() => undefined);
    return mine;
  }

  return async (request, refused) => {
    if (refused === ticket) renew();
    const used = ticket;
    const { chosen, config, exec } = held;
    try {
      const target = await applied(config);
      const settings = request as Record<string, unknown>;
      for (const key of APPLIED) {
        const value = (target as Readonly<Record<string, unknown>>)[key];
        if (value !== undefined && value !== null) settings[key] = value;
      }
      if (textOf(chosen.cluster, "proxy-url") !== undefined && target.agent !== undefined) request.agent = target.agent;
      const headers = { ...request.headers, ...target.headers, ...impersonation(chosen.user, options) } as Record<string, string>;
      request.headers = headers;
      if (chosen.server.protocol === "http:") return used;
      // Said aloud, so that no environment variable of the process can weaken it.
      settings.rejectUnauthorized = !insecure;
      const tokenFile = textOf(chosen.user, "tokenFile");
      if (tokenFile !== undefined) headers.Authorization = `Bearer ${readToken(tokenFile, chosen.userName)}`;
      if (exec !== undefined) {
        const { token, cert, key } = await exec.current();
        if (token !== undefined) headers.Authorization = `Bearer ${token}`;
        if (cert !== undefined && key !== undefined) Object.assign(settings, { cert, key });
      }
      return used;
    } catch (cause) {
      if (cause instanceof KubeRequestError) throw cause;
      if (cause instanceof ConnectionError) throw new KubeRequestError("credentials", cause.message, { cause });
      const path = typeof cause === "object" && cause !== null && "path" in cause ? String((cause as { path: unknown }).path) : undefined;
      const why = path === undefined ? "cannot be made: sign in again with kubectl" : `need the file ${path}, which ${unreadable(cause)}`;
      throw new KubeRequestError("credentials", `the credentials of user "${chosen.userName}" ${why}`, { cause });
    }
  };
}
