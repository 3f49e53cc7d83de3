import { reversalBetween } from "@daemonscope/daemonset/managed/owner-revision";
import { ownershipOf } from "@daemonscope/daemonset/managed/ownership";
import { isRestartOf, isReused, newestRevisionFirst } from "@daemonscope/daemonset/revisions/revisions-of";
import { appendTo } from "@daemonscope/kube/base/append-to";
import { splitKey } from "@daemonscope/kube/base/object-key";
import type { FieldManager, KubeControllerRevision, KubeDaemonSet } from "@daemonscope/kube/objects";
import { timeMs } from "@daemonscope/kube/values/time";
import { decodeControllerRevision } from "@daemonscope/kube-client/decode/decode-controller-revision";
import { decodeDaemonSet, templateManagers } from "@daemonscope/kube-client/decode/decode-daemon-set";
import type { Decoded } from "@daemonscope/kube-client/decode/decoded";
import { defined, type Json, objectField } from "@daemonscope/kube-client/decode/fields";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import { inNamespace, WATCHED } from "@daemonscope/kube-client/http/resources";
import { english } from "@daemonscope/words/english";
import { reversalText } from "@daemonscope/words/facts/ownership-text";
import { ApiFailure } from "../../platform/failure/api-failure.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { type EventSubject, fetchEvents, newestEventFirst } from "../../readings/on-demand/fetch-events.ts";
import type { ListedEvent } from "../../watch/decode/decode-listed-event.ts";
import { OnDemandReads } from "../../watch/on-demand-reads.ts";
import type { OpenCluster } from "../open/cluster-for-command.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { eventHappenings } from "./event-happenings.ts";
import { failedUpgrades } from "./failed-upgrades.ts";
import type { Happening } from "./happening.ts";

/** Above the revisions of any namespace. */
const MAX_REVISIONS = 5000;

/** A tolerance for whole seconds, and the longest time between a template change and its revision. */
const [SKEW_MS, REVISION_WITHIN_MS] = [2000, 60_000];

const decoded = <T>(result: Decoded<T>): T | undefined => ("object" in result ? result.object : undefined);

/** Returns the revisions of the DaemonSets of a namespace, or of all, by DaemonSet. The newest is first. Throws
 *  KubeRequestError. */
async function listRevisions(
  reads: OnDemandReads,
  namespace: string | undefined,
): Promise<ReadonlyMap<string, readonly KubeControllerRevision[]>> {
  const { path } = inNamespace(WATCHED.controllerrevisions, namespace);
  const { objects } = await reads.list("revisions", { path, limit: MAX_REVISIONS }, (object) => decoded(decodeControllerRevision(object)));
  const byKey = new Map<string, KubeControllerRevision[]>();
  for (const revision of objects) {
    const owner = revision.metadata.ownerReferences?.find(({ kind }) => kind === "DaemonSet");
    if (owner !== undefined) appendTo(byKey, `${revision.metadata.namespace}/${owner.name}`, revision);
  }
  return new Map(Array.from(byKey, ([key, revisions]) => [key, newestRevisionFirst(revisions)]));
}

interface ReadDaemonSet {
  readonly object: KubeDaemonSet;
  readonly managers: readonly FieldManager[];
}

/** Returns a DaemonSet with the managers of its template; undefined if it cannot be read. */
async function readDaemonSet(reads: OnDemandReads, key: string): Promise<ReadDaemonSet | undefined> {
  const [namespace, name] = splitKey(key);
  const { path } = inNamespace(WATCHED.daemonsets, namespace);
  const query = { fieldSelector: `metadata.name=${name}` };
  const read = (raw: Json): ReadDaemonSet | undefined => {
    const object = decoded(decodeDaemonSet(raw));
    return object && { object, managers: templateManagers(objectField(raw, "metadata")) };
  };
  const { objects } = await reads.list("daemonset", { path, query, limit: 1 }, read).catch((error: unknown) => {
    if (error instanceof KubeRequestError) return { objects: [] };
    throw error;
  });
  return objects.find(({ object }) => object.metadata.name === name);
}

/** Returns the only manager that changed the template shortly before a time. */
function managerAt(managers: readonly FieldManager[], atMs: number): string | undefined {
  const [first, ...others] = managers.filter((each) => each.atMs <= atMs + SKEW_MS && each.atMs >= atMs - REVISION_WITHIN_MS);
  return others.length > 0 ? undefined : first?.manager;
}

