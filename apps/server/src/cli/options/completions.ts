import { COMMAND_HELP } from "../flags/command-help.ts";
import { COMMANDS, type CommandName, hasTrait, isCommand } from "../flags/commands.ts";
import type { Flag, ValueSource } from "../flags/flag.ts";
import { FLAGS } from "../flags/flags.ts";
import { STEP_FORMS, stepWords } from "../flags/step-forms.ts";
import { SHELLS } from "../parse/shells.ts";
import { KIND_NAMES } from "./query-options.ts";

/** A candidate at the cursor. */
export interface CompletionCandidate {
  readonly word: string;
  readonly about?: string;
}

/** The completions that a shell offers at the cursor. */
interface Completions {
  readonly candidates: readonly CompletionCandidate[];
  /** File names are offered as well. */
  readonly withFiles: boolean;
  /** The word continues after the choice: no space follows. */
  readonly isOpen: boolean;
}

/** A source of names, and the number of words at the end of the line that are incomplete: the name, and its flag. */
export interface NamesWanted {
  readonly source: Exclude<ValueSource, "files">;
  readonly incompleteWords: 1 | 2;
}

/** Lists names that are read on demand: scenarios, parts of a kubeconfig, and objects of a cluster. */
export type ListNames = (wanted: NamesWanted) => Promise<readonly CompletionCandidate[]>;

const flags: readonly Flag[] = FLAGS;
const NOTHING: Completions = { candidates: [], withFiles: false, isOpen: false };

/** Returns the flag of a word without its value, for a command or for any; undefined for another word. */
function bareFlag(word: string, command: CommandName | undefined): Flag | undefined {
  const isNamed = (flag: Flag) => word === `--${flag.name}` || (flag.short !== undefined && word === `-${flag.short}`);
  return flags.find((flag) => isNamed(flag) && (command === undefined || flag.commands.includes(command)));
}

/** Returns the words that are neither flags nor values of flags, in their order. */
function plainWords(words: readonly string[]): readonly string[] {
  const plain: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (!word.startsWith("-") || word === "-") plain.push(word);
    else if (bareFlag(word, undefined)?.shape === "value") at++;
  }
  return plain;
}

async function valuesOf({ values }: Flag, incompleteWords: 1 | 2, listNames: ListNames): Promise<Completions> {
  if (values === undefined) return NOTHING;
  if (values === "files") return { ...NOTHING, withFiles: true };
  const candidates = typeof values === "string" ? await listNames({ source: values, incompleteWords }) : values.map((word) => ({ word }));
  return { ...NOTHING, candidates };
}

/** Returns the flags that a command still accepts, with their help. A flag with an optional value is also offered
 *  with `=`. */
function flagsOf(command: CommandName, before: readonly string[]): readonly CompletionCandidate[] {
  const isUsed = (flag: Flag) =>
    flag.many !== true && before.some((word) => bareFlag(word.split("=")[0] ?? "", command)?.name === flag.name);
  return flags
    .filter((flag) => flag.help !== undefined && flag.commands.includes(command) && !isUsed(flag))
    .flatMap((flag) => {
      const about = flag.help === undefined ? {} : { about: flag.help };
      const bare = { word: `--${flag.name}`, ...about };
      return flag.shape === "maybe" ? [bare, { word: `--${flag.name}=`, ...about }] : [bare];
    });
}

/** Returns DaemonSets in the typed form: `ds/NAME`, `NAME`, or `NAME` after a separate word for the kind. */
async function daemonSetsAt(rest: readonly string[], current: string, takesSeveral: boolean, listNames: ListNames): Promise<Completions> {
  const slash = current.indexOf("/");
  const isAfterKind = rest[0] !== undefined && KIND_NAMES.includes(rest[0].toLowerCase());
  const kind = slash >= 0 ? current.slice(0, slash) : takesSeveral && !isAfterKind ? undefined : rest[0];
  if ((!takesSeveral && rest.length > (slash < 0 ? 1 : 0)) || (kind !== undefined && !KIND_NAMES.includes(kind.toLowerCase())))
    return NOTHING;
  const prefixes = slash >= 0 ? [current.slice(0, slash + 1)] : kind !== undefined ? [""] : current === "" ? ["ds/"] : ["", "ds/"];
  const names = await listNames({ source: "daemonsets", incompleteWords: 1 });
  return { ...NOTHING, candidates: prefixes.flatMap((start) => names.map((each) => ({ ...each, word: `${start}${each.word}` }))) };
}

const TARGET_SOURCES = { nodes: "nodes", daemonsets: "daemonSetKeys", namespace: "namespaces" } as const;

/** The verbs of kubectl that `what-if` takes too, and their second words. They name a DaemonSet as `ds/NAME`. */
const KUBECTL_VERBS: Readonly<Record<string, readonly string[]>> = { set: ["image"], rollout: ["restart", "undo"] };

