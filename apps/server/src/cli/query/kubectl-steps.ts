import { EDIT_KINDS } from "@daemonscope/daemonset/actions/changes/kinds/edit-kinds";
import { NODE_STEP_KINDS } from "@daemonscope/daemonset/actions/changes/kinds/node-kinds";
import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import type { StepToken } from "@daemonscope/daemonset/actions/changes/text/step-tokens";
import { type StepTokenOrEnd, tokenizeSteps, tokenText } from "@daemonscope/daemonset/actions/changes/text/tokenize-steps";
import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { KIND_NAMES } from "../options/query-options.ts";

/** Placeholder of the namespace for a DaemonSet that a step names alone. No namespace can have this name. */
const OWN_NAMESPACE = ".";
/** The revision of `kubectl rollout undo` without --to-revision: the one before the current. */
const PREVIOUS_REVISION = 0;

const DRAIN_NOTE =
  "Note: kubectl drain cordons the node and never evicts pods of DaemonSets; without --ignore-daemonsets it refuses a node that has some. " +
  "The capacity that other pods free is not counted.";

/** Flags of kubectl's verbs that change nothing for DaemonSets. */
const WITHOUT_EFFECT = /^--(ignore-daemonsets|delete-emptydir-data|force|disable-eviction|overwrite|dry-run)(=.*)?$/;
const VALUES_WITHOUT_EFFECT: readonly string[] = ["--grace-period", "--timeout"];
/** Values of `kubectl delete --cascade` that also delete the pods. */
const CASCADE = /^--cascade(=(background|foreground|true))?$/;
const NAMESPACE_FLAGS: readonly string[] = ["-n", "--namespace"];
const SELECTOR_FLAGS: readonly string[] = ["-l", "--selector"];
const CONTAINER_FLAGS: readonly string[] = ["-c", "--container", "--containers"];
const NODE_WORDS: readonly string[] = ["node", "nodes", "no"];
const EDIT_VERBS: readonly string[] = Object.values(EDIT_KINDS).map(({ verb }) => verb);
const NODE_VERBS: readonly string[] = [...Object.values(NODE_STEP_KINDS).map(({ verb }) => verb), "leave"];

const isKind = (text: string): boolean => KIND_NAMES.includes(text.toLowerCase());
const word = (text: string): StepToken => ({ kind: "word", text });

interface TakenFlag {
  readonly value: string | undefined;
  readonly rest: readonly StepToken[];
}

/** Takes a flag with its value out of the words: `-n x`, `-n=x`, `--namespace x` or `--namespace=x`. */
function takeFlag(words: readonly StepToken[], names: readonly string[]): TakenFlag {
  const at = words.findIndex(({ text }) => names.includes(text.split("=", 1)[0] ?? ""));
  const found = words[at]?.text;
  if (found === undefined) return { value: undefined, rest: words };
  const equals = found.indexOf("=");
  return equals < 0
    ? { value: words[at + 1]?.text ?? "", rest: words.toSpliced(at, 2) }
    : { value: found.slice(equals + 1), rest: words.toSpliced(at, 1) };
}

/** Drops the flags that change nothing. */
function effectiveWords(words: readonly StepToken[]): readonly StepToken[] {
  const alone = words.filter(({ kind, text }) => kind === "json" || !WITHOUT_EFFECT.test(text));
  return VALUES_WITHOUT_EFFECT.reduce<readonly StepToken[]>((rest, name) => takeFlag(rest, [name]).rest, alone);
}