/** Returns the returns of a DaemonSet to earlier templates. A revision that was used again has its first creation time
 *  (update.go, dedupCurHistories). Without the time of its number, the newest has that of the last template change. */
async function returnsOf(reads: OnDemandReads, key: string, newestFirst: readonly KubeControllerRevision[]): Promise<readonly Happening[]> {
  const reused = newestFirst.filter((revision) => isReused(revision, newestFirst));
  const daemonSet = reused.length === 0 ? undefined : await readDaemonSet(reads, key);
  if (daemonSet === undefined) return [];
  const { object, managers } = daemonSet;
  const ownership = ownershipOf(object);
  return reused.flatMap((revision): readonly Happening[] => {
    const previous = newestFirst[newestFirst.indexOf(revision) + 1];
    const last = revision === newestFirst[0] ? object.templateManager : undefined;
    const atMs = revision.writtenAtMs ?? last?.atMs;
    if (previous === undefined || atMs === undefined) return [];
    const changedBy = managerAt(managers, atMs);
    const reversal = reversalBetween(defined({ ownership, changedBy }), revision, previous);
    const reverted = `reverted revision ${previous.revision} to an earlier template, now revision ${revision.revision}`;
    const message = reversal === undefined ? `${changedBy ?? "an unknown change"} ${reverted}` : reversalText(english, reversal);
    return [{ atMs, type: "revision", daemonSet: key, message }];
  });
}

/** Describes the creation of a revision: `revision 4 created by a restart`. */
function creationText(revision: KubeControllerRevision, newestFirst: readonly KubeControllerRevision[]): string {
  if (isReused(revision, newestFirst)) return `revision created with the template that is now revision ${revision.revision}`;
  const isRestart = isRestartOf(revision, newestFirst[newestFirst.indexOf(revision) + 1]);
  return `revision ${revision.revision} created${isRestart ? " by a restart" : ""}`;
}

/** Returns the creations of revisions. The template of a revision that was used again is older than its number. */
function creationsOf(daemonSet: string, newestFirst: readonly KubeControllerRevision[]): readonly Happening[] {
  const inOrder = newestFirst.toReversed().sort((a, b) => Number(isReused(b, newestFirst)) - Number(isReused(a, newestFirst)));
  return inOrder.flatMap((revision): readonly Happening[] => {
    const atMs = timeMs(revision.metadata.creationTimestamp);
    return atMs === undefined ? [] : [{ atMs, type: "revision", daemonSet, message: creationText(revision, newestFirst) }];
  });
}

const secondOf = ({ atMs }: Happening): number => Math.floor(atMs / 1000);

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
 * Returns the events that the API server still has of DaemonSets, of their pods and of nodes, the revisions and failed
 * upgrades. Its events are about an hour old at most. Forbidden kinds of events are reported. Throws UsageError if the
 * cluster does not answer.
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
    const selected = [...listed].filter(([key]) => isSelected(key));
    const keys = new Set(selected.map(([key]) => key));
    const { events, unread } = await fetchEvents(reads, subjects);
    for (const message of unread) terminal.warn(`Warning: events are not shown: ${message}`);
    // Without the cells of the past, nothing tells which nodes concern a DaemonSet.
    const isShown = (event: ListedEvent, key: string) =>
      event.involved.kind === "Node"
        ? name === undefined
        : isSelected(key) && (event.involved.kind === "DaemonSet" || (keys.has(key) && event.type === "Warning"));
    const fromEvents = eventHappenings(events.sort(newestEventFirst).reverse(), isShown);
    const changes: Happening[] = [];
    for (const [key, newestFirst] of selected)
      changes.push(...creationsOf(key, newestFirst), ...(await returnsOf(reads, key, newestFirst)));
    const failed = await failedUpgrades(reads, namespace, isSelected);
    return {
      // Times of the API are in seconds, and the controller deletes and creates pods because of a change.
      happenings: [...changes, ...fromEvents, ...failed].sort((a, b) => secondOf(a) - secondOf(b)),
      keys: [...listed.keys()],
    };
  } catch (error) {
    throw failureOf(error, cluster);
  }
}
