import { nearestNames } from "@daemonscope/kube/base/nearest";
import type { Json } from "../decode/fields.ts";
import { ConnectionError } from "../http/connection-error.ts";
import type { Kubeconfig } from "./kubeconfig.ts";

/** The used part of a kubeconfig: one context, its cluster and its user, under kubectl's field names. */
export interface ChosenContext {
  readonly context: string;
  readonly server: URL;
  /** `default` if the context names none. */
  readonly namespace: string;
  readonly cluster: Json;
  /** Empty if the context names none. */
  readonly userName: string;
  readonly user: Json;
}

/** kubectl's flags that select a context, a cluster or a user. */
interface ContextFlags {
  readonly context?: string;
  readonly cluster?: string;
  readonly user?: string;
  /** An address that replaces the cluster's, so that no cluster must be named. */
  readonly server?: string;
}

const NAMES_SHOWN = 20;

function listed(names: readonly string[]): string {
  const more = names.length > NAMES_SHOWN ? ` and ${names.length - NAMES_SHOWN} more` : "";
  return names.length === 0 ? "none" : `${names.slice(0, NAMES_SHOWN).join(", ")}${more}`;
}

function nearest(wanted: string, names: readonly string[]): string {
  const near = nearestNames(wanted, names)[0];
  return near === undefined ? `there are: ${listed(names)}` : `did you mean "${near}"? There are: ${listed(names)}`;
}

const textOf = (entry: Json, field: string): string => {
  const value = entry[field];
  return typeof value === "string" ? value : "";
};

/** Parses the address of a cluster. Throws ConnectionError if the address is invalid or carries a user or a
 *  password. */
export function serverOf(server: string, owner: string): URL {
  if (server === "") throw new ConnectionError(`${owner} has no server: it must name one, like https://host:6443`);
  // kubectl reads an address without a scheme as http.
  const address = server.includes("://") ? server : `http://${server}`;
  if (!URL.canParse(address))
    throw new ConnectionError(`the server "${server}" of ${owner} is no address: it must look like https://host:6443`);
  const url = new URL(address);
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw new ConnectionError(`the server "${server}" of ${owner} must begin with https:// or http://`);
  if (url.username !== "" || url.password !== "")
    throw new ConnectionError(`the server of ${owner} carries a user or a password: put them under users in the kubeconfig`);
  return url;
}

/** Selects the same context as kubectl. Throws ConnectionError; if a name does not exist, the message has the
 *  nearest name. */
export function chooseContext({ where, clusters, users, contexts, currentContext }: Kubeconfig, flags: ContextFlags): ChosenContext {
  const names = [...contexts.keys()];
  const context = flags.context ?? currentContext;
  const found = contexts.get(context);
  if (found === undefined && flags.context !== undefined)
    throw new ConnectionError(`context "${context}" does not exist in ${where}; ${nearest(context, names)}`);
  if (found === undefined && context !== "")
    throw new ConnectionError(`current-context "${context}" does not exist in ${where}; ${nearest(context, names)}`);
  if (found === undefined && flags.cluster === undefined && flags.server === undefined)
    throw new ConnectionError(`${where} has no current-context: choose one with --context (there are: ${listed(names)})`);
  const contextText = found === undefined ? "" : ` of context "${context}"`;
  const clusterName = flags.cluster ?? textOf(found ?? {}, "cluster");
  const cluster = clusterName === "" && flags.server !== undefined ? {} : clusters.get(clusterName);
  if (clusterName === "" && flags.server === undefined)
    throw new ConnectionError(
      `context "${context}" in ${where} names no cluster: choose one with --cluster (there are: ${listed([...clusters.keys()])})`,
    );
  if (cluster === undefined)
    throw new ConnectionError(
      `cluster "${clusterName}"${contextText} does not exist in ${where}; ${nearest(clusterName, [...clusters.keys()])}`,
    );
  const userName = flags.user ?? textOf(found ?? {}, "user");
  const user = userName === "" ? {} : users.get(userName);
  if (user === undefined)
    throw new ConnectionError(`user "${userName}"${contextText} does not exist in ${where}; ${nearest(userName, [...users.keys()])}`);
  const server =
    flags.server === undefined
      ? serverOf(textOf(cluster, "server"), `cluster "${clusterName}" in ${where}`)
      : serverOf(flags.server, "--server");
  return {
    context: context || clusterName || server.host,
    server,
    namespace: textOf(found ?? {}, "namespace") || "default",
    cluster,
    userName,
    user,
  };
}
