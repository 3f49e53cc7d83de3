import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Json } from "../decode/fields.ts";
import { systemTimers } from "../flow-control/clock.ts";
import type { Credentials } from "../http/caller.ts";
import { ConnectionError } from "../http/connection-error.ts";
import { FailurePace } from "../http/failure-pace.ts";
import { headerText, NO_HEADER } from "../http/header-text.ts";
import { KubeRequestError } from "../http/request-error.ts";
import type { Authorize, RequestTrace } from "../http/send-request.ts";
import { createTransport, type Transport } from "../http/transport.ts";
import { createReviewTransport } from "../reviews/review-transport.ts";
import { createReviews, type Reviews } from "../reviews/reviews.ts";
import { type ChosenContext, chooseContext, serverOf } from "./choose-context.ts";
import { CredentialFiles } from "./credential-files.ts";
import { createAuthorize } from "./credentials.ts";
import { readKubeconfigs } from "./kubeconfig.ts";
import { type KubeconfigPlaces, kubeconfigFiles } from "./kubeconfig-files.ts";
import { readSmallFile, SECRET_LIMIT_BYTES } from "./small-file.ts";

/** kubectl's flags that replace fields of the chosen cluster and user. */
interface ContextOverrides {
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
function withOverrides(chosen: ChosenContext, { server, token, certificateAuthority, tlsServerName }: ContextOverrides): ChosenContext {
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
function contextOfServer(server: string): ChosenContext {
  const url = serverOf(server, "--server");
  return { context: url.host, namespace: "default", server: url, cluster: { server }, userName: "", user: {} };
}

/** The message that other users get about the server's credentials: the reason may name files and commands of its
 *  machine. */
export const CREDENTIALS_UNUSABLE =
  "the server cannot use its own credentials for this cluster; the log of the server states the reason: ask its administrator";

/** Wraps credentials whose failures other users see. The reason goes to `onFailure`, once while it stays the same. */
function hiddenCredentials(authorize: Authorize, onFailure: (text: string) => void): Authorize {
  let lastReported: string | undefined;
  return async (request, refused) => {
    try {
      const ticket = await authorize(request, refused);
      lastReported = undefined;
      return ticket;
    } catch (error) {
      if (!(error instanceof KubeRequestError) || error.code !== "credentials") throw error;
      if (lastReported !== error.message) onFailure(error.message);
      lastReported = error.message;
      throw new KubeRequestError("credentials", CREDENTIALS_UNUSABLE, { cause: error });
    }
  };
}

/** Inputs that select the cluster: kubectl's flags and environment, passed in. */
export interface ConnectionOptions extends KubeconfigPlaces, ContextOverrides {
  readonly context?: string;
  readonly cluster?: string;
  readonly user?: string;
  readonly as?: string;
  readonly asGroup?: readonly string[];
  readonly asUid?: string;
  readonly insecureSkipTlsVerify?: boolean;
  readonly inCluster?: boolean;
  /** KUBERNETES_SERVICE_HOST of the environment. */
  readonly serviceHost?: string;
  /** The environment of credential plugins, and the source of the API server's port in a pod; `process.env` if
   *  undefined. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The folder with a pod's token and certificate authority. */
  readonly serviceAccountFolder?: string;
  /** Receives the reason of a credential failure, if users other than the owner of this process see failures. All
   *  other places then show CREDENTIALS_UNUSABLE. */
  readonly onCredentialFailure?: ((text: string) => void) | undefined;
  /** Receives each answered or failed request for objects. */
  readonly onRequest?: ((request: RequestTrace) => void) | undefined;
}

export type ConnectionMode =
  | {
      readonly kind: "cluster";
      readonly transport: Transport;
      /** Reviews of users. Sends nothing until a caller requests one. */
      readonly reviews: Reviews;
      /** Credentials for clients that send writes. */
      readonly credentials: Credentials;
      readonly context: string;
      /** The namespace of the context. */
      readonly namespace: string;
      readonly server: string;
      /** The certificate authority as written in the kubeconfig; empty if it has none. */
      readonly authority: string;
      /** The cluster has its own proxy (proxy-url). */
      readonly isProxied: boolean;
      /** The server's certificate is not checked. */
      readonly insecure: boolean;
    }
  | { readonly kind: "simulator" };

const SERVICE_ACCOUNT_FOLDER = "/var/run/secrets/kubernetes.io/serviceaccount";
/** The name of a pod's own context in the Kubernetes client. */
const POD_CONTEXT = "inClusterContext";

function podNamespace(folder: string): string {
  const file = join(folder, "namespace");
  return (existsSync(file) && readSmallFile(file, { limitBytes: SECRET_LIMIT_BYTES }).toString("utf8").trim()) || "default";
}

/** Returns the pod's own service account as a context. */
function podContext(options: ConnectionOptions, folder: string): ChosenContext {
  const host = options.serviceHost ?? "";
  const port = (options.environment ?? process.env).KUBERNETES_SERVICE_PORT ?? "443";
  const server = `https://${host.includes(":") ? `[${host}]` : host}:${port}`;
  return {
    context: POD_CONTEXT,
    namespace: podNamespace(folder),
    server: serverOf(server, "the pod's service account"),
    cluster: { server, "certificate-authority": join(folder, "ca.crt") },
    userName: "service account",
    user: { tokenFile: join(folder, "token") },
  };
}

/** Returns the authority's data or the path of its file. Does not read the file: `CredentialFiles.check` reports a
 *  file that cannot be read. */
function authorityOf({ cluster }: ChosenContext): string {
  const data = cluster["certificate-authority-data"];
  const file = cluster["certificate-authority"];
  return typeof data === "string" && data !== "" ? data : typeof file === "string" ? file : "";
}

/** Creates the transports of a context. Calls `loadContext` with true at the start of the process, and with false for
 *  each renewal. */
function open(loadContext: (isStart: boolean) => ChosenContext, options: ConnectionOptions): ConnectionMode {
  const chosen = loadContext(true);
  const load = () => loadContext(false);
  const files = new CredentialFiles();
  files.check(chosen);
  const insecure = options.insecureSkipTlsVerify === true || chosen.cluster["insecure-skip-tls-verify"] === true;
  const server = chosen.server.href.replace(/\/$/, "");
  const surroundings = { files, insecure, environment: options.environment ?? process.env, nowMs: Date.now };
  const { onCredentialFailure } = options;
  const withHiddenFailures = (authorize: Authorize) =>
    onCredentialFailure === undefined ? authorize : hiddenCredentials(authorize, onCredentialFailure);
  const authorize = withHiddenFailures(
    createAuthorize(chosen, {
      ...surroundings,
      load,
      ...(options.as === undefined ? {} : { as: options.as }),
      ...(options.asGroup === undefined ? {} : { asGroup: options.asGroup }),
      ...(options.asUid === undefined ? {} : { asUid: options.asUid }),
    }),
  );
  const pace = new FailurePace(systemTimers);
  const withoutUser = (context: ChosenContext): ChosenContext => ({ ...context, user: {} });
  const authorizeAnonymous = withHiddenFailures(createAuthorize(withoutUser(chosen), { ...surroundings, load: () => withoutUser(load()) }));
  return {
    kind: "cluster",
    transport: createTransport({ server, authorize, pace, onRequest: options.onRequest }),
    reviews: createReviews(createReviewTransport({ server, authorize, authorizeAnonymous, pace })),
    credentials: { server, authorize, authorizeAnonymous, pace },
    context: chosen.context,
    namespace: chosen.namespace,
    server,
    authority: authorityOf(chosen),
    isProxied: typeof chosen.cluster["proxy-url"] === "string" && chosen.cluster["proxy-url"] !== "",
    insecure,
  };
}

/** Selects the cluster like kubectl: --kubeconfig, KUBECONFIG, ~/.kube/config, the pod's service account. Only if
 *  none exists, it selects the simulator. Throws ConnectionError if a configuration exists and cannot be used:
 *  never a silent simulator, never an invented localhost. Reads files and opens no connection. */
export function connect(options: ConnectionOptions): ConnectionMode {
  const folder = options.serviceAccountFolder ?? SERVICE_ACCOUNT_FOLDER;
  const isPod = options.serviceHost !== undefined && options.serviceHost !== "" && existsSync(join(folder, "token"));
  if (options.inCluster === true) {
    if (!isPod) throw new ConnectionError("--in-cluster needs a pod with a service account token: there is none here");
    return open(() => podContext(options, folder), options);
  }
  const files = kubeconfigFiles(options);
  if (files.length > 0) return open((isStart) => withOverrides(chooseContext(readKubeconfigs(files, isStart), options), options), options);
  const { server } = options;
  if (server !== undefined) return open(() => withOverrides(contextOfServer(server), options), options);
  for (const flag of ["context", "cluster", "user"] as const)
    if (options[flag] !== undefined)
      throw new ConnectionError(`${flag} "${options[flag]}" was asked for, and there is no kubeconfig: name one with --kubeconfig`);
  return isPod ? open(() => podContext(options, folder), options) : { kind: "simulator" };
}
