import { nearestNames } from "@daemonscope/kube/base/nearest";
import { EDIT_KINDS } from "../changes/kinds/edit-kinds.ts";
import { NODE_STEP_KINDS } from "../changes/kinds/node-kinds.ts";
import type { JoiningNodes, Step } from "../changes/step.ts";
import { readNodes } from "../changes/text/node-words.ts";
import {
  MAX_SHOWN_LENGTH,
  parseManifestWord,
  readPairs,
  readTaint,
  StepSyntaxException,
  type StepToken,
} from "../changes/text/step-tokens.ts";
import { tokenizeSteps } from "../changes/text/tokenize-steps.ts";

/** The reason that a text is not a step: `word` is the unknown word, `expected` the syntax. */
export interface StepSyntaxError {
  readonly kind: "unreadable";
  /** The whole step, truncated. */
  readonly text: string;
  readonly word: string;
  readonly expected: string;
}

interface NamedSet {
  readonly namespace: string;
  readonly name: string;
}

function readSet(word: StepToken | undefined, verb: string): NamedSet {
  const [namespace = "", name = "", extra] = (word?.text ?? "").split("/");
  if (namespace === "" || name === "" || extra !== undefined) throw new StepSyntaxException(word?.text ?? "", `${verb} NAMESPACE/NAME`);
  return { namespace, name };
}

function joinStep([count, ...rest]: readonly string[]): Step {
  const expected = "join COUNT, with or without like NODE, --label key=value, --taint key=value:Effect, --allocatable cpu=4";
  if (!/^\d{1,6}$/.test(count ?? "")) throw new StepSyntaxException(count ?? "", expected);
  let nodes: JoiningNodes = { count: Number(count), labels: {}, taints: [], allocatable: {} };
  for (let at = 0; at < rest.length; at += 2) {
    const flag = rest[at] ?? "";
    const value = rest[at + 1];
    if (value === undefined) throw new StepSyntaxException(flag, expected);
    if (flag === "like") nodes = { ...nodes, like: value };
    else if (flag === "--label") nodes = { ...nodes, labels: { ...nodes.labels, ...readPairs([value], expected) } };
    else if (flag === "--taint") nodes = { ...nodes, taints: [...nodes.taints, readTaint(value, expected)] };
    else if (flag === "--allocatable") nodes = { ...nodes, allocatable: { ...nodes.allocatable, ...readPairs([value], expected) } };
    else throw new StepSyntaxException(flag, expected);
  }
  return { kind: "join", nodes };
}

function deleteStep(words: readonly StepToken[]): Step {
  const [set, flag] = words;
  const orphan = flag?.text === "--cascade=orphan";
  if (flag !== undefined && !orphan) throw new StepSyntaxException(flag.text, "delete NAMESPACE/NAME, with or without --cascade=orphan");
  return { kind: "delete", ...readSet(set, "delete"), orphan };
}

function deletePodsStep([namespace, ...pods]: readonly string[]): Step {
  if (namespace === undefined || pods.length === 0) throw new StepSyntaxException("", "delete-pods NAMESPACE POD…");
  return { kind: "deletePods", namespace, pods };
}

const STEPS: Readonly<Record<string, (words: readonly StepToken[], texts: readonly string[]) => Step>> = {
  ...Object.fromEntries(Object.values(NODE_STEP_KINDS).map(({ verb, parse }) => [verb, parse])),
  leave: (words) => ({ kind: "leave", nodes: readNodes(words, "leave") }),
  apply: ([word]) => ({ kind: "apply", manifest: parseManifestWord(word) }),
  delete: deleteStep,
  "delete-pods": (_, texts) => deletePodsStep(texts),
  join: (_, texts) => joinStep(texts),
};

/** Parsers of the words after the DaemonSet's name, by the first word of the step. */
const EDIT_PARSERS = new Map(Object.values(EDIT_KINDS).map(({ verb, parse }) => [verb, parse]));

/** The possible first words of a step. */
export const STEP_VERBS: readonly string[] = [...Object.keys(STEPS), ...EDIT_PARSERS.keys()];
/** Verbs that a user who typed another word probably wants. */
const FREQUENT_VERBS: readonly string[] = ["taint", "label", "cordon", "set-image", "restart", "apply"];

/** Names a few verbs, because a list of all is too long to read. */
function expectedVerb(typed: string): string {
  const near = nearestNames(typed, STEP_VERBS);
  return `a verb such as ${(near.length === 0 ? FREQUENT_VERBS : near).join(", ")}`;
}

function stepOf([verb, ...words]: readonly StepToken[]): Step {
  const name = verb?.text ?? "";
  const texts = words.map(({ text }) => text);
  const parse = Object.hasOwn(STEPS, name) ? STEPS[name] : undefined;
  if (parse !== undefined) return parse(words, texts);
  const parseEdit = EDIT_PARSERS.get(name);
  if (parseEdit === undefined) throw new StepSyntaxException(name, expectedVerb(name));
  const [set, ...rest] = words;
  const daemonSet = readSet(set, name);
  return { kind: "edit", ...daemonSet, edit: parseEdit(texts.slice(1), rest) };
}

const shownText = (words: readonly StepToken[]): string =>
  words
    .map(({ text }) => text)
    .join(" ")
    .slice(0, MAX_SHOWN_LENGTH);

export interface ParsedSteps {
  readonly kind: "steps";
  readonly steps: readonly Step[];
}

/** Reads steps that `formatSteps` or a user wrote, separated by `;` or line breaks. Returns the first unreadable step.
 *  Never throws. O(length). */
export function parseSteps(text: string): ParsedSteps | StepSyntaxError {
  const words = tokenizeSteps(text);
  if (words.kind === "unreadable") {
    const { at, why } = words;
    const expected = why === "quote" ? "a closing quote" : "JSON that ends";
    return { kind: "unreadable", text: text.slice(0, MAX_SHOWN_LENGTH), word: text.slice(at, at + MAX_SHOWN_LENGTH), expected };
  }
  const parts: StepToken[][] = [[]];
  for (const word of words.words) {
    if (word.kind === "end") parts.push([]);
    else parts.at(-1)?.push(word);
  }
  const steps: Step[] = [];
  for (const part of parts) {
    if (part.length === 0) continue;
    try {
      steps.push(stepOf(part));
    } catch (cause) {
      if (!(cause instanceof StepSyntaxException)) throw cause;
      return { kind: "unreadable", text: shownText(part), word: cause.word, expected: cause.expected };
    }
  }
  return { kind: "steps", steps };
}

/** Reads one step; a text with no step or several steps is unreadable. */
export function parseStep(text: string): Step | StepSyntaxError {
  const parsed = parseSteps(text);
  if (parsed.kind === "unreadable") return parsed;
  const [step, second] = parsed.steps;
  if (step === undefined || second !== undefined)
    return { kind: "unreadable", text: text.slice(0, MAX_SHOWN_LENGTH), word: "", expected: "exactly one step" };
  return step;
}
