import { nearestNames } from "@daemonscope/kube/base/nearest";
import { nameOfKey, namespaceOfKey } from "@daemonscope/kube/base/object-key";
import type { KubeDaemonSet } from "@daemonscope/kube/objects";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { isListed, type ListOptions } from "../options/list-options.ts";

const NAMES_SHOWN = 10;

function existingNames(names: readonly string[]): string {
  const more = names.length > NAMES_SHOWN ? ` and ${names.length - NAMES_SHOWN} more` : "";
  return `${names.length === 1 ? "there is only" : "there are"} ${names.slice(0, NAMES_SHOWN).join(", ")}${more}`;
}

/** The requested object does not exist. */
export class NotFoundError extends UsageError {}

/** Returns the error for a name that does not exist, with similar names or the existing ones. */
export function notFoundError(kind: string, name: string, where: string, names: readonly string[]): NotFoundError {
  const near = nearestNames(name, names);
  const hint = near.length > 0 ? `did you mean ${near.join(" or ")}?` : names.length === 0 ? "there is none." : `${existingNames(names)}.`;
  return new NotFoundError(`There is no ${kind} "${name}"${where}: ${hint}`);
}

/** Returns the keys of all these names, in the order of `keys`; without names all. Throws like `selectKeys`, unless
 *  names that do not exist are ignored. */
function selectNamedKeys(
  keys: readonly string[],
  names: readonly string[],
  namespace: string | undefined,
  namespaces: Iterable<string>,
  ignoreNotFound: boolean,
): readonly string[] {
  if (names.length === 0) return keys;
  const known = ignoreNotFound ? names.filter((name) => keys.some((key) => key.endsWith(`/${name}`))) : names;
  const chosen = new Set(known.flatMap((name) => selectKeys(keys, name, namespace, namespaces)));
  return keys.filter((key) => chosen.has(key));
}

/**
 * Returns the requested keys among `keys` (`namespace/name`): those of one name, or all. Throws UsageError for a name
 * that does not exist. `namespaces`: the namespaces that are known to have DaemonSets.
 */
export function selectKeys(
  keys: readonly string[],
  name: string | undefined,
  namespace: string | undefined,
  namespaces: Iterable<string> = [],
): readonly string[] {
  if (name === undefined) return keys;
  const chosen = keys.filter((key) => key.endsWith(`/${name}`));
  if (chosen.length > 0) return chosen;
  const names = [...new Set(keys.map(nameOfKey))];
  const where = namespace === undefined ? " in any namespace" : ` in namespace "${namespace}"`;
  const error = notFoundError("DaemonSet", name, where, names);
  if (namespace === undefined || names.length > 0) throw error;
  const [near] = nearestNames(namespace, namespaces);
  const namespaceHint = near === undefined ? "Use -n to choose a namespace or -A for all." : `Did you mean namespace ${near}?`;
  throw new NotFoundError(`${error.message} ${namespaceHint}`);
}

/** The DaemonSets that a command line names: arguments, or selectors. */
export interface DaemonSetSelection {
  /** Names without the kind; empty: all. */
  readonly daemonSets: readonly string[];
  readonly list: Pick<ListOptions, "labels" | "fields" | "ignoreNotFound">;
}

/** Reports whether a command line selects a DaemonSet of its namespaces. */
export const isSelected = ({ daemonSets, list }: DaemonSetSelection, daemonSet: Pick<KubeDaemonSet, "metadata"> | undefined): boolean =>
  daemonSet !== undefined && isListed(list, daemonSet) && (daemonSets.length === 0 || daemonSets.includes(daemonSet.metadata.name));

/**
 * Returns the selected keys of a list, in its order. `namespace`: only in this one. Throws like `selectKeys` for a
 * name that does not exist.
 */
export function selectDaemonSets(
  keys: readonly string[],
  daemonSetOf: (key: string) => Pick<KubeDaemonSet, "metadata"> | undefined,
  selection: DaemonSetSelection,
  namespace: string | undefined,
): readonly string[] {
  const inScope = keys.filter((key) => namespace === undefined || key.startsWith(`${namespace}/`));
  return selectNamedKeys(inScope, selection.daemonSets, namespace, namespacesOf(keys), selection.list.ignoreNotFound).filter((key) =>
    isSelected(selection, daemonSetOf(key)),
  );
}

/** Returns the namespaces of DaemonSets, in the order of the keys. */
export const namespacesOf = (keys: readonly string[]): readonly string[] => [...new Set(keys.map(namespaceOfKey))];
