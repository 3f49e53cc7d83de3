import type { ModelChanges } from "@daemonscope/daemonset/model/changes";
import type { ClusterEvent } from "@daemonscope/daemonset/model/cluster-event";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import type { ConcernDetail } from "@daemonscope/daemonset/records/concern-detail";
import { MODEL_SOURCES } from "@daemonscope/daemonset/records/records";
import { assertNever } from "@daemonscope/kube/base/assert-never";
import { namespaceOfKey } from "@daemonscope/kube/base/object-key";
import { SOURCES, type SourceName, type SourceStatuses } from "@daemonscope/kube/source-status";
import { applyFrame } from "@daemonscope/shared/apply-frame";
import type { TimelineEvent } from "@daemonscope/shared/http/history";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import { emptyState } from "@daemonscope/shared/state/empty-state";
import type { Frame } from "@daemonscope/shared/state/frame";
import { buildFrame, changedSources, FIRST_NODES_PART } from "../../frames/build-frame.ts";
import type { Checkpoint } from "../../history/log/checkpoint.ts";
import type { LogEntry, LogHeader } from "../../history/log/log-entry.ts";
import type { ReplayStart } from "../../history/replay/log-replayer.ts";
import type { ScopedLog } from "../../history/replay/scoped-log.ts";
import { isModelled, type UserRights, WATCHED_KINDS } from "../rights/user-rights.ts";
import type { AccessFilter } from "./access-filter.ts";
import type { NodeNames } from "./node-names.ts";
import { scopedSources } from "./scoped-sources.ts";

interface ScopedHistoryOptions {
  /** Unique per scoped cluster. */
  readonly name: string;
  readonly rights: UserRights;
  readonly inputs: AccessFilter;
  /** Collects each node name in a log. */
  readonly nodeNames: NodeNames;
  /** Returns the epoch of a log's frames. It differs between scoped clusters. */
  readonly epochOf: (log: string) => string;
}

/** Objects and pairs per time slice: one to two milliseconds of work. */
const OBJECTS_PER_SLICE = 200;
const PAIRS_PER_SLICE = 250;

function* putsOf({ saved }: Checkpoint): Generator<Extract<ClusterEvent, { readonly do: "put" }>, void> {
  for (const [, object] of saved.rows.nodes) yield { do: "put", kind: "nodes", object };
  for (const { object } of saved.sets) yield { do: "put", kind: "daemonsets", object };
  for (const object of saved.revisions) yield { do: "put", kind: "controllerrevisions", object };
  for (const object of saved.pods) yield { do: "put", kind: "pods", object };
  for (const object of saved.evidence ?? []) yield { do: "put", kind: "events", object };
}

/** Returns the state after all of a model's changes, beginning with `empty`. Frames are cut by counts alone, so that
 *  the same checkpoint always gives the same seqs. */
function* stateOf(model: ClusterModel, empty: ClusterState, sources: Frame["sources"], at: number): Generator<undefined, ClusterState> {
  let state = empty;
  const take = (changes: ModelChanges, frameSources: Frame["sources"]) => {
    const frame = buildFrame(state, changes, frameSources, at);
    const applied = frame && applyFrame(state, frame);
    if (applied?.kind === "applied") state = applied.state;
  };
  while (!model.settleSome(PAIRS_PER_SLICE)) yield;
  for (let part = model.takePart(FIRST_NODES_PART); part !== undefined; part = model.takePart(FIRST_NODES_PART)) {
    take(part, undefined);
    yield;
  }
  take(yield* model.takeInParts(), sources);
  return state;
}

/** Statuses of the sources that a tick leaves out. They are not returned. */
const UNSEEN = Object.fromEntries(SOURCES.map((name) => [name, { state: "syncing" }])) as unknown as SourceStatuses;

/** The history within a user's present rights. *Invariant*: history and live models receive inputs through the same
 *  filter. A checkpoint's memory of earlier times concerns the whole cluster, so it is left out. */
export class ScopedHistory implements ScopedLog {
  readonly name: string;
  readonly #rights: UserRights;
  readonly #inputs: AccessFilter;
  readonly #nodeNames: NodeNames;
  readonly #epochOf: (log: string) => string;
  /** True if the user may read all watched kinds. A concern combines them, so it would reveal a kind that is not
   *  readable. */
  readonly #seesConcerns: boolean;

  constructor({ name, rights, inputs, nodeNames, epochOf }: ScopedHistoryOptions) {
    this.name = name;
    this.#rights = rights;
    this.#inputs = inputs;
    this.#nodeNames = nodeNames;
    this.#epochOf = epochOf;
    this.#seesConcerns = WATCHED_KINDS.every((kind) => isModelled(rights, kind));
  }

  know(timelineEvents: readonly TimelineEvent[]): void {
    for (const timelineEvent of timelineEvents) {
      if ("node" in timelineEvent) this.#nodeNames.add(timelineEvent.node);
      if (timelineEvent.kind === "actedOnNodes") for (const node of timelineEvent.nodes) this.#nodeNames.add(node);
    }
  }

