import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { nearestNames } from "@daemonscope/kube/nearest";
import { KubeConfig } from "@kubernetes/client-node";
import { createTransport, type Transport } from "./transport.ts";

/** What decides which cluster is meant: kubectl's flags and its environment, handed in. */
export interface ConnectionOptions {
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly cluster?: string;
  readonly user?: string;
  readonly as?: string;
  readonly asGroup?: readonly string[];
  readonly insecureSkipTlsVerify?: boolean;
  readonly inCluster?: boolean;
  /** Of the environment: KUBECONFIG, as it is. */
  readonly kubeconfigVariable?: string;
  readonly home?: string;
  readonly pathDelimiter: string;
  /** Of the environment: KUBERNETES_SERVICE_HOST. */
  readonly serviceHost?: string;
}

export type ConnectionChoice =
  | {
      readonly kind: "cluster";
      readonly transport: Transport;
      readonly context: string;
      readonly server: string;
      readonly insecure: boolean;
    }
  | { readonly kind: "simulator" };

/** A configuration that cannot be used: one sentence with the thing, the cause and the way out. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
}

const SERVICE_ACCOUNT = "/var/run/secrets/kubernetes.io/serviceaccount/token";
const WAY_OUT = "fix it, name another file with --kubeconfig, or look at a simulated cluster with --simulate";

function readFile(path: string): string {
  let text: string;
  try {
    if (statSync(path).isDirectory()) throw new ConnectionError(`kubeconfig ${path} is a folder, not a file: ${WAY_OUT}`);
    text = readFileSync(path, "utf8");
  } catch (cause) {
    if (cause instanceof ConnectionError) throw cause;
    const code = (cause as { code?: string }).code;
    const why =
      code === "ENOENT"
        ? "does not exist"
        : code === "EACCES"
          ? "may not be read by this user"
          : `cannot be read (${code ?? "unknown error"})`;
    throw new ConnectionError(`kubeconfig ${path} ${why}: ${WAY_OUT}`, { cause });
  }
  if (text.trim() === "") throw new ConnectionError(`kubeconfig ${path} is empty: ${WAY_OUT}`);
  return text;
}

function parse(path: string): KubeConfig {
  const config = new KubeConfig();
  const text = readFile(path);
  if (!/^\s*("?)(clusters|contexts|users|current-context|apiVersion|kind)\1\s*:/m.test(text) && !text.trim().startsWith("{"))
    throw new ConnectionError(`kubeconfig ${path} is not a kubeconfig: it has no clusters, contexts or users; ${WAY_OUT}`);
  try {
    config.loadFromString(text);
  } catch (cause) {
    const why = cause instanceof Error ? (cause.message.split("\n")[0] ?? "") : "";
    throw new ConnectionError(`kubeconfig ${path} cannot be read as YAML (${why.slice(0, 200)}): ${WAY_OUT}`, { cause });
  }
  // As kubectl does: paths in a kubeconfig are relative to the file, not to where the command was typed.
  config.makePathsAbsolute(dirname(resolve(path)));
  return config;
}

/** kubectl's precedence: the flag, then the list of KUBECONFIG with missing files left out, then ~/.kube/config. */
function filesOf(options: ConnectionOptions): readonly string[] {
  if (options.kubeconfig !== undefined) return [options.kubeconfig];
  const listed = (options.kubeconfigVariable ?? "").split(options.pathDelimiter).filter((path) => path !== "");
  if (listed.length > 0) {
    const present = listed.filter((path) => existsSync(path));
    if (present.length === 0)
      throw new ConnectionError(
        `KUBECONFIG names ${listed.join(" and ")}, and no such file exists: correct it, unset it, or look at a simulated cluster with --simulate`,
      );
    return present;
  }
  const own = options.home === undefined ? undefined : join(options.home, ".kube", "config");
  return own !== undefined && existsSync(own) ? [own] : [];
}

function merged(files: readonly string[]): KubeConfig {
  const [first, ...others] = files.map(parse);
  if (first === undefined) throw new ConnectionError("no kubeconfig");
  for (const other of others) {
    // The first file that sets a thing wins, also for current-context, as kubectl does.
    const context = first.getCurrentContext() || other.getCurrentContext();
    const have = (list: readonly { readonly name: string }[], name: string) => list.some((entry) => entry.name === name);
    first.clusters = [...first.clusters, ...other.clusters.filter(({ name }) => !have(first.clusters, name))];
    first.users = [...first.users, ...other.users.filter(({ name }) => !have(first.users, name))];
    first.contexts = [...first.contexts, ...other.contexts.filter(({ name }) => !have(first.contexts, name))];
    first.setCurrentContext(context);
  }
  return first;
}

function nearest(wanted: string, names: readonly string[]): string {
  const near = nearestNames(wanted, names)[0];
  return near === undefined ? `there are: ${names.join(", ") || "none"}` : `did you mean "${near}"? There are: ${names.join(", ")}`;
}

