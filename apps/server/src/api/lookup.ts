import type { PodFacts } from "@daemonscope/daemonset/pods/pod-facts";
import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { nearestNames } from "@daemonscope/kube/base/nearest";
import { hasSynced, type SourceName } from "@daemonscope/kube/source-status";
import { MOMENT_PARAMETER } from "@daemonscope/shared/http/history";
import { ApiFailure } from "../platform/failure/api-failure.ts";
import { type NamedValues, type ParameterKind, readQuery } from "../platform/failure/read-query.ts";
import { suggestionSuffix } from "../platform/failure/suggestion-suffix.ts";
import type { ServedReading } from "../readings/served-reading.ts";

/** Returns the named parameters. Throws a 400 that names the wrong one. */
export function readParameters<Name extends string, Optional extends string = never>(
  query: unknown,
  kinds: Readonly<Record<Name, ParameterKind>>,
  optional?: Readonly<Record<Optional, ParameterKind>>,
): NamedValues<Name, Optional> {
  // The moment was handled before the route (readings/moment.ts).
  const { [MOMENT_PARAMETER]: _moment, ...named } = query as Readonly<Record<string, unknown>>;
  const result = readQuery(named, kinds, optional);
  if (!result.ok) throw new ApiFailure(400, "BadParameter", result.message);
  return result.values;
}

/** Throws a 503 if a kind was not read. Without it, the server cannot state that an object does not exist. */
export function requireSourceRead(served: ServedReading, source: SourceName, about: string): void {
  const status = served.sources()[source];
  if (hasSynced(status)) return;
  const why = status.state === "forbidden" ? "they may not be read" : "they are not read yet";
  throw new ApiFailure(
    503,
    "NotRead",
    `Nothing is known about ${about}: it needs ${source}, and ${why}${status.detail === undefined ? "" : `; ${status.detail}`}.`,
  );
}

/** Returns the DaemonSet's key, or throws a 404 with similar names. */
export function requireDaemonSetKey(served: ServedReading, namespace: string, name: string, cluster = "the watched cluster"): string {
  const key = `${namespace}/${name}`;
  if (served.reading.daemonSetRecord(key) !== undefined) return key;
  requireSourceRead(served, "daemonsets", `DaemonSet ${key}`);
  const nearest = nearestNames(key, served.reading.daemonSetKeys());
  throw new ApiFailure(404, "DaemonSetNotFound", `There is no DaemonSet ${key} in ${cluster}.${suggestionSuffix(nearest)}`, nearest);
}

/** Returns a pod of the DaemonSet and its node, or throws a 404 with similar names. Without nodes no pod is found, so a
 *  user who may not read them gets a 503. O(nodes). */
export function requirePod(served: ServedReading, key: string, name: string): { readonly node: string; readonly pod: PodFacts } {
  const { reading } = served;
  const names: string[] = [];
  for (const { name: node } of reading.nodes())
    for (const pod of reading.podsOf(key, node)) {
      if (pod.name === name) return { node, pod };
      names.push(pod.name);
    }
  for (const source of ["nodes", "pods"] as const) requireSourceRead(served, source, `pod ${name}`);
  const nearest = nearestNames(name, names);
  throw new ApiFailure(404, "PodNotFound", `DaemonSet ${key} has no pod ${name} (any more).${suggestionSuffix(nearest)}`, nearest);
}

/** Returns the node's record, or throws a 404 with similar names. */
export function requireNode(served: ServedReading, name: string): NodeRecord {
  const node = served.reading.nodeRecord(name);
  if (node !== undefined) return node;
  requireSourceRead(served, "nodes", `node ${name}`);
  const nearest = nearestNames(
    name,
    served.reading.nodes().map((record) => record.name),
  );
  throw new ApiFailure(404, "NodeNotFound", `There is no node ${name} in the watched cluster.${suggestionSuffix(nearest)}`, nearest);
}
