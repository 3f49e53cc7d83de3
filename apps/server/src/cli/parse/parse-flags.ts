import { parseArgs } from "node:util";
import { tokenText } from "@daemonscope/daemonset/actions/changes/text/tokenize-steps";
import { nearestNames } from "@daemonscope/kube/base/nearest";
import { joinWithAnd } from "../../platform/failure/join-words.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { PROGRAM } from "../../platform/program-name.ts";
import { COMMANDS, type CommandName, DEFAULT_COMMAND, hasTrait, isCommand } from "../flags/commands.ts";
import type { Flag } from "../flags/flag.ts";
import { environmentName, FLAGS, type FlagName } from "../flags/flags.ts";

/**
 * The command, and the unparsed values of its flags from the command line and the environment. A flag without a value
 * has the value "".
 */
export interface ParsedFlags {
  readonly command: CommandName;
  /** Words after the command that are not flags, and flags that are words (`isWord`), each with its value. */
  readonly words: readonly string[];
  readonly values: ReadonlyMap<FlagName, readonly string[]>;
  /**
   * The flags in `values` that the command line sets. Only these contradict each other, because the environment of a
   * pod may set a context for every command.
   */
  readonly typed: ReadonlySet<FlagName>;
}

const flags: readonly Flag[] = FLAGS;

function didYouMean(word: string, names: readonly string[], start: string, helpLine: string): string {
  // A single letter is similar to too many names.
  const [nearest] = word.length > 1 ? nearestNames(word, names) : [];
  return nearest === undefined ? `See '${helpLine}'` : `Did you mean ${start}${nearest}?`;
}

function unknownFlag(typed: string, command: CommandName): UsageError {
  const name = typed.replace(/^-+/, "");
  const otherCommands = flags.flatMap((flag) => (flag.name === name || flag.short === name ? flag.commands : []));
  const kind = /^-[^-]/.test(typed) ? "shorthand flag" : "flag";
  if (otherCommands.length > 0)
    return new UsageError(`unknown ${kind} for ${command}: ${typed} (it belongs to ${joinWithAnd(otherCommands)})`);
  const names = flags.filter((flag) => flag.help !== undefined && flag.commands.includes(command)).map((flag) => flag.name);
  return new UsageError(`unknown ${kind}: ${typed}. ${didYouMean(name, names, "--", `${PROGRAM} ${command} --help`)}`);
}

/** Returns the error of a word that should be a command. */
export const unknownCommand = (word: string): UsageError =>
  new UsageError(`unknown command "${word}". ${didYouMean(word, COMMANDS, `${PROGRAM} `, `${PROGRAM} --help`)}`);

function isOn(text: string, name: string): boolean {
  const word = text.toLowerCase();
  if (["", "1", "true", "yes"].includes(word)) return true;
  if (["0", "false", "no"].includes(word)) return false;
  throw new UsageError(`invalid value "${text}" for ${name}: use true or false`);
}

/** Reports whether the text turns the flag on or off, and is not a value of it. */
const isSwitch = ({ shape }: Flag, text: string): boolean =>
  shape === "alone" || (shape === "maybe" && /^(0|1|true|false|yes|no)$/i.test(text));

/**
 * Rewrites a short flag with `=`, such as `-o=json` or `-Aw=true`, to its long form. kubectl accepts it, but
 * `parseArgs` reads `=` as a part of the value or as another flag.
 */
function withLongNames(args: readonly string[]): readonly string[] {
  const end = args.indexOf("--");
  return args.flatMap((word, at) => {
    const [, before = "", letter = "", value = ""] = /^-([A-Za-z]*)([A-Za-z])=(.*)$/s.exec(word) ?? [];
    const flag = flags.find(({ short }) => short === letter);
    const followsValueFlag = [...before].some((each) => flags.find(({ short }) => short === each)?.shape !== "alone");
    if (flag === undefined || followsValueFlag || (end >= 0 && at > end)) return [word];
    return [...(before === "" ? [] : [`-${before}`]), `--${flag.name}=${value}`];
  });
}

function tokensOf(args: readonly string[]) {
  const options = Object.fromEntries(
    flags.map((flag) => [
      flag.name,
      {
        type: flag.shape === "value" ? ("string" as const) : ("boolean" as const),
        ...(flag.short === undefined ? {} : { short: flag.short }),
        multiple: true,
      },
    ]),
  );
  return parseArgs({ args: [...withLongNames(args)], options, strict: false, allowPositionals: true, tokens: true }).tokens;
}