/** Returns the words of a step of `what-if`: its verb, and the names of its target. */
async function stepAt(rest: readonly string[], current: string, listNames: ListNames): Promise<Completions> {
  const [verb, ...words] = rest;
  if (verb === undefined) {
    const kubectlVerbs = Object.entries(KUBECTL_VERBS).map(([word, seconds]) => ({ word, about: seconds.join(" | ") }));
    return { ...NOTHING, candidates: [...STEP_FORMS.map((form) => ({ word: form.verb, about: stepWords(form) })), ...kubectlVerbs] };
  }
  const seconds = KUBECTL_VERBS[verb];
  const [second, ...names] = words;
  if (seconds !== undefined && second === undefined) return { ...NOTHING, candidates: seconds.map((word) => ({ word })) };
  if (seconds !== undefined) return seconds.includes(second ?? "") ? daemonSetsAt(names, current, false, listNames) : NOTHING;
  const target = verb === "drain" ? "nodes" : STEP_FORMS.find((form) => form.verb === verb)?.target;
  if (target === undefined) return NOTHING;
  if (target === "daemonsets" && current.includes("/") && KIND_NAMES.includes(current.slice(0, current.indexOf("/")).toLowerCase()))
    return daemonSetsAt(words, current, false, listNames);
  const namesOf = async (source: NamesWanted["source"]): Promise<Completions> => {
    const names = await listNames({ source, incompleteWords: 1 });
    return { ...NOTHING, candidates: names.filter(({ word }) => !words.includes(word)) };
  };
  if (target === "none") return verb === "join" && words.at(-1) === "like" ? namesOf("nodes") : NOTHING;
  // Several nodes may be named, until a word such as `key=value` changes them.
  const isNamed = target === "nodes" ? words.some((word) => /[=:]|-$/.test(word)) : words.length > 0;
  return isNamed ? NOTHING : namesOf(TARGET_SOURCES[target]);
}

async function plainAt(
  command: CommandName | undefined,
  rest: readonly string[],
  current: string,
  listNames: ListNames,
): Promise<Completions> {
  if (command === undefined || (command === "help" && rest.length === 0))
    return { ...NOTHING, candidates: COMMANDS.map((word) => ({ word, about: COMMAND_HELP[word].about })) };
  if (command === "what-if") return stepAt(rest, current, listNames);
  if (hasTrait(command, "query")) return daemonSetsAt(rest, current, hasTrait(command, "list"), listNames);
  if (command === "import") return { ...NOTHING, withFiles: true };
  if (rest.length > 0) return NOTHING;
  if (command === "replay" || command === "record") return { ...NOTHING, withFiles: true };
  if (command === "simulate") return { ...NOTHING, candidates: await listNames({ source: "scenarios", incompleteWords: 1 }) };
  return command === "completion" ? { ...NOTHING, candidates: SHELLS.map((word) => ({ word })) } : NOTHING;
}

async function completionsFor(before: readonly string[], current: string, listNames: ListNames): Promise<Completions> {
  const [first, ...rest] = plainWords(before);
  const command = first !== undefined && isCommand(first) ? first : undefined;
  const effectiveCommand = command ?? "serve";
  const last = before.at(-1);
  const openFlag = last === undefined ? undefined : bareFlag(last, command);
  if (openFlag?.shape === "value") return valuesOf(openFlag, 2, listNames);
  if (last !== undefined && /^-./.test(last) && bareFlag(last.split("=")[0] ?? "", command) === undefined) return NOTHING;
  const equals = current.indexOf("=");
  if (current.startsWith("-") && equals > 0) {
    const typedName = current.slice(0, equals);
    const flag = bareFlag(typedName, command);
    if (flag === undefined || flag.shape === "alone") return NOTHING;
    const { candidates, withFiles } = await valuesOf(flag, 1, listNames);
    return { ...NOTHING, candidates: candidates.map((each) => ({ ...each, word: `${typedName}=${each.word}` })), withFiles };
  }
  if (current.startsWith("-")) return { ...NOTHING, candidates: flagsOf(effectiveCommand, before) };
  return first !== undefined && command === undefined ? NOTHING : plainAt(command, rest, current, listNames);
}

/**
 * Returns the completions at the cursor. `words` follow the program's name; the last one may be partial or empty.
 * Never throws: invalid words get no completions.
 */
export async function completeAt(words: readonly string[], listNames: ListNames): Promise<Completions> {
  const current = words.at(-1) ?? "";
  const found = await completionsFor(words.slice(0, -1), current, listNames);
  const candidates = found.candidates.filter(({ word }) => word.startsWith(current));
  return { ...found, candidates, isOpen: candidates.length > 0 && candidates.every(({ word }) => word.endsWith("=")) };
}
