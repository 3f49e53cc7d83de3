import type { PodTemplateSummary } from "@daemonscope/kube/objects";
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

/** What parts nodes, as text: characters that no name or value can hold stand between. `keys`: of the labels that some template asks for. */
const TEXT_OF: Readonly<Record<NodeTrait, (node: PlacementNode, keys: Iterable<string>) => string>> = {
  labels: ({ labels }, keys) => {
    let text = "";
    // A missing label is not an empty one.
    for (const key of keys) text += `${ownValue(labels, key) ?? "\u0001"}\u0000`;
    return text;
  },
  taints: ({ taints }) => {
    let text = "";
    for (const { key, value, effect } of taints) text += `${key}\u0000${value ?? ""}\u0000${effect}\u0002`;
    return text;
  },
};
const TEXTS = Object.values(TEXT_OF);

/** Gives nodes their class. *Invariant*: a class number is never given to another class. */
export class NodeClasses {
  readonly #keys = new Set<string>();
  readonly #classes = new Map<string, NodeClass>();
  #next: NodeClass = 0;

  /** Takes note of the labels that a template asks for. True when one is new: every node must be classed again then. */
  mention(template: PlacementTemplate): boolean {
    const { size } = this.#keys;
    for (const key of labelsAskedBy(template)) this.#keys.add(key);
    if (this.#keys.size === size) return false;
    this.#classes.clear();
    return true;
  }

  classOf(node: PlacementNode): NodeClass {
    let text = "";
    for (const textOf of TEXTS) text += textOf(node, this.#keys);
    const known = this.#classes.get(text);
    if (known !== undefined) return known;
    if (this.#classes.size >= CLASSES_LIMIT) this.#classes.clear();
    this.#classes.set(text, this.#next);
    return this.#next++;
  }
}

/** The verdicts of one template, found once a class. Agrees with explainPlacement always (law M3). */
export class ClassVerdicts {
  readonly #verdictOn: CompiledPlacement;
  readonly #readsNames: boolean;
  #byClass: (Verdict | undefined)[] = [];

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

  /** The nodes were classed anew: what was found for old classes is of no use. */
  forget(): void {
    this.#byClass = [];
  }
}