function choose(config: KubeConfig, options: ConnectionOptions, where: string): void {
  const contexts = config.contexts.map(({ name }) => name);
  if (options.context !== undefined) {
    if (!contexts.includes(options.context))
      throw new ConnectionError(`context "${options.context}" does not exist in ${where}; ${nearest(options.context, contexts)}`);
    config.setCurrentContext(options.context);
  }
  const current = config.getCurrentContext();
  if (current === "" || current === undefined)
    throw new ConnectionError(
      `${where} has no current-context: choose one with --context (${contexts.join(", ") || "it has no contexts"})`,
    );
  const context = config.getContextObject(current);
  if (context === null) throw new ConnectionError(`current-context "${current}" does not exist in ${where}; ${nearest(current, contexts)}`);
  const clusters = config.clusters.map(({ name }) => name);
  const users = config.users.map(({ name }) => name);
  const cluster = options.cluster ?? context.cluster;
  const user = options.user ?? context.user;
  if (!clusters.includes(cluster))
    throw new ConnectionError(`cluster "${cluster}" of context "${current}" does not exist in ${where}; ${nearest(cluster, clusters)}`);
  if (user !== undefined && user !== "" && !users.includes(user))
    throw new ConnectionError(`user "${user}" of context "${current}" does not exist in ${where}; ${nearest(user, users)}`);
  config.contexts = [...config.contexts.filter(({ name }) => name !== current), { ...context, cluster, user }];
}

function transportOf(config: KubeConfig, options: ConnectionOptions, where: string): ConnectionChoice {
  const cluster = config.getCurrentCluster();
  if (cluster === null) throw new ConnectionError(`${where} names no cluster to connect to`);
  let server: URL;
  try {
    server = new URL(cluster.server);
  } catch (cause) {
    throw new ConnectionError(
      `the server "${cluster.server}" of cluster "${cluster.name}" in ${where} is no address: it must look like https://host:6443`,
      { cause },
    );
  }
  if (server.protocol !== "https:" && server.protocol !== "http:")
    throw new ConnectionError(
      `the server "${cluster.server}" of cluster "${cluster.name}" in ${where} must begin with https:// or http://`,
    );
  const insecure = options.insecureSkipTlsVerify === true || cluster.skipTLSVerify === true;
  const transport = createTransport({
    server: cluster.server.replace(/\/$/, ""),
    async authorize(request) {
      const target = { headers: {} as Record<string, string> };
      await config.applyToHTTPSOptions(target as Parameters<KubeConfig["applyToHTTPSOptions"]>[0]);
      const applied = target as Record<string, unknown> & { headers?: Record<string, string>; auth?: string };
      for (const key of ["ca", "cert", "key", "pfx", "passphrase", "servername", "rejectUnauthorized", "auth"])
        if (applied[key] !== undefined && applied[key] !== null) (request as Record<string, unknown>)[key] = applied[key];
      if (insecure) (request as Record<string, unknown>).rejectUnauthorized = false;
      request.headers = {
        ...request.headers,
        ...applied.headers,
        ...(options.as === undefined ? {} : { "Impersonate-User": options.as }),
        ...(options.asGroup === undefined || options.asGroup.length === 0 ? {} : { "Impersonate-Group": [...options.asGroup] }),
      } as Record<string, string>;
      return 0;
    },
  });
  return { kind: "cluster", transport, context: config.getCurrentContext(), server: cluster.server, insecure };
}

/** Chooses the cluster as kubectl would: --kubeconfig, KUBECONFIG, ~/.kube/config, the pod's service account; the simulator only where there is nothing.
 *  Throws ConnectionError for anything that is configured and cannot be used: never a silent simulator, never an invented localhost. */
export function connect(options: ConnectionOptions): ConnectionChoice {
  const config = new KubeConfig();
  const fromPod = options.serviceHost !== undefined && options.serviceHost !== "" && existsSync(SERVICE_ACCOUNT);
  if (options.inCluster === true) {
    if (!fromPod) throw new ConnectionError("--in-cluster needs a pod with a service account token: there is none here");
    config.loadFromCluster();
    return transportOf(config, options, "the pod's service account");
  }
  const files = filesOf(options);
  if (files.length > 0) {
    const found = merged(files);
    const where = files.length === 1 ? `kubeconfig ${files[0]}` : `kubeconfigs ${files.join(" and ")}`;
    choose(found, options, where);
    return transportOf(found, options, where);
  }
  if (options.context !== undefined)
    throw new ConnectionError(`context "${options.context}" was asked for, and there is no kubeconfig: name one with --kubeconfig`);
  if (fromPod) {
    config.loadFromCluster();
    return transportOf(config, options, "the pod's service account");
  }
  return { kind: "simulator" };
}

/** A transport to a plain http API server without credentials: the embedded simulator. */
export function plainTransport(server: string): Transport {
  return createTransport({ server, authorize: () => Promise.resolve(0) });
}
