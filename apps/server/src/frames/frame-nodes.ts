import { NodeRecords } from "@daemonscope/daemonset/model/tables/node-records";
import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { type ApplyResult, applyFrame } from "@daemonscope/shared/apply-frame";
import { type ClusterState, type ClusterStateOf, withNodeList } from "@daemonscope/shared/state/cluster-state";
import type { Frame } from "@daemonscope/shared/state/frame";
import type { RowIdChanges, RowRecords } from "@daemonscope/shared/state/row-ids";

type NotApplied = Exclude<ApplyResult, { readonly kind: "applied" }>;

/** How older nodes differ from their successor. */
interface Step {
  readonly to: FrameNodes;
  /** The records before the change. */
  readonly previous: ReadonlyMap<number, NodeRecord | undefined>;
}

/** The nodes of a log's state in columns. Immutable for callers; `with` returns the successor.
 *  *Invariant*: only the newest successor holds the columns, and `with` writes them in place. An older one holds its
 *  differences from the next one. A reference to an older one, for example of a keyframe in progress, keeps only the
 *  differences since then. */
export class FrameNodes implements RowRecords<NodeRecord> {
  readonly length: number;
  #records: NodeRecords | undefined;
  #step: Step | undefined;

  private constructor(records: NodeRecords, length: number) {
    this.#records = records;
    this.length = length;
  }

  static empty(): FrameNodes {
    return new FrameNodes(new NodeRecords(), 0);
  }

  /** The newest nodes return a new object on each call. O(frames since) for nodes that have a successor. */
  at(slot: number): NodeRecord | undefined {
    let nodes: FrameNodes = this;
    while (nodes.#step !== undefined) {
      const { previous, to } = nodes.#step;
      if (previous.has(slot)) return previous.get(slot);
      nodes = to;
    }
    return nodes.#records?.at(slot);
  }

  /** Returns the nodes after `changes`, which must fit. O(changes). Throws if these nodes already have a successor. */
  with({ freed = [], put = [] }: RowIdChanges<NodeRecord>): FrameNodes {
    const records = this.#records;
    if (records === undefined) throw new Error("nodes of a state that others have followed already");
    const previous = new Map<number, NodeRecord | undefined>();
    const keep = (slot: number) => {
      if (!previous.has(slot)) previous.set(slot, records.at(slot));
    };
    let { length } = this;
    for (const [slot] of freed) {
      keep(slot);
      records.clear(slot);
      length = Math.max(length, slot + 1);
    }
    for (const [slot, record] of put) {
      keep(slot);
      records.put(slot, record);
      length = Math.max(length, slot + 1);
    }
    const next = new FrameNodes(records, length);
    this.#records = undefined;
    this.#step = { to: next, previous };
    return next;
  }
}

const NO_NODES: ClusterState["nodes"] = [];

/** Runs `applyFrame` on a state whose nodes are `FrameNodes` or a list. */
export function frameAppliedTo(
  state: ClusterStateOf,
  frame: Frame,
): { readonly kind: "applied"; readonly state: ClusterStateOf } | NotApplied {
  const { nodes } = state;
  if (!(nodes instanceof FrameNodes)) return applyFrame(withNodeList(state), frame);
  const applied = applyFrame({ ...state, nodes: NO_NODES }, frame);
  if (applied.kind !== "applied") return applied;
  return { kind: "applied", state: { ...applied.state, nodes: frame.nodes === undefined ? nodes : nodes.with(frame.nodes) } };
}
