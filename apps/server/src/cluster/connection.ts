import { existsSync } from "node:fs";
import { join } from "node:path";
import { systemTimers } from "../clock.ts";
import { readSmallFile, SECRET_LIMIT_BYTES } from "../small-file.ts";
import type { Credentials } from "./asker.ts";
import { type ChosenContext, chooseContext, serverOf } from "./choose-context.ts";
import { ConnectionError } from "./connection-error.ts";
import { CredentialFiles } from "./credential-files.ts";
import { createAuthorize } from "./credentials.ts";
import type { Authorize } from "./exchange.ts";
import { FailurePace } from "./failure-pace.ts";
import { hiddenCredentials } from "./hidden-credentials.ts";
import { readKubeconfigs } from "./kubeconfig.ts";
import { type KubeconfigPlaces, kubeconfigFiles } from "./kubeconfig-files.ts";
import { createReviewTransport } from "./review-transport.ts";
import { type Reviews, reviewsThrough } from "./reviews.ts";
import { createTransport, type Transport } from "./transport.ts";

/** What decides which cluster is meant: kubectl's flags and its environment, handed in. */
export interface ConnectionOptions extends KubeconfigPlaces {
  readonly context?: string;
  readonly cluster?: string;
  readonly user?: string;
  readonly as?: string;
  readonly asGroup?: readonly string[];
  readonly insecureSkipTlsVerify?: boolean;
  readonly inCluster?: boolean;
  /** Of the environment: KUBERNETES_SERVICE_HOST. */
  readonly serviceHost?: string;
  /** What credential plugins see, and where the port of the pod's API server is found; the process's own when left out. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Where a pod finds its token and its certificate authority. */
  readonly serviceAccountFolder?: string;
  /** Takes the reason when credentials cannot be made, where failures are shown to others than the owner of this process; all else then says CREDENTIALS_UNUSABLE. */
  readonly onCredentialFailure?: ((text: string) => void) | undefined;
}

export type ConnectionChoice =
  | {
      readonly kind: "cluster";
      readonly transport: Transport;
      /** Questions about people; nothing is asked until somebody does. */
      readonly reviews: Reviews;
      /** For whoever may write (writes/). */
      readonly credentials: Credentials;
      readonly context: string;
      /** Of the context. */
      readonly namespace: string;
      readonly server: string;
      /** What its certificate is checked against, as the kubeconfig has it; empty where it says nothing. */
      readonly authority: string;
      /** It is reached through a proxy of its own (proxy-url). */
      readonly isProxied: boolean;
      /** The server's certificate is not checked. */
      readonly insecure: boolean;
    }
  | { readonly kind: "simulator" };

const SERVICE_ACCOUNT_FOLDER = "/var/run/secrets/kubernetes.io/serviceaccount";
/** What the Kubernetes client calls a pod's own context. */
const POD_CONTEXT = "inClusterContext";

function podNamespace(folder: string): string {
  const file = join(folder, "namespace");
  return (existsSync(file) && readSmallFile(file, { limitBytes: SECRET_LIMIT_BYTES }).toString("utf8").trim()) || "default";
}

/** The pod's own service account, as a context. */
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

/** A file that cannot be read is no sameness: who connects says what is wrong with it. */
function authorityOf({ cluster }: ChosenContext): string {
  const data = cluster["certificate-authority-data"];
  const file = cluster["certificate-authority"];
  return typeof data === "string" && data !== "" ? data : typeof file === "string" ? file : "";
}

/** `load` is called with true while the process starts, and with false for each renewal. */
function open(loadAt: (isStart: boolean) => ChosenContext, options: ConnectionOptions): ConnectionChoice {
  const chosen = loadAt(true);
  const load = () => loadAt(false);
  const files = new CredentialFiles();
  files.check(chosen);
  const insecure = options.insecureSkipTlsVerify === true || chosen.cluster["insecure-skip-tls-verify"] === true;
  const server = chosen.server.href.replace(/\/$/, "");
  const surroundings = { files, insecure, environment: options.environment ?? process.env, nowMs: Date.now };
  const { onCredentialFailure } = options;
  const shown = (made: Authorize) => (onCredentialFailure === undefined ? made : hiddenCredentials(made, onCredentialFailure));
  const authorize = shown(
    createAuthorize(chosen, {
      ...surroundings,
      load,
      ...(options.as === undefined ? {} : { as: options.as }),
      ...(options.asGroup === undefined ? {} : { asGroup: options.asGroup }),
    }),
  );
  const pace = new FailurePace(systemTimers);
  const asNobody = (context: ChosenContext): ChosenContext => ({ ...context, user: {} });
  const authorizeNobody = shown(createAuthorize(asNobody(chosen), { ...surroundings, load: () => asNobody(load()) }));
  return {
    kind: "cluster",
    transport: createTransport({ server, authorize, pace }),
    reviews: reviewsThrough(createReviewTransport({ server, authorize, authorizeNobody, pace })),
    credentials: { server, authorize, authorizeNobody, pace },
    context: chosen.context,
    namespace: chosen.namespace,
    server,
    authority: authorityOf(chosen),
    isProxied: typeof chosen.cluster["proxy-url"] === "string" && chosen.cluster["proxy-url"] !== "",
    insecure,
  };
}

/** Chooses the cluster as kubectl would: --kubeconfig, KUBECONFIG, ~/.kube/config, the pod's service account; the simulator only where there is nothing.
 *  Throws ConnectionError for anything that is configured and cannot be used: never a silent simulator, never an invented localhost.
 *  Reads files, and connects to nobody. */
export function connect(options: ConnectionOptions): ConnectionChoice {
  const folder = options.serviceAccountFolder ?? SERVICE_ACCOUNT_FOLDER;
  const isPod = options.serviceHost !== undefined && options.serviceHost !== "" && existsSync(join(folder, "token"));
  if (options.inCluster === true) {
    if (!isPod) throw new ConnectionError("--in-cluster needs a pod with a service account token: there is none here");
    return open(() => podContext(options, folder), options);
  }
  const files = kubeconfigFiles(options);
  if (files.length > 0) return open((isStart) => chooseContext(readKubeconfigs(files, isStart), options), options);
  for (const flag of ["context", "cluster", "user"] as const)
    if (options[flag] !== undefined)
      throw new ConnectionError(`${flag} "${options[flag]}" was asked for, and there is no kubeconfig: name one with --kubeconfig`);
  return isPod ? open(() => podContext(options, folder), options) : { kind: "simulator" };
}
