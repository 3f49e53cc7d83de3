import { randomBytes } from "node:crypto";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { type NodeEntry, nodeEntryOf } from "@daemonscope/daemonset/model/node-entry";
import { type PodFacts, podFactsOf } from "@daemonscope/daemonset/pods/pod-facts";
import { isModelSource, MODEL_SOURCES } from "@daemonscope/daemonset/records/records";
import type { SourceName } from "@daemonscope/shared/source-status";
import type { ClusterReads } from "../cluster/cluster-reads.ts";
import type { ClusterConsumer } from "../cluster/cluster-watch.ts";
import { LiveFrames, type LiveFramesOptions } from "../frames/live-frames.ts";
import { BoundReads } from "./bound-reads.ts";
import { HiddenNodes } from "./hidden-nodes.ts";
import { seenSources } from "./seen-sources.ts";
import { counts, mayRead, type ViewerRights } from "./viewer-rights.ts";

/** The model that everything is told to, and what a part of it is made with. */
export interface WholeCluster {
  readonly live: LiveFrames;
  readonly reads: ClusterReads;
  /** For frames of its own. */
  readonly frames: Pick<LiveFramesOptions, "build" | "timers" | "random" | "wallNowMs">;
  readonly statuses: LiveFramesOptions["statuses"];
}

/** What everybody with these rights sees: a model, a log and reads of its own, fed with what the rights cover and nothing else. It begins with what the
 *  whole model holds; what that remembers of the time before, it does not know. */
export class RightsClass {
  readonly rights: ViewerRights;
  readonly live: LiveFrames;
  readonly reads: ClusterReads;
  readonly consumer: ClusterConsumer;
  readonly #model: ClusterModel;
  readonly #hidden: HiddenNodes | undefined;

  /** `wasNode` knows nodes that are gone. */
  constructor(
    rights: ViewerRights,
    { live: whole, reads, frames, statuses }: WholeCluster,
    wasNode: (name: string) => boolean = () => false,
  ) {
    this.rights = rights;
    const isNode = (name: string) => whole.model.reading.nodeRecord(name) !== undefined || wasNode(name);
    this.#hidden = rights.nodes === "all" ? undefined : new HiddenNodes(isNode, randomBytes(16));
    const { reading } = whole.model;
    const unread = MODEL_SOURCES.filter((source) => !counts(rights, source) || !reading.isRead(source));
    this.#model = new ClusterModel({ nowMs: whole.clock.nowMs(), gates: reading.gates, unread });
    this.reads = new BoundReads({ transport: reads.transport, namespace: reads.namespace }, rights, this.#hidden);
    this.consumer = this.#consumer();
    const { nodes, daemonSets, revisions, pods } = whole.model.held;
    for (const node of nodes) this.#putNode(node);
    for (const daemonSet of daemonSets) this.consumer.putDaemonSet(daemonSet);
    for (const revision of revisions) this.consumer.putRevision(revision);
    for (const pod of pods) this.#putPod(pod);
    const identity = whole.log.state.cluster;
    const epoch = randomBytes(6).toString("hex");
    this.live = new LiveFrames({
      ...frames,
      model: this.#model,
      identity,
      epoch,
      clock: whole.clock,
      statuses: () => seenSources(statuses(), rights),
    });
    if (whole.model.isRemembering) this.live.beginMarks();
    else this.live.settle();
  }

  /** What is told from here on happens now. */
  at(nowMs: number): void {
    this.#model.at(nowMs);
  }

  /** A kind has been read whole. */
  onRead(source: SourceName): void {
    if (isModelSource(source) && counts(this.rights, source)) this.#model.markRead(source);
    this.live.wake();
  }

  onGap(source: SourceName, fromMs: number): void {
    if (counts(this.rights, source)) this.live.addGap(source, fromMs);
  }

  #putNode(node: NodeEntry): void {
    if (counts(this.rights, "nodes")) this.#model.putNodeEntry(node);
  }

  #putPod(pod: PodFacts): void {
    if (!counts(this.rights, "pods") || !this.#isSeen(pod.namespace)) return;
    this.#model.putPodFacts(this.#hidden === undefined ? pod : this.#hidden.pod(pod));
  }

  #isSeen(namespace: string): boolean {
    return mayRead(this.rights, "daemonsets", namespace);
  }

  #consumer(): ClusterConsumer {
    const model = this.#model;
    const isSeen = (object: { readonly metadata: { readonly namespace: string } }) => this.#isSeen(object.metadata.namespace);
    return {
      putNode: (node) => this.#putNode(nodeEntryOf(node)),
      dropNode: (name) => {
        if (counts(this.rights, "nodes")) model.dropNode(name);
      },
      putDaemonSet: (daemonSet) => {
        if (isSeen(daemonSet)) model.putDaemonSet(this.#hidden?.daemonSet(daemonSet) ?? daemonSet);
      },
      dropDaemonSet: (uid) => model.dropDaemonSet(uid),
      putRevision: (revision) => {
        if (counts(this.rights, "controllerrevisions") && isSeen(revision)) model.putRevision(this.#hidden?.revision(revision) ?? revision);
      },
      dropRevision: (uid) => model.dropRevision(uid),
      putPod: (pod) => {
        const facts = podFactsOf(pod);
        if (facts === undefined) model.dropPod(pod.metadata.uid);
        else this.#putPod(facts);
      },
      dropPod: (uid) => model.dropPod(uid),
      putEvent: (event) => {
        // Without nodes it says of which node it speaks, and could not be told of it.
        if (this.#hidden === undefined && mayRead(this.rights, "events", event.metadata.namespace) && isSeen(event)) model.putEvent(event);
      },
      dropEvent: (uid) => model.dropEvent(uid),
    };
  }
}
