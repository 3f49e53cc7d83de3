import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import type { PodFacts } from "../../pods/pod-facts.ts";
import { type PortHolder, portHolderOf } from "../../pods/port-holder.ts";

const NONE: readonly PortHolder[] = [];
const NO_NODES: readonly string[] = [];

/** The pods that are being deleted and hold host ports, by node: few, except while a DaemonSet with host ports ends.
 *  A pod of another DaemonSet, also of a deleted one, can keep a new pod off its node. */
export class PortHolders {
  readonly #byUid = new Map<string, PortHolder>();
  readonly #byNode = new Map<string, readonly PortHolder[]>();

  constructor(saved: readonly PortHolder[] = NONE) {
    for (const holder of saved) this.#add(holder);
  }

  /** Absent from a saved model if it is empty. */
  get saved(): readonly PortHolder[] {
    return [...this.#byUid.values()];
  }

  /** Sorted by uid, so that the order of arrival does not matter. */
  on(node: string): readonly PortHolder[] {
    return this.#byNode.size === 0 ? NONE : (this.#byNode.get(node) ?? NONE);
  }

  /** Returns the nodes on which pods of a DaemonSet hold ports. O(holders). */
  nodesOf(ownerUid: string): ReadonlySet<string> {
    return new Set([...this.#byUid.values()].flatMap((holder) => (holder.ownerUid === ownerUid ? holder.node : [])));
  }

  /** Returns the nodes whose holders changed. */
  put(pod: PodFacts): readonly string[] {
    if (pod.holds === undefined && !this.#byUid.has(pod.uid)) return NO_NODES;
    const before = this.drop(pod.uid);
    const holder = portHolderOf(pod);
    if (holder === undefined) return before;
    this.#add(holder);
    return before.includes(holder.node) ? before : [...before, holder.node];
  }

  /** Returns the node on which the pod held ports, if any. */
  drop(uid: string): readonly string[] {
    const known = this.#byUid.get(uid);
    if (known === undefined) return NO_NODES;
    this.#byUid.delete(uid);
    const left = this.on(known.node).filter((each) => each.uid !== uid);
    if (left.length === 0) this.#byNode.delete(known.node);
    else this.#byNode.set(known.node, left);
    return [known.node];
  }

  #add(holder: PortHolder): void {
    this.#byUid.set(holder.uid, holder);
    this.#byNode.set(
      holder.node,
      [...this.on(holder.node), holder].sort((a, b) => compareTexts(a.uid, b.uid)),
    );
  }
}
