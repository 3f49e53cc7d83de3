import { reversalOf } from "@daemonscope/daemonset/managed/owner-revision";
import { ownershipOf } from "@daemonscope/daemonset/managed/ownership";
import { appendTo } from "@daemonscope/kube/base/append-to";
import { splitKey } from "@daemonscope/kube/base/object-key";
import type { KubeDaemonSet } from "@daemonscope/kube/objects";
import { timeMs } from "@daemonscope/kube/values/time";
import { decodeDaemonSet } from "@daemonscope/kube-client/decode/decode-daemon-set";
import { type Json, objectField, textField } from "@daemonscope/kube-client/decode/fields";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import { inNamespace, WATCHED } from "@daemonscope/kube-client/http/resources";
import { english } from "@daemonscope/words/english";
import { reversalText } from "@daemonscope/words/facts/ownership-text";
import { ApiFailure } from "../../platform/failure/api-failure.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { type EventSubject, fetchEvents, toEventEntry } from "../../readings/on-demand/fetch-events.ts";
import { OnDemandReads } from "../../watch/on-demand-reads.ts";
import type { OpenCluster } from "../open/cluster-for-command.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Happening } from "./happening.ts";

/** Above the revisions of any namespace. */
const MAX_REVISIONS = 5000;

/** A ControllerRevision of a DaemonSet. */
interface ListedRevision {
  readonly daemonSet: string;
  readonly revision: number;
  readonly createdAtMs: number;
}

/** Returns the revisions of the DaemonSets of a namespace, or of all. Throws KubeRequestError. */
async function listRevisions(reads: OnDemandReads, namespace: string | undefined): Promise<readonly ListedRevision[]> {
  const { path } = inNamespace(WATCHED.controllerrevisions, namespace);
  const { objects } = await reads.list("revisions", { path, limit: MAX_REVISIONS }, (object): ListedRevision | undefined => {
    const metadata = objectField(object, "metadata");
    const owners = Array.isArray(metadata.ownerReferences) ? (metadata.ownerReferences as readonly unknown[]) : [];
    const owner = owners.find((each) => (each as { readonly kind?: unknown } | null)?.kind === "DaemonSet") as
      | { readonly name?: unknown }
      | undefined;
    const createdAtMs = timeMs(textField(metadata, "creationTimestamp"));
    const { revision } = object;
    if (typeof owner?.name !== "string" || createdAtMs === undefined || typeof revision !== "number") return undefined;
    return { daemonSet: `${textField(metadata, "namespace") ?? ""}/${owner.name}`, revision, createdAtMs };
  });
  return objects;
}

/** Returns the revisions by DaemonSet, the newest first. */
function newestByDaemonSet(revisions: readonly ListedRevision[]): ReadonlyMap<string, readonly ListedRevision[]> {
  const byKey = new Map<string, ListedRevision[]>();
  for (const each of revisions) appendTo(byKey, each.daemonSet, each);
  for (const each of byKey.values()) each.sort((a, b) => b.revision - a.revision);
  return byKey;
}

/** Reports whether a revision has the template of an earlier one: the controller then gives that one a new number.
 *  Source: pkg/controller/daemon/update.go, dedupCurHistories. */
const isReused = ({ revision, createdAtMs }: ListedRevision, all: readonly ListedRevision[]): boolean =>
  all.some((each) => each.revision < revision && each.createdAtMs > createdAtMs);

/** Returns the return of a DaemonSet to the template of its newest revision. Its time is that of the last change of the
 *  template. Empty if no revision was reused, or if the DaemonSet cannot be read. */
async function returnOf(reads: OnDemandReads, key: string, newestFirst: readonly ListedRevision[]): Promise<readonly Happening[]> {
  const [newest, previous] = newestFirst;
  if (newest === undefined || previous === undefined || newest.createdAtMs >= previous.createdAtMs) return [];
  const [namespace, name] = splitKey(key);
  const { path } = inNamespace(WATCHED.daemonsets, namespace);
  const query = { fieldSelector: `metadata.name=${name}` };
  const read = (object: Json): KubeDaemonSet | undefined => {
    const decoded = decodeDaemonSet(object);
    return "object" in decoded ? decoded.object : undefined;
  };
  const { objects } = await reads.list("daemonset", { path, query, limit: 1 }, read).catch((error: unknown) => {
    if (error instanceof KubeRequestError) return { objects: [] };
    throw error;
  });
  const daemonSet = objects.find(({ metadata }) => metadata.name === name);
  if (daemonSet?.templateManager === undefined) return [];
  const { manager, atMs } = daemonSet.templateManager;
  const revisions = newestFirst.map((each, at) => ({ ...each, current: at === 0 }));
  const ownership = ownershipOf(daemonSet);
  const reversal = reversalOf({ ...(ownership === undefined ? {} : { ownership }), changedBy: manager, revisions });
  const message =
    reversal === undefined
      ? `${manager} ended revision ${previous.revision}: revision ${newest.revision} has an earlier template`
      : reversalText(english, reversal);
  return [{ atMs, type: "revision", daemonSet: key, message }];
}

