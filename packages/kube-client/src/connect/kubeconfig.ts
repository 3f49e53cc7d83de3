import { dirname, isAbsolute, join, resolve } from "node:path";
import { readYamlValue } from "@daemonscope/kube/yaml/manifest-text";
import { ManifestTextError } from "@daemonscope/kube/yaml/manifest-text-error";
import { isJson, type Json } from "../decode/fields.ts";
import { ConnectionError, REMEDY } from "../http/connection-error.ts";
import { CONFIG_LIMIT_BYTES, readSmallFile, unreadable } from "./small-file.ts";

/** One or more kubeconfig files, merged but not validated: only the chosen entries must be complete. Paths in it
 *  are absolute. */
export interface Kubeconfig {
  /** `kubeconfig /a/b`, for sentences. */
  readonly where: string;
  readonly clusters: ReadonlyMap<string, Json>;
  readonly users: ReadonlyMap<string, Json>;
  readonly contexts: ReadonlyMap<string, Json>;
  /** Empty if none is set. */
  readonly currentContext: string;
}

const FIELDS = ["clusters", "contexts", "users", "current-context"];

function read(path: string, acceptsPipe: boolean): string {
  try {
    return readSmallFile(path, { limitBytes: CONFIG_LIMIT_BYTES, acceptsPipe }).toString("utf8");
  } catch (cause) {
    throw new ConnectionError(`kubeconfig ${path} ${unreadable(cause)}: ${REMEDY}`, { cause });
  }
}

/** Returns the parser's message without the file's text, which may contain a token. */
function parserWords(cause: unknown): string {
  if (!(cause instanceof ManifestTextError)) return "";
  const { message, syntax } = cause;
  return (syntax === undefined ? message : `${syntax.message} at line ${syntax.line}, column ${syntax.column}`).slice(0, 200);
}

/** Reads the named entries of one list of a file: `name` → the object under `field`. */
function entries(config: Json, list: string, field: string, path: string): Map<string, Json> {
  const found = new Map<string, Json>();
  const value = config[list] ?? [];
  if (!Array.isArray(value)) throw new ConnectionError(`kubeconfig ${path}: ${list} is not a list; ${REMEDY}`);
  for (const entry of value)
    if (isJson(entry) && typeof entry.name === "string" && !found.has(entry.name)) {
      const content = entry[field];
      found.set(entry.name, isJson(content) ? content : {});
    }
  return found;
}

/** Makes paths absolute. Like in kubectl, paths in a kubeconfig are relative to the file, not to the working
 *  directory. */
function withAbsolutePaths(entry: Json, fields: readonly string[], folder: string): Json {
  const absolute = fields.flatMap((field) => {
    const path = entry[field];
    return typeof path === "string" && path !== "" && !isAbsolute(path) ? [[field, join(folder, path)] as const] : [];
  });
  const { exec } = entry;
  const command = isJson(exec) ? exec.command : undefined;
  // A command without a slash is searched in PATH. A command with a slash is a path like the others.
  const isRelative = typeof command === "string" && /[\\/]/.test(command) && !isAbsolute(command);
  return {
    ...entry,
    ...Object.fromEntries(absolute),
    ...(isRelative && isJson(exec) ? { exec: { ...exec, command: join(folder, command) } } : {}),
  };
}

/** Reads one file; undefined if it is empty. Throws ConnectionError. */
function readOne(path: string, acceptsPipe: boolean): Omit<Kubeconfig, "where"> | undefined {
  const text = read(path, acceptsPipe);
  if (text.trim() === "") return undefined;
  let config: unknown;
  try {
    config = readYamlValue(text, "it");
  } catch (cause) {
    // The cause is left out: it quotes the file.
    throw new ConnectionError(`kubeconfig ${path} cannot be read as YAML (${parserWords(cause)}): ${REMEDY}`);
  }
  if (config === null || config === undefined) return undefined;
  if (!isJson(config) || !FIELDS.some((field) => Object.hasOwn(config as object, field)))
    throw new ConnectionError(`kubeconfig ${path} is not a kubeconfig: it has no clusters, contexts or users; ${REMEDY}`);
  const folder = dirname(resolve(path));
  const current = config["current-context"];
  const all = (list: string, field: string, paths: readonly string[]) =>
    new Map([...entries(config, list, field, path)].map(([name, entry]) => [name, withAbsolutePaths(entry, paths, folder)]));
  return {
    clusters: all("clusters", "cluster", ["certificate-authority"]),
    users: all("users", "user", ["client-certificate", "client-key", "tokenFile"]),
    contexts: all("contexts", "context", []),
    currentContext: typeof current === "string" ? current : "",
  };
}

/** Reads and merges files like kubectl: the first file wins for entries with equal names and for the current
 *  context. Ignores empty files if another file has content. `acceptsPipe`: see SmallFileOptions. Throws
 *  ConnectionError. */
export function readKubeconfigs(paths: readonly string[], acceptsPipe = true): Kubeconfig {
  const read = paths.map((path) => readOne(path, acceptsPipe));
  const files = read.filter((file) => file !== undefined);
  if (files.length === 0) throw new ConnectionError(`kubeconfig ${paths.join(" and ")} is empty: ${REMEDY}`);
  const firstWins = (entriesOf: (file: Omit<Kubeconfig, "where">) => ReadonlyMap<string, Json>) =>
    new Map([...files].reverse().flatMap((file) => [...entriesOf(file)]));
  return {
    where: paths.length === 1 ? `kubeconfig ${paths[0]}` : `kubeconfigs ${paths.join(" and ")}`,
    clusters: firstWins((file) => file.clusters),
    users: firstWins((file) => file.users),
    contexts: firstWins((file) => file.contexts),
    currentContext: files.find((file) => file.currentContext !== "")?.currentContext ?? "",
  };
}
