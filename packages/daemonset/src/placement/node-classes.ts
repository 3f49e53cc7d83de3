import type { PodTemplateSummary, Taint } from "@daemonscope/kube/objects";
import { ownValue } from "@daemonscope/kube/own-value";
import type { MatchingGates } from "@daemonscope/kube/toleration";
import type { PlacementTemplate } from "../records/placement-template.ts";
import { labelsAskedBy, readsNames } from "./asked-of-nodes.ts";
import { type CompiledPlacement, compilePlacement } from "./compile-placement.ts";
import type { Verdict } from "./placement.ts";
import type { NodeTrait, PlacementNode } from "./placement-node.ts";

/** Nodes of one class have equal taints and equal values of every label that some template asks for: no template tells them apart but by name.
 *  A cluster has a class for each kind of machine, and thousands of nodes. */
export type NodeClass = number;

/** Labels that change all the time would make classes without end. */
const CLASSES_LIMIT = 200_000;

/** Taints as text, with separators that no key, value or effect contains. */
export function taintsText(taints: readonly Taint[]): string {
  let text = "";
  for (const { key, value, effect } of taints) text += `${key}\u0000${value ?? ""}\u0000${effect}\u0002`;
  return text;
}

type TextOf = (node: PlacementNode, keys: Iterable<string>, taints: string) => string;
/** What parts nodes, as text: characters that no name or value can hold stand between. `keys`: of the labels that some template asks for. */
const TEXT_OF: Readonly<Record<NodeTrait, TextOf>> = {
  labels: ({ labels }, keys) => {
    let text = "";
    // A missing label is not an empty one.
    for (const key of keys) text += `${ownValue(labels, key) ?? "\u0001"}\u0000`;
    return text;
  },
  taints: (_node, _keys, taints) => taints,
};
const TEXTS = Object.values(TEXT_OF);

/** Gives nodes their class. *Invariant*: nodes that were ever given one number differ in nothing that a template mentioned by then asks for. */
export class NodeClasses {
  readonly #keys = new Set<string>();
  readonly #classes = new Map<string, NodeClass>();
  #next: NodeClass = 0;

  /** Takes note of the labels that a template asks for. Gives back those that none asked for before: they part classes, of nodes that have one already (`partByLabel`). */
  mention(template: PlacementTemplate): readonly string[] {
    const fresh = [...labelsAskedBy(template)].filter((key) => !this.#keys.has(key));
    for (const key of fresh) this.#keys.add(key);
    if (fresh.length > 0) this.#classes.clear();
    return fresh;
  }

  /** `taints`: text that is equal for equal taints, in all calls of one kind. */
  classOf(node: PlacementNode, taints = taintsText(node.taints)): NodeClass {
    let text = "";
    for (const textOf of TEXTS) text += textOf(node, this.#keys, taints);
    const known = this.#classes.get(text);
    if (known !== undefined) return known;
    if (this.#classes.size >= CLASSES_LIMIT) this.#classes.clear();
    this.#classes.set(text, this.#next);
    return this.#next++;
  }

  /** Parts classes by a label: gives the class of one node after the other, by its value, undefined where it has no such label, and the class that it had. The first value that is seen of a class keeps its number, for which what was found of it holds still; the others are
   *  new ones. A look at one label a node, where `classOf` reads all that is asked for. */
  partByLabel(): (value: string | undefined, before: NodeClass) => NodeClass {
    const first = new Map<NodeClass, string | undefined>();
    const others = new Map<NodeClass, Map<string | undefined, NodeClass>>();
    return (value, before) => {
      const keeps = first.get(before);
      if (keeps === value && (value !== undefined || first.has(before))) return before;
      if (keeps === undefined && !first.has(before)) {
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

/** The verdicts of one template, found once a class. Agrees with explainPlacement always (law M3). */
export class ClassVerdicts {
  readonly #verdictOn: CompiledPlacement;
  readonly #readsNames: boolean;
  readonly #byClass: (Verdict | undefined)[] = [];

  constructor(template: PodTemplateSummary, gates: MatchingGates) {
    this.#verdictOn = compilePlacement(template, gates);
    this.#readsNames = readsNames(template);
  }

  /** The template may tell nodes of one class apart. */
  get readsNames(): boolean {
    return this.#readsNames;
  }

  /** The verdict on a class; undefined until one of it was asked for, and where names are read. */
  known(nodeClass: NodeClass): Verdict | undefined {
    return this.#byClass[nodeClass];
  }

  on(node: PlacementNode, nodeClass: NodeClass): Verdict {
    if (this.#readsNames) return this.#verdictOn(node);
    const known = this.#byClass[nodeClass];
    if (known !== undefined) return known;
    const verdict = this.#verdictOn(node);
    this.#byClass[nodeClass] = verdict;
    return verdict;
  }
}
