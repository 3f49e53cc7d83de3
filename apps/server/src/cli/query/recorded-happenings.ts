import { CELL_FACTS, cellState } from "@daemonscope/daemonset/pair/cell/cell";
import { wasNeverReady } from "@daemonscope/daemonset/records/never-ready";
import { nodeLifecycle, signsOfLifecycle } from "@daemonscope/daemonset/records/node-lifecycle";
import type { DaemonSetRecord, NodeRecord } from "@daemonscope/daemonset/records/records";
import type { DaemonSetMarkKind, NodeMarkKind } from "@daemonscope/daemonset/records/timeline-mark";
import { assertNever } from "@daemonscope/kube/base/assert-never";
import { taintText } from "@daemonscope/kube/matching/kubectl-notation";
import { humanDuration } from "@daemonscope/kube/values/human-duration";
import type { TimelineEvent } from "@daemonscope/shared/http/history";
import { type ClusterState, cellAtPair, daemonSetNamed, nodeNamed } from "@daemonscope/shared/state/cluster-state";
import type { Frame } from "@daemonscope/shared/state/frame";
import { english } from "@daemonscope/words/english";
import { reversalText, strategyReversalText } from "@daemonscope/words/facts/ownership-text";
import { type ReplaySource, replayTo } from "../../history/replay/replay-to.ts";
import { timelineEventsOf } from "../../history/timeline/timeline-recorder.ts";
import { concernLine } from "../print/status-lines.ts";
import { type Happening, type HistoryRange, nodeList } from "./happening.ts";

type RolloutStart = Extract<TimelineEvent, { readonly kind: "rolloutStarted" }>;

const DAEMONSET_ACTS: Readonly<Record<DaemonSetMarkKind, string>> = {
  restarted: "restarted",
  undone: "rolled back",
  imageSet: "image set",
  strategySet: "update strategy set",
  edited: "edited",
  applied: "applied",
  deleted: "deleted",
  podsDeleted: "pods deleted",
};
const NODE_ACTS: Readonly<Record<NodeMarkKind, string>> = {
  tainted: "tainted",
  untainted: "taint removed",
  labelled: "labelled",
  unlabelled: "label removed",
  cordoned: "cordoned",
  uncordoned: "uncordoned",
};

/** Returns `added a, b; removed c`; empty without a difference. */
function addedAndRemoved(before: readonly string[], after: readonly string[]): string {
  const added = after.filter((each) => !before.includes(each));
  const removed = before.filter((each) => !after.includes(each));
  return [
    ...(added.length === 0 ? [] : [`added ${added.join(", ")}`]),
    ...(removed.length === 0 ? [] : [`removed ${removed.join(", ")}`]),
  ].join("; ");
}

const taintsOf = (node: NodeRecord | undefined): readonly string[] => (node?.taints ?? []).map(taintText);
const labelsOf = (node: NodeRecord | undefined): readonly string[] =>
  Object.entries(node?.labels ?? {}).map(([key, value]) => (value === "" ? key : `${key}=${value}`));

function changedText(what: string, before: readonly string[], after: readonly string[]): string {
  const change = addedAndRemoved(before, after);
  return change === "" ? `${what} changed` : `${what} ${change}`;
}

/** `revision 3`, or its hash if the revision is gone. */
function revisionText(record: DaemonSetRecord | undefined, hash: string): string {
  const revision = record?.revisions.find((each) => each.hash === hash)?.revision;
  return revision === undefined ? `revision ${hash}` : `revision ${revision}`;
}

/** A tick, and the states before and after it. */
interface Tick {
  readonly frame: Frame;
  readonly before: ClusterState;
  readonly after: ClusterState;
}

/** Returns `rollout of revision 2 started`, or `… back to the template of revision 1 …`. The controller gives a
 *  template that is used again the next number, some time after its start. Source: pkg/controller/daemon/update.go. */
function startedText({ before, after }: Tick, { daemonSet, hash }: RolloutStart): string {
  const record = daemonSetNamed(after, daemonSet);
  const earlier = daemonSetNamed(before, daemonSet)?.revisions.find((each) => each.hash === hash)?.revision;
  if (earlier === undefined) return `rollout of ${revisionText(record, hash)} started`;
  const others = (record?.revisions ?? []).filter((each) => each.hash !== hash).map(({ revision }) => revision);
  const now = record?.revisions.find((each) => each.hash === hash)?.revision ?? earlier;
  const next = now > earlier ? now : Math.max(now, ...others) + 1;
  return `rollout back to the template of revision ${earlier} started (now revision ${next})`;
}

