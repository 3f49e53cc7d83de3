import { assertNever } from "@daemonscope/kube/base/assert-never";
import type { NodeChoice } from "../step.ts";
import { byKind, listOf, text } from "./json-shape.ts";
import { StepSyntaxException, type StepToken } from "./step-tokens.ts";

const NODES = "names of nodes, -l SELECTOR or --all";

/** The JSON form of a choice of nodes. */
export const nodesShape = byKind({ names: { names: listOf(text, 1) }, selector: { selector: text }, all: {} });

export function choiceWords(nodes: NodeChoice): readonly string[] {
  switch (nodes.kind) {
    case "all":
      return ["--all"];
    case "selector":
      return ["-l", nodes.selector];
    case "names":
      return nodes.names;
    default:
      return assertNever(nodes);
  }
}

/** Reports whether a word describes a taint or label instead of naming a node. */
const isChangeWord = (word: string): boolean => /[=:]/.test(word) || word.endsWith("-");

interface Chosen {
  readonly nodes: NodeChoice;
  readonly rest: readonly string[];
}

/** Reads the words that choose nodes, up to the first word that changes them. */
function readChoice(tokens: readonly StepToken[], expected: string): Chosen {
  const texts = tokens.map((token) => token.text);
  const [first = "", second] = texts;
  if (first === "--all" || first === "-A") return { nodes: { kind: "all" }, rest: texts.slice(1) };
  if (first === "-l" || first === "--selector") {
    if (second === undefined) throw new StepSyntaxException("", `a label selector after ${first}`);
    return { nodes: { kind: "selector", selector: second }, rest: texts.slice(2) };
  }
  if (first.startsWith("--selector="))
    return { nodes: { kind: "selector", selector: first.slice("--selector=".length) }, rest: texts.slice(1) };
  const end = texts.findIndex(isChangeWord);
  const names = end < 0 ? texts : texts.slice(0, end);
  if (names.length === 0) throw new StepSyntaxException(first, expected);
  return { nodes: { kind: "names", names }, rest: end < 0 ? [] : texts.slice(end) };
}

/** Reads a step that has no words after its nodes. */
export function readNodes(tokens: readonly StepToken[], verb: string): NodeChoice {
  const { nodes, rest } = readChoice(tokens, NODES);
  if (rest[0] !== undefined) throw new StepSyntaxException(rest[0], `${verb} ${NODES}`);
  return nodes;
}

/** Reads nodes and words that all set something, or that all remove something. Removed words end in `-`. */
export function readNodesAndWords(tokens: readonly StepToken[], expected: string): Chosen & { readonly isRemoval: boolean } {
  const { nodes, rest } = readChoice(tokens, expected);
  const removals = rest.filter((word) => word.endsWith("-") && !/=[^:]*$/.test(word));
  const [first] = removals.length > 0 && removals.length < rest.length ? removals : [];
  if (first !== undefined) throw new StepSyntaxException(first, `${expected}; setting and taking off are two steps`);
  if (rest.length === 0) throw new StepSyntaxException("", expected);
  const isRemoval = removals.length > 0;
  return { nodes, rest: isRemoval ? rest.map((word) => word.slice(0, -1)) : rest, isRemoval };
}
