import { ownValue } from "@daemonscope/kube/base/own-value";
import type { MatchingGates } from "@daemonscope/kube/matching/toleration";
import type { PodTemplateSummary, Taint } from "@daemonscope/kube/objects";
import type { PlacementTemplate } from "../records/placement-template.ts";
import { type CompiledPlacement, compilePlacement } from "./compile-placement.ts";
import type { PlacementVerdict } from "./placement.ts";
import type { NodeTrait, PlacementNode } from "./placement-node.ts";
import { matchesNodeName, requiredLabelKeys } from "./required-labels.ts";

/** Nodes of one class have equal taints and equal values of each label that some template requires. No template
 *  distinguishes them except by name. A cluster has a class for each kind of machine, and thousands of nodes. */
export type NodeClass = number;

/** Limit for labels that change continuously, because each value makes a new class. */
const CLASSES_LIMIT = 200_000;

/** Returns taints as text, with separators that no key, value or effect contains. */
export function taintsText(taints: readonly Taint[]): string {
  let text = "";
  for (const { key, value, effect } of taints) text += `${key}\u0000${value ?? ""}\u0000${effect}\u0002`;
  return text;
}

type TextOf = (node: PlacementNode, keys: Iterable<string>, taints: string) => string;
/** Distinguishing traits of a node as text, with separators that no name or value contains. `keys`: the labels that
 *  some template requires. */
const TEXT_OF: Readonly<Record<NodeTrait, TextOf>> = {
  labels: ({ labels }, keys) => {
    let text = "";
    // A missing label differs from an empty one.
    for (const key of keys) text += `${ownValue(labels, key) ?? "\u0001"}\u0000`;
    return text;
  },
  taints: (_node, _keys, taints) => taints,
};
const TEXTS = Object.values(TEXT_OF);

/** Assigns classes to nodes. *Invariant*: nodes that ever got the same number are equal in all traits that any
 *  template mentioned by then requires. */
export class NodeClasses {
  readonly #keys = new Set<string>();
  readonly #classes = new Map<string, NodeClass>();
  #next: NodeClass = 0;

  /** Records the labels that a template requires. Returns the new ones: they divide the classes of nodes that have
   *  one already (`partByLabel`). */
  mention(template: PlacementTemplate): readonly string[] {
    const fresh = [...requiredLabelKeys(template)].filter((key) => !this.#keys.has(key));
    for (const key of fresh) this.#keys.add(key);
    if (fresh.length > 0) this.#classes.clear();
    return fresh;
  }

  /** `taints`: a text that is equal only for equal taints. All calls on one object use the same format. */
  classOf(node: PlacementNode, taints = taintsText(node.taints)): NodeClass {
    let text = "";
    for (const textOf of TEXTS) text += textOf(node, this.#keys, taints);
    const known = this.#classes.get(text);
    if (known !== undefined) return known;
    if (this.#classes.size >= CLASSES_LIMIT) this.#classes.clear();
    this.#classes.set(text, this.#next);
    return this.#next++;
  }

  /** Divides classes by a label. The returned function maps a node's label value (undefined if absent) and class to
   *  its new class.
   *  *Invariant*: the first value of a class keeps the number, so that cached results of the class stay valid. Other
   *  values get new numbers.
   *  Reads one label per node, whereas `classOf` reads all required ones. */
  partByLabel(): (value: string | undefined, before: NodeClass) => NodeClass {
    const first = new Map<NodeClass, string | undefined>();
    const others = new Map<NodeClass, Map<string | undefined, NodeClass>>();
    return (value, before) => {
      const firstValue = first.get(before);
      if (firstValue === value && (value !== undefined || first.has(before))) return before;
      if (firstValue === undefined && !first.has(before)) {
        first.set(before, value);
        return before;
      }
      let parts = others.get(before);
      if (parts === undefined) {
        parts = new Map();
        others.set(before, parts);
      }
      const known = parts.get(value);
      if (known !== undefined) return known;
      parts.set(value, this.#next);
      return this.#next++;
    };
  }
}

/** Caches the verdicts of one template per class. Always agrees with explainPlacement (law M3). */
export class ClassVerdicts {
  readonly #verdictOn: CompiledPlacement;
  readonly #readsNames: boolean;
  readonly #byClass: (PlacementVerdict | undefined)[] = [];

  constructor(template: PodTemplateSummary, gates: MatchingGates) {
    this.#verdictOn = compilePlacement(template, gates);
    this.#readsNames = matchesNodeName(template);
  }

  /** The template may distinguish nodes of one class. */
  get readsNames(): boolean {
    return this.#readsNames;
  }

  /** Returns the cached verdict of a class. Undefined before the first `on` of the class, and if the template reads
   *  names. */
  known(nodeClass: NodeClass): PlacementVerdict | undefined {
    return this.#byClass[nodeClass];
  }

  on(node: PlacementNode, nodeClass: NodeClass): PlacementVerdict {
    if (this.#readsNames) return this.#verdictOn(node);
    const known = this.#byClass[nodeClass];
    if (known !== undefined) return known;
    const verdict = this.#verdictOn(node);
    this.#byClass[nodeClass] = verdict;
    return verdict;
  }
}