/** Returns `Ready`, or `Ready again` for a node that was Ready before, and the agents that its taints wait for. */
function readyText({ before, after }: Tick, name: string): string {
  const [previous, node] = [nodeNamed(before, name), nodeNamed(after, name)];
  const isFirst = previous !== undefined && wasNeverReady(previous) === true;
  const signs = node === undefined ? [] : signsOfLifecycle(nodeLifecycle(node));
  const waits = signs.flatMap(({ key, sign: { agent } }) => (agent === undefined ? [] : `waits for ${agent} (${key})`));
  return [isFirst ? "Ready" : "Ready again", ...waits].join(", ");
}

/** Returns a timeline event in words; undefined for one that another event of the same tick states better. */
function happeningOf(event: TimelineEvent, tick: Tick, events: readonly TimelineEvent[]): Happening | undefined {
  const { kind, atMs } = event;
  const { before, after } = tick;
  const isAlso = (other: TimelineEvent["kind"]): boolean =>
    "daemonSet" in event && events.some((each) => each.kind === other && "daemonSet" in each && each.daemonSet === event.daemonSet);
  const ofDaemonSet = (daemonSet: string, message: string): Happening => ({ atMs, type: kind, daemonSet, message });
  const ofNode = (node: string, message: string): Happening => ({ atMs, type: kind, nodes: [node], message });
  switch (kind) {
    case "specChanged": {
      const { daemonSet, generation, reversal } = event;
      const by = reversal === undefined ? "" : `: ${strategyReversalText(english, reversal)}`;
      return ofDaemonSet(daemonSet, `spec changed (generation ${generation})${by}`);
    }
    case "rolloutStarted":
      return ofDaemonSet(
        event.daemonSet,
        `${startedText(tick, event)}${event.reversal === undefined ? "" : `: ${reversalText(english, event.reversal)}`}`,
      );
    case "rolloutFinished":
      return ofDaemonSet(event.daemonSet, `rollout of ${revisionText(daemonSetNamed(after, event.daemonSet), event.hash)} finished`);
    case "rolloutStuck":
    case "concernBegan": {
      if (kind === "rolloutStuck" && isAlso("concernBegan")) return undefined;
      const record = daemonSetNamed(after, event.daemonSet);
      return ofDaemonSet(event.daemonSet, (record === undefined ? undefined : concernLine(record)) ?? event.detail.kind);
    }
    case "concernEnded": {
      if (isAlso("concernBegan")) return undefined;
      const record = daemonSetNamed(before, event.daemonSet);
      return ofDaemonSet(event.daemonSet, `over: ${(record === undefined ? undefined : concernLine(record)) ?? event.concern}`);
    }
    case "nodeNotReady":
      return ofNode(event.node, `NotReady${event.reason === undefined ? "" : ` (${event.reason})`}`);
    case "nodeReady":
      return ofNode(event.node, readyText(tick, event.node));
    case "nodeLeaving":
      return ofNode(event.node, "is being removed");
    case "nodeShuttingDown":
      return ofNode(event.node, "shuts down");
    case "nodeJoined":
      return ofNode(event.node, "joined");
    case "nodeLeft":
      return ofNode(event.node, "left");
    case "taintsChanged":
      return ofNode(event.node, changedText("taints", taintsOf(nodeNamed(before, event.node)), taintsOf(nodeNamed(after, event.node))));
    case "labelsChanged":
      return ofNode(event.node, changedText("labels", labelsOf(nodeNamed(before, event.node)), labelsOf(nodeNamed(after, event.node))));
    case "watchGap":
      return { atMs, type: kind, message: `no data about ${event.source} for ${humanDuration(atMs - event.fromMs)}` };
    case "handedOver":
      return { atMs, type: kind, message: `another collector continues, ${humanDuration(atMs - event.fromMs)} not watched` };
    case "acted":
      return ofDaemonSet(event.daemonSet, `${DAEMONSET_ACTS[event.act]} with Daemonscope`);
    case "actedOnNodes":
      return { atMs, type: kind, nodes: event.nodes, message: `${NODE_ACTS[event.act]} with Daemonscope` };
    default:
      return assertNever(event);
  }
}