/** Rewrites the words after the verb of a step on nodes: the choice of nodes comes first, as names without a kind. */
function nodeWords(typed: readonly StepToken[]): readonly StepToken[] {
  const { value: selector, rest: unselected } = takeFlag(typed, SELECTOR_FLAGS);
  const isAll = unselected.some(({ text }) => text === "--all");
  const words = unselected.filter(({ text }) => text !== "--all");
  rejectFlags(words);
  const [first, ...others] = words;
  const isChosen = selector !== undefined || isAll;
  const hasName = others[0] !== undefined && !/[=:]|-$/.test(others[0].text);
  const isKindWord = first !== undefined && NODE_WORDS.includes(first.text) && (isChosen || hasName);
  const choice = selector !== undefined ? [word("-l"), word(selector)] : isAll ? [word("--all")] : [];
  const names = first === undefined || isKindWord ? others : [first, ...others];
  return [...choice, ...names.map((each) => ({ ...each, text: each.text.replace(/^(?:nodes?|no)\//, "") }))];
}

/** Refuses the flags that are left, which would be read as names. */
function rejectFlags(words: readonly StepToken[]): void {
  const flag = words.find(({ kind, text }) => kind === "word" && /^-[a-z-]/.test(text))?.text;
  if (flag === undefined) return;
  if (["--all", ...SELECTOR_FLAGS].includes(flag.split("=", 1)[0] ?? ""))
    throw new UsageError("a step on DaemonSets takes no selector: name each DaemonSet, or use -f with manifests.");
  throw new UsageError(`unknown flag for this step: ${flag}. See 'daemonscope what-if --help'`);
}

/**
 * Rewrites the words after the verb of a step on a DaemonSet to `NAMESPACE/NAME` and the rest. In kubectl's verbs
 * `ds/x` has a kind. In ours it is the DaemonSet x of a namespace ds, unless the cluster has none.
 */
function daemonSetWords(words: readonly StepToken[], isKubectl: boolean): readonly StepToken[] {
  const { value: namespace, rest: unscoped } = takeFlag(words, NAMESPACE_FLAGS);
  const { value: container, rest: names } = takeFlag(unscoped, CONTAINER_FLAGS);
  rejectFlags(names);
  const [first, second, ...others] = names;
  if (first === undefined) return words;
  const named = (name: string) => word(`${namespace ?? OWN_NAMESPACE}/${name}`);
  const after = (rest: readonly StepToken[]) => (container === undefined ? rest : [word("-c"), word(container), ...rest]);
  if (isKind(first.text) && second !== undefined && !/[=/]/.test(second.text)) return [named(second.text), ...after(others)];
  const slash = first.text.indexOf("/");
  if (slash < 0) return [named(first.text), ...after(names.slice(1))];
  const isKindName = isKubectl && isKind(first.text.slice(0, slash));
  return [isKindName ? named(first.text.slice(slash + 1)) : first, ...after(names.slice(1))];
}

/** Returns one step for each container of `kubectl set image`. */
function setImageSteps(words: readonly StepToken[]): readonly (readonly StepToken[])[] {
  const [set, ...images] = daemonSetWords(words, true);
  if (set === undefined || images.length < 2) return [[word("set-image"), ...(set === undefined ? [] : [set]), ...images]];
  return images.map((image) => [word("set-image"), set, image]);
}

/** Returns one step for each DaemonSet of `kubectl rollout restart`. */
function restartSteps(words: readonly StepToken[]): readonly (readonly StepToken[])[] {
  const { value: namespace, rest } = takeFlag(words, NAMESPACE_FLAGS);
  rejectFlags(rest);
  const flags = namespace === undefined ? [] : [word("-n"), word(namespace)];
  const [first, ...others] = rest;
  if (first === undefined) return [[word("restart")]];
  const isKindWord = isKind(first.text) && others.length > 0;
  const names = isKindWord ? others.map((each) => [first, each]) : rest.map((each) => [each]);
  return names.map((name) => [word("restart"), ...daemonSetWords([...name, ...flags], true)]);
}

function undoWords(words: readonly StepToken[]): readonly StepToken[] {
  const { value = String(PREVIOUS_REVISION), rest } = takeFlag(words, ["--to-revision"]);
  return [word("undo"), ...daemonSetWords(rest, true), word(value)];
}

function deleteWords(words: readonly StepToken[]): readonly StepToken[] {
  const [first, second] = words;
  const isNode = first !== undefined && (/^nodes?\//.test(first.text) || (NODE_WORDS.includes(first.text) && second !== undefined));
  if (isNode) return [word("leave"), ...nodeWords(words)];
  const cascade = words.filter(({ text }) => text.startsWith("--cascade"));
  const named = daemonSetWords(
    words.filter((each) => !cascade.includes(each)),
    false,
  );
  return [word("delete"), ...named, ...cascade.filter(({ text }) => !CASCADE.test(text))];
}

/** Returns the same step in our words; several steps for several containers. */
function rewrittenSteps(words: readonly StepToken[]): readonly (readonly StepToken[])[] {
  const [first, ...typed] = words;
  const verb = first?.text ?? "";
  const rest = effectiveWords(typed);
  const [second, ...others] = rest;
  if (first === undefined) return [words];
  if (verb === "kubectl") return rewrittenSteps(rest);
  if (verb === "set" && second?.text === "image") return setImageSteps(others);
  if (verb === "rollout" && second?.text === "restart") return restartSteps(others);
  if (verb === "rollout" && second?.text === "undo") return [undoWords(others)];
  if (verb === "drain") return [[word("cordon"), ...nodeWords(rest)]];
  if (verb === "delete") return [deleteWords(rest)];
  if (NODE_VERBS.includes(verb)) return [[first, ...nodeWords(rest)]];
  if (EDIT_VERBS.includes(verb)) return [[first, ...daemonSetWords(rest, false)]];
  return [words];
}

const textOf = (words: readonly StepToken[]): string => words.map(({ kind, text }) => (kind === "json" ? text : tokenText(text))).join(" ");

function stepsOf(words: readonly StepTokenOrEnd[]): readonly (readonly StepToken[])[] {
  const steps: StepToken[][] = [[]];
  for (const each of words) {
    if (each.kind === "end") steps.push([]);
    else steps.at(-1)?.push(each);
  }
  return steps;
}

/** Steps in our words, and what the user should know about them. */
interface RewrittenSteps {
  readonly text: string;
  readonly notes: readonly string[];
}

/** Rewrites kubectl's words to ours: `set image ds/x c=i`, `rollout restart ds/x`, `taint nodes n1 a=b:NoExecute`. */
export function withoutKubectlWords(text: string): RewrittenSteps {
  const tokens = tokenizeSteps(text);
  // The parser reports what is unreadable.
  if (tokens.kind === "unreadable") return { text, notes: [] };
  const steps = stepsOf(tokens.words);
  const isDrain = steps.some((words) => words.find((each) => each.text !== "kubectl")?.text === "drain");
  return {
    text: steps.flatMap(rewrittenSteps).map(textOf).join("; "),
    notes: isDrain ? [DRAIN_NOTE] : [],
  };
}

/** Returns a message as the user wrote the step: without the placeholder of the namespace. */
export const withoutPlaceholder = (text: string): string => text.replaceAll(`${OWN_NAMESPACE}/`, "");

function previousRevision(reading: ClusterReading, key: string): number {
  const numbers = reading.revisionsOf(key).map(({ revision }) => revision);
  const previous = numbers.sort((a, b) => a - b).at(-2);
  if (previous === undefined) throw new UsageError(`DaemonSet ${key} has no earlier revision to roll back to.`);
  return previous;
}

/**
 * Completes steps with a reading: a DaemonSet without a namespace, `ds/x` as a kind, and the previous revision.
 * `namespace` is that of the command.
 */
export function resolveNames(steps: readonly Step[], reading: ClusterReading, namespace: string): readonly Step[] {
  const namespaceOf = (typed: string, name: string): string =>
    typed === OWN_NAMESPACE || (isKind(typed) && reading.daemonSet(`${typed}/${name}`) === undefined) ? namespace : typed;
  return steps.map((step) => {
    if (step.kind !== "edit" && step.kind !== "delete") return step;
    const named = { ...step, namespace: namespaceOf(step.namespace, step.name) };
    if (named.kind !== "edit" || named.edit.kind !== "revision" || named.edit.to !== PREVIOUS_REVISION) return named;
    const key = `${named.namespace}/${named.name}`;
    return reading.daemonSet(key) === undefined ? named : { ...named, edit: { kind: "revision", to: previousRevision(reading, key) } };
  });
}