/**
 * Reports whether the command line requests help or the version, in any form of the flag. A bare flag counts even in
 * the place of a value. Throws UsageError for a value that is neither on nor off.
 */
export function isRequested(args: readonly string[], name: "help" | "version"): boolean {
  const short = flags.find((flag) => flag.name === name)?.short;
  if (args.some((word) => word === `--${name}` || word === `-${short}`)) return true;
  return tokensOf(args).some((token) => token.kind === "option" && token.name === name && isOn(token.value ?? "", `--${name}`));
}

/** Returns the command of a line, which may be wrong after it; undefined if it has none. */
export function namedCommand(args: readonly string[]): CommandName | undefined {
  const first = tokensOf(args).find((token) => token.kind === "positional");
  return first?.kind === "positional" && isCommand(first.value) ? first.value : undefined;
}

/** Reads the command line, and then the environment for missing flags. Throws UsageError. */
export function parseFlags(args: readonly string[], environment: Readonly<Record<string, string | undefined>>): ParsedFlags {
  const tokens = tokensOf(args);
  const words: string[] = [];
  let command: CommandName = DEFAULT_COMMAND;
  const firstToken = tokens.find((token) => token.kind === "positional");
  const first = firstToken?.kind === "positional" ? firstToken.value : undefined;
  if (first !== undefined) {
    // The value of an unknown flag looks like a command: the flag is the mistake.
    const unknown = tokens.find((token) => token.kind === "option" && !flags.some((flag) => flag.name === token.name));
    if (!isCommand(first) && unknown?.kind === "option") throw unknownFlag(unknown.rawName, command);
    if (!isCommand(first)) throw unknownCommand(first);
    command = first;
  }
  const values = new Map<FlagName, readonly string[]>();
  /** Flags that the environment does not set, although they may be off. */
  const decided = new Set<FlagName>();
  // As in kubectl, the last value of a flag wins, so that a line can override an alias. A line that starts a server has
  // no alias, and a second value would silently replace a setting such as the way to sign in.
  const add = (flag: Flag, value: string) => {
    const name = flag.name as FlagName;
    if (flag.shape === "value" && flag.many !== true && decided.has(name) && hasTrait(command, "watches"))
      throw new UsageError(`--${name} is given twice. Give it once.`);
    decided.add(name);
    values.set(name, flag.many === true ? [...(values.get(name) ?? []), value] : [value]);
  };
  const turnOff = (name: FlagName) => {
    decided.add(name);
    values.delete(name);
  };
  const unset = (name: FlagName) => {
    decided.delete(name);
    values.delete(name);
  };
  for (const token of tokens) {
    if (token.kind === "positional" && token !== firstToken) words.push(token.value);
    if (token.kind !== "option") continue;
    const flag = flags.find((candidate) => candidate.name === token.name && candidate.commands.includes(command));
    if (flag === undefined) throw unknownFlag(token.rawName, command);
    if (flag.shape === "value") {
      if (token.value === "" && flag.emptyIsUnset === true) {
        if (flag.many !== true) unset(flag.name as FlagName);
        continue;
      }
      const isMissing =
        token.value === undefined || token.value === "" || (!token.inlineValue && token.value !== "-" && /^-(?!\d)/.test(token.value));
      if (isMissing) throw new UsageError(`--${flag.name} needs a value: --${flag.name} ${flag.value ?? "VALUE"}.`);
      if (flag.isWord === true) words.push(`${token.rawName} ${tokenText(token.value ?? "")}`);
      else add(flag, token.value ?? "");
    } else if (flag.isWord === true) {
      if (!isSwitch(flag, token.value ?? ""))
        words.push(`${token.rawName}${token.value === undefined ? "" : `=${tokenText(token.value)}`}`);
      else if (isOn(token.value ?? "", `--${flag.name}`)) words.push(token.rawName);
    } else if (!isSwitch(flag, token.value ?? "")) add(flag, token.value ?? "");
    else if (isOn(token.value ?? "", `--${flag.name}`)) add(flag, "");
    else turnOff(flag.name as FlagName);
  }
  const typed = new Set(values.keys());
  for (const flag of flags) {
    const name = flag.name as FlagName;
    const text = environment[environmentName(name)];
    if (text === undefined || text === "" || decided.has(name) || flag.typedOnly === true || !flag.commands.includes(command)) continue;
    if (isSwitch(flag, text)) {
      if (isOn(text, environmentName(name))) values.set(name, [""]);
    } else if (flag.many === true)
      values.set(
        name,
        text.split(",").filter((part) => part !== ""),
      );
    else values.set(name, [text]);
  }
  return { command, words, values, typed };
}
