import { NodeRecords } from "@daemonscope/daemonset/model/node-records";
import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { type Applied, applyFrame } from "@daemonscope/shared/apply-frame";
import { type AnyState, type ClusterState, listed } from "@daemonscope/shared/cluster-state";
import type { Frame } from "@daemonscope/shared/frame";
import type { SlotChanges, SlotRecords } from "@daemonscope/shared/slots";

type NotApplied = Exclude<Applied, { readonly kind: "applied" }>;

/** How older nodes differ from those that were made of them. */
interface Step {
  readonly to: FrameNodes;
  /** What was there. */
  readonly were: ReadonlyMap<number, NodeRecord | undefined>;
}

/** The nodes of a log's state in columns. Never changed; `with` makes the next.
 *  *Invariant*: of those that were made one of the other the newest has the columns, and is written in place; an older one knows what was where it differs from the one after it. Whoever keeps an older one, as a keyframe does that is
 *  being written, keeps that alone. */
export class FrameNodes implements SlotRecords<NodeRecord> {
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

  /** Made anew each time. O(frames since), of those that another was made of. */
  at(slot: number): NodeRecord | undefined {
    let nodes: FrameNodes = this;
    while (nodes.#step !== undefined) {
      const { were, to } = nodes.#step;
      if (were.has(slot)) return were.get(slot);
      nodes = to;
    }
    return nodes.#records?.at(slot);
  }

  /** The nodes after changes that fit. O(changes). Throws where another was made of these already. */
  with({ freed = [], put = [] }: SlotChanges<NodeRecord>): FrameNodes {
    const records = this.#records;
    if (records === undefined) throw new Error("nodes of a state that others have followed already");
    const were = new Map<number, NodeRecord | undefined>();
    const keep = (slot: number) => {
      if (!were.has(slot)) were.set(slot, records.at(slot));
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
    this.#step = { to: next, were };
    return next;
  }
}

const NOT_HERE: ClusterState["nodes"] = [];

/** applyFrame on a state of whose nodes FrameNodes are made, or on one that has them as a list. */
export function frameAppliedTo(state: AnyState, frame: Frame): { readonly kind: "applied"; readonly state: AnyState } | NotApplied {
  const { nodes } = state;
  if (!(nodes instanceof FrameNodes)) return applyFrame(listed(state), frame);
  const applied = applyFrame({ ...state, nodes: NOT_HERE }, frame);
  if (applied.kind !== "applied") return applied;
  return { kind: "applied", state: { ...applied.state, nodes: frame.nodes === undefined ? nodes : nodes.with(frame.nodes) } };
}