/** Returns the DaemonSets that a tick created, marked for deletion, or deleted. */
function lifeHappenings({ frame: { at: atMs, daemonSets }, before, after }: Tick): readonly Happening[] {
  const { freed = [], put = [] } = daemonSets ?? {};
  const gone = freed.flatMap(([column]) => {
    const record = before.daemonSets[column];
    return record === undefined || daemonSetNamed(after, record.key)?.uid === record.uid
      ? []
      : [{ atMs, type: "deleted", daemonSet: record.key, message: "deleted" }];
  });
  const changed = put.flatMap(([, record]): readonly Happening[] => {
    const { key, uid, deleting } = record;
    const previous = daemonSetNamed(before, key);
    if (previous?.uid !== uid) return [{ atMs, type: "created", daemonSet: key, message: "created" }];
    return deleting && !previous.deleting ? [{ atMs, type: "deleting", daemonSet: key, message: "is being deleted" }] : [];
  });
  return [...gone, ...changed];
}

/** Returns the nodes on which a tick changed whether a DaemonSet wants a pod. New and removed nodes do not count. */
function eligibilityHappenings({ frame, before, after }: Tick, isSelected: (key: string) => boolean): readonly Happening[] {
  if (frame.cells === undefined) return [];
  return after.daemonSets.flatMap((record, column) => {
    const previous = before.daemonSets[column];
    if (record === undefined || previous?.uid !== record.uid || !isSelected(record.key)) return [];
    const [cells, previousCells] = [after.cells[column], before.cells[column]];
    if (cells === undefined || previousCells === undefined || cells === previousCells) return [];
    const wanted: string[] = [];
    const unwanted: string[] = [];
    const rows = Math.min(cells.length, previousCells.length);
    for (let row = 0; row < rows; row++) {
      const [state, previousState] = [cellState(cells.at(row)), cellState(previousCells.at(row))];
      if (CELL_FACTS[state].isWanted === CELL_FACTS[previousState].isWanted || [state, previousState].includes("unknown")) continue;
      const node = after.nodes[row];
      if (node === undefined || before.nodes[row]?.uid !== node.uid) continue;
      (CELL_FACTS[state].isWanted ? wanted : unwanted).push(node.name);
    }
    const lineOf = (nodes: readonly string[], words: string): readonly Happening[] => {
      if (nodes.length === 0) return [];
      const sorted = nodes.toSorted();
      const amount = nodes.length === 1 ? "node" : `${nodes.length} nodes:`;
      return [
        {
          atMs: frame.at,
          type: "eligibilityChanged",
          daemonSet: record.key,
          nodes: sorted,
          message: `${words} ${amount} ${nodeList(sorted)}`,
        },
      ];
    };
    return [...lineOf(wanted, "now wanted on"), ...lineOf(unwanted, "no longer wanted on")];
  });
}

/** Reports whether a selected DaemonSet has or wants a pod on one of the nodes. */
function concernsSelected(nodes: readonly string[], { before, after }: Tick, isSelected: (key: string) => boolean): boolean {
  return [before, after].some((state) =>
    state.daemonSets.some((record) => {
      if (record === undefined || !isSelected(record.key)) return false;
      return nodes.some((node) => {
        const cell = cellAtPair(state, node, record.key);
        return cell !== undefined && cellState(cell) !== "excluded";
      });
    }),
  );
}

/** Joins events of several nodes in one tick with equal words. */
function joined(happenings: readonly Happening[]): readonly Happening[] {
  const byWords = new Map<string, Happening>();
  for (const each of happenings) {
    const name = `${each.type} ${each.daemonSet ?? ""} ${each.message}`;
    const first = byWords.get(name);
    if (first === undefined) byWords.set(name, each);
    else byWords.set(name, { ...first, nodes: [...new Set([...(first.nodes ?? []), ...(each.nodes ?? [])])] });
  }
  return [...byWords.values()];
}

/** Replays a range of a recording, and returns its events. `isSelected`: whether a DaemonSet is asked for. */
export async function recordedHappenings(
  recording: ReplaySource,
  { fromMs, toMs }: HistoryRange,
  isSelected: (key: string) => boolean,
): Promise<readonly Happening[]> {
  const found: Happening[] = [];
  const take = (frame: Frame, before: ClusterState, after: ClusterState): void => {
    if (frame.at < fromMs) return;
    const tick = { frame, before, after };
    const events = timelineEventsOf(before, frame);
    const all = [
      ...lifeHappenings(tick),
      ...events.flatMap((event) => happeningOf(event, tick, events) ?? []),
      ...eligibilityHappenings(tick, isSelected),
    ].filter(({ daemonSet, nodes }) =>
      daemonSet === undefined ? nodes === undefined || concernsSelected(nodes, tick, isSelected) : isSelected(daemonSet),
    );
    found.push(...joined(all));
  };
  await replayTo(recording, { fromMs, toMs }, take);
  return found;
}
