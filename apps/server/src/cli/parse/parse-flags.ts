import { parseArgs } from "node:util";
import { nearestNames } from "@daemonscope/kube/base/nearest";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { COMMANDS, type CommandName } from "../flags/command-names.ts";
import type { Flag } from "../flags/flag.ts";
import { environmentName, FLAGS, type FlagName } from "../flags/flags.ts";

/**
 * The command, and the unparsed values of its flags from the command line and the environment. A flag without a value
 * has the value "".
 */
export interface ParsedFlags {
  readonly command: CommandName;
  /** Words after the command that are not flags. */
  readonly words: readonly string[];
  readonly values: ReadonlyMap<FlagName, readonly string[]>;
}

const flags: readonly Flag[] = FLAGS;
const isCommand = (word: string): word is CommandName => (COMMANDS as readonly string[]).includes(word);

function didYouMean(word: string, names: readonly string[], dashes: string): string {
  // A single letter is similar to too many names.
  const [nearest] = word.length > 1 ? nearestNames(word, names) : [];
  return nearest === undefined ? "daemonscope --help lists them." : `Did you mean ${dashes}${nearest}?`;
}

const joinWithAnd = (words: readonly string[]): string =>
  [words.slice(0, -1).join(", "), words.at(-1) ?? ""].filter((part) => part !== "").join(" and ");

function unknownFlag(typed: string, command: CommandName): UsageError {
  const name = typed.replace(/^-+/, "");
  const otherCommands = flags.flatMap((flag) => (flag.name === name || flag.short === name ? flag.commands : []));
  if (otherCommands.length > 0) return new UsageError(`${typed} is no flag of ${command}, but of ${joinWithAnd(otherCommands)}.`);
  const names = flags.filter((flag) => flag.help !== undefined && flag.commands.includes(command)).map((flag) => flag.name);
  return new UsageError(`There is no flag ${typed}. ${didYouMean(name, names, "--")}`);
}

function isOn(text: string, name: string): boolean {
  const word = text.toLowerCase();
  if (["", "1", "true", "yes"].includes(word)) return true;
  if (["0", "false", "no"].includes(word)) return false;
  throw new UsageError(`${name} is on or off: "${text}" is neither; use true or false.`);
}

/**
 * Rewrites a short flag with `=`, such as `-o=json` or `-Aw=true`, to its long form. kubectl accepts it, but `parseArgs`
 * reads `=` as a part of the value or as another flag.
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
 * Reports whether the command line requests help or the version, in any form of the flag. A bare flag counts even in the
 * place of a value. Throws UsageError for a value that is neither on nor off.
 */
export function isRequested(args: readonly string[], name: "help" | "version"): boolean {
  const short = flags.find((flag) => flag.name === name)?.short;
  if (args.some((word) => word === `--${name}` || word === `-${short}`)) return true;
  return tokensOf(args).some((token) => token.kind === "option" && token.name === name && isOn(token.value ?? "", `--${name}`));
}

/** Reads the command line, and then the environment for missing flags. Throws UsageError. */
export function parseFlags(args: readonly string[], environment: Readonly<Record<string, string | undefined>>): ParsedFlags {
  const tokens = tokensOf(args);
  const words = tokens.filter((token) => token.kind === "positional").map((token) => token.value);
  let command: CommandName = "serve";
  const first = words[0];
  if (first !== undefined) {
    // The value of an unknown flag looks like a command: the flag is the mistake.
    const unknown = tokens.find((token) => token.kind === "option" && !flags.some((flag) => flag.name === token.name));
    if (!isCommand(first) && unknown?.kind === "option") throw unknownFlag(unknown.rawName, command);
    if (!isCommand(first)) throw new UsageError(`There is no command "${first}". ${didYouMean(first, COMMANDS, "daemonscope ")}`);
    command = first;
    words.shift();
  }
  const values = new Map<FlagName, string[]>();
  const add = (flag: Flag, value: string) => {
    const name = flag.name as FlagName;
    const before = values.get(name) ?? [];
    if (before.length > 0 && flag.many !== true) throw new UsageError(`--${flag.name} is given twice: once is enough.`);
    values.set(name, [...before, value]);
  };
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const flag = flags.find((candidate) => candidate.name === token.name && candidate.commands.includes(command));
    if (flag === undefined) throw unknownFlag(token.rawName, command);
    if (flag.shape === "value") {
      const isMissing =
        token.value === undefined || token.value === "" || (!token.inlineValue && token.value !== "-" && /^-(?!\d)/.test(token.value));
      if (isMissing) throw new UsageError(`--${flag.name} needs a value: --${flag.name} ${flag.value ?? "VALUE"}.`);
      add(flag, token.value ?? "");
    } else if (flag.shape === "maybe") add(flag, token.value ?? "");
    else if (isOn(token.value ?? "", `--${flag.name}`)) add(flag, "");
  }
  for (const flag of flags) {
    const name = flag.name as FlagName;
    const text = environment[environmentName(name)];
    if (text === undefined || text === "" || values.has(name) || flag.typedOnly === true || !flag.commands.includes(command)) continue;
    const isOnOrOff = flag.shape === "alone" || (flag.shape === "maybe" && /^(0|1|true|false|yes|no)$/i.test(text));
    if (isOnOrOff) {
      if (isOn(text, environmentName(name))) values.set(name, [""]);
    } else if (flag.many === true)
      values.set(
        name,
        text.split(",").filter((part) => part !== ""),
      );
    else values.set(name, [text]);
  }
  return { command, words, values };
}