/** Returns the failure of a read as an error of the user's command. */
function failureOf(error: unknown, { words }: OpenCluster): unknown {
  return error instanceof ApiFailure || error instanceof KubeRequestError ? new UsageError(`${words}: ${error.message}`) : error;
}

interface ClusterHappenings {
  readonly happenings: readonly Happening[];
  /** Every DaemonSet of the namespaces that has a revision, selected or not. */
  readonly keys: readonly string[];
}

/**
 * Returns the events that the API server still has of DaemonSets, of their pods and of nodes, and the revisions. Its
 * events are about an hour old at most. Forbidden kinds are reported. Throws UsageError if the cluster does not answer.
 */
export async function clusterHappenings(
  cluster: OpenCluster,
  namespace: string | undefined,
  name: string | undefined,
  isSelected: (key: string) => boolean,
  terminal: Terminal,
): Promise<ClusterHappenings> {
  const reads = new OnDemandReads({ transport: cluster.transport, namespace: undefined });
  const subjects: readonly EventSubject[] = [
    { kind: "DaemonSet", namespace, ...(name === undefined ? {} : { name }) },
    { kind: "Pod", namespace },
    ...(name === undefined ? [{ kind: "Node", namespace: "default" } as const] : []),
  ];
  try {
    const listed = await listRevisions(reads, namespace);
    const revisions = listed.filter(({ daemonSet }) => isSelected(daemonSet));
    const keys = new Set(revisions.map(({ daemonSet }) => daemonSet));
    const { events, unread } = await fetchEvents(reads, subjects);
    for (const message of unread) terminal.warn(`Warning: events are not shown: ${message}`);
    const fromEvents = events.flatMap((event): readonly Happening[] => {
      const { involved, metadata } = event;
      const { type, reason, message, count, lastSeenMs } = toEventEntry(event);
      const ofNode = involved.kind === "Node";
      const owner = involved.kind === "Pod" ? involved.name.replace(/-[a-z0-9]{5}$/, "") : involved.name;
      const key = `${involved.namespace ?? metadata.namespace}/${owner}`;
      // Without the cells of the past, nothing tells which nodes concern a DaemonSet.
      const isShown =
        (ofNode && name === undefined) || (isSelected(key) && (involved.kind === "DaemonSet" || (keys.has(key) && type === "Warning")));
      if (!isShown || lastSeenMs === undefined) return [];
      return [
        {
          atMs: lastSeenMs,
          type: "event",
          ...(ofNode ? { nodes: [involved.name] } : { daemonSet: key }),
          ...(involved.kind === "Pod" ? { pod: involved.name } : {}),
          reason,
          ...(count > 1 ? { count } : {}),
          message: `${type === "Warning" ? "Warning " : ""}${reason}: ${message}${count > 1 ? ` (${count} times)` : ""}`,
        },
      ];
    });
    const byDaemonSet = newestByDaemonSet(revisions);
    const fromRevisions = revisions.map((each) => ({
      atMs: each.createdAtMs,
      type: "revision",
      daemonSet: each.daemonSet,
      message: isReused(each, byDaemonSet.get(each.daemonSet) ?? [])
        ? `revision ${each.revision} first created, under a lower number`
        : `revision ${each.revision} created`,
    }));
    const returns: Happening[] = [];
    for (const [key, newestFirst] of byDaemonSet) returns.push(...(await returnOf(reads, key, newestFirst)));
    return {
      happenings: [...fromEvents, ...fromRevisions, ...returns].sort((a, b) => a.atMs - b.atMs),
      keys: [...new Set(listed.map(({ daemonSet }) => daemonSet))],
    };
  } catch (error) {
    throw failureOf(error, cluster);
  }
}