  *start({ log, gates, patience }: LogHeader, checkpoint: Checkpoint): Generator<undefined, ReplayStart> {
    const { saved, state: whole } = checkpoint;
    for (const [, { record }] of saved.rows.nodes) this.#nodeNames.add(record.name);
    const unread = MODEL_SOURCES.filter((source) => !isModelled(this.#rights, source) || saved.unread.includes(source));
    const model = new ClusterModel({ nowMs: saved.nowMs, gates, patience, unread });
    let count = 0;
    for (const put of putsOf(checkpoint)) {
      const visible = this.#inputs.input(put);
      if (visible !== undefined) model.apply(visible, saved.nowMs);
      // A new DaemonSet makes the model assess all nodes.
      if (++count % OBJECTS_PER_SLICE === 0 || put.kind === "daemonsets") yield;
    }
    model.tick(saved.nowMs);
    const empty = emptyState(this.#epochOf(log), whole.cluster, whole.at);
    const sources = changedSources(empty.sources, scopedSources(whole.sources, this.#rights));
    const state = yield* stateOf(model, empty, sources, whole.at);
    if (saved.remembersSinceMs !== undefined) model.apply({ do: "beginMarks" });
    return { model, state };
  }

  entry(entry: LogEntry): LogEntry | undefined {
    switch (entry.kind) {
      case "input": {
        if (entry.input.do === "put" && entry.input.kind === "nodes") this.#nodeNames.add(entry.input.object.record.name);
        const input = this.#inputs.input(entry.input);
        return input && { ...entry, input };
      }
      case "tick": {
        const { sources, gaps, ...tick } = entry;
        const visible = sources && this.#changed(sources);
        const seenGaps = gaps?.filter((gap) => this.timelineEvent(gap) !== undefined) ?? [];
        return { ...tick, ...(visible === undefined ? {} : { sources: visible }), ...(seenGaps.length === 0 ? {} : { gaps: seenGaps }) };
      }
      // The hash covers the whole state, which the user may not see.
      case "hash":
        return undefined;
    }
  }

  timelineEvent(timelineEvent: TimelineEvent): TimelineEvent | undefined {
    switch (timelineEvent.kind) {
      case "nodeJoined":
      case "nodeLeft":
      case "nodeReady":
      case "nodeNotReady":
      case "nodeLeaving":
      case "nodeShuttingDown":
      case "taintsChanged":
      case "labelsChanged":
      case "actedOnNodes":
        return isModelled(this.#rights, "nodes") ? timelineEvent : undefined;
      case "watchGap":
        return this.#seesSource(timelineEvent.source) ? timelineEvent : undefined;
      case "handedOver":
        return timelineEvent;
      case "specChanged":
      case "acted":
        return this.hasDaemonSet(timelineEvent.daemonSet) ? timelineEvent : undefined;
      case "rolloutStarted":
      case "rolloutFinished":
        return isModelled(this.#rights, "controllerrevisions") && this.hasDaemonSet(timelineEvent.daemonSet) ? timelineEvent : undefined;
      case "rolloutStuck":
      case "concernBegan":
        if (!this.#seesConcerns || !this.hasDaemonSet(timelineEvent.daemonSet)) return undefined;
        return { ...timelineEvent, detail: this.#withoutRival(timelineEvent.detail) };
      case "concernEnded":
        return this.#seesConcerns && this.hasDaemonSet(timelineEvent.daemonSet) ? timelineEvent : undefined;
      default:
        return assertNever(timelineEvent);
    }
  }

  hasDaemonSet(key: string): boolean {
    return this.#inputs.isSeen(namespaceOfKey(key));
  }

  /** Removes a rival whose namespace the user does not see. */
  #withoutRival(detail: ConcernDetail): ConcernDetail {
    if (detail.kind === "held" && detail.behind?.kind === "broken") {
      const behind = this.#withoutRival(detail.behind);
      return behind.kind === "broken" ? { ...detail, behind } : detail;
    }
    if (detail.kind !== "broken" || detail.rival === undefined || this.hasDaemonSet(detail.rival)) return detail;
    const { rival: _, ...rest } = detail;
    return rest;
  }

  #seesSource(source: string): boolean {
    const kind = WATCHED_KINDS.find((each) => each === source);
    return kind !== undefined && isModelled(this.#rights, kind);
  }

  /** Returns the changed sources that the user may read. A forbidden source remains forbidden. */
  #changed(sources: Partial<SourceStatuses>): Partial<SourceStatuses> | undefined {
    const names: readonly SourceName[] = SOURCES.filter((name) => sources[name] !== undefined && this.#seesSource(name));
    if (names.length === 0) return undefined;
    const visible = scopedSources({ ...UNSEEN, ...sources }, this.#rights);
    return Object.fromEntries(names.map((name) => [name, visible[name]]));
  }
}
