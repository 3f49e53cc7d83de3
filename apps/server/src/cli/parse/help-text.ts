import { COMMAND_GROUPS, COMMAND_HELP, type CommandHelp } from "../flags/command-help.ts";
import { type CommandName, multiClusterCommands } from "../flags/commands.ts";
import { EXIT_CODE_HELP } from "../flags/exit-code-help.ts";
import type { Flag } from "../flags/flag.ts";
import { type FlagGroup, hasSharedFlags, ownGroups, SHARED_GROUPS } from "../flags/flag-groups.ts";
import { STEP_FORMS, stepWords } from "../flags/step-forms.ts";

/** Columns of a terminal that help fits into. */
const WIDTH = 80;
/** The column at which the text about a command begins. */
const ABOUT_COLUMN = 15;
/** The column at which the text about an option begins. */
const OPTION_COLUMN = 32;
const EXIT_CODE_COLUMN = 7;
/** More examples of steps in one column would hide the words after a long verb. */
const STEP_INDENT = "      ";

/** Writes the program's name in a line that calls it `daemonscope`. */
const withProgram = (line: string, program: string): string => line.replace("daemonscope", program);

/** Returns an entry in two columns. A label that is too long has its own line. */
function entry(label: string, text: string, column: number): readonly string[] {
  const lines = wrapLines(text, WIDTH - column);
  const [first = "", ...rest] = label.length < column ? [`${label.padEnd(column)}${lines[0]}`, ...lines.slice(1)] : [label, ...lines];
  return [first, ...rest.map((line) => " ".repeat(column) + line)];
}

/** Returns the names of a flag and of its value: `-n, --namespace NAME`. */
export function flagLabel({ name, short, shape, value }: Flag): string {
  const after = value === undefined ? "" : shape === "maybe" ? `[=${value}]` : ` ${value}`;
  return `${short === undefined ? "" : `-${short}, `}--${name}${after}`;
}

const flagLines = (flag: Flag): readonly string[] =>
  entry(`  ${flag.short === undefined ? "    " : ""}${flagLabel(flag)}`, flag.help ?? "", OPTION_COLUMN);

const groupLines = ({ title, flags }: FlagGroup): readonly string[] => [`${title}:`, ...flags.flatMap(flagLines), ""];

/** Returns the lines of a paragraph. Lines that start with two spaces stay as they are. */
const paragraph = (text: string): readonly string[] => (text.startsWith("  ") ? [text] : wrapLines(text, WIDTH));

function descriptionLines({ about, description }: CommandHelp): readonly string[] {
  const lines = [
    `${about}.`,
    "",
    ...description.flatMap((text, at) => {
      const isApart = at > 0 && !text.startsWith("  ");
      return [...(isApart ? [""] : []), ...paragraph(text)];
    }),
  ];
  return [...lines, ""];
}

function stepLines(): readonly string[] {
  const forms = STEP_FORMS.flatMap((form) => {
    const [first = "", ...rest] = wrapLines(`${form.verb} ${stepWords(form)}`, WIDTH - STEP_INDENT.length);
    return [`  ${first}`, ...rest.map((line) => STEP_INDENT + line)];
  });
  return ["Steps (NODES are names, -l SELECTOR or --all):", ...forms, ""];
}

function exitCodeLines(command: CommandName): readonly string[] {
  const rows = EXIT_CODE_HELP.filter(({ commands }) => commands.includes(command));
  if (rows.length === 0) return [];
  return ["Exit codes:", ...rows.flatMap(({ code, meaning }) => entry(`  ${code}`, meaning, EXIT_CODE_COLUMN)), ""];
}

/** Returns the output of `daemonscope --help`: the commands. It fits one screen. */
export function helpText(program: string, version: string): string {
  const groups = Object.entries(COMMAND_GROUPS).flatMap(([group, title]) => {
    const commands = Object.entries(COMMAND_HELP).filter(([, help]) => help.group === group);
    return [`${title}:`, ...commands.flatMap(([name, { about }]) => entry(`  ${name}`, about, ABOUT_COLUMN)), ""];
  });
  return [
    `daemonscope ${version}: a live dashboard for Kubernetes DaemonSets`,
    "",
    ...groups,
    "Usage:",
    `  ${program} [COMMAND] [options]`,
    "",
    `Use "${program} COMMAND --help" for options and examples.`,
    `Use "${program} options" for options that commands share.`,
    "",
  ].join("\n");
}

/** Returns the output of `daemonscope COMMAND --help`. */
export function commandHelpText(program: string, command: CommandName): string {
  const help = COMMAND_HELP[command];
  return [
    ...descriptionLines(help),
    "Examples:",
    ...help.examples.flatMap(({ about, line }, at) => [...(at === 0 ? [] : [""]), `  # ${about}`, `  ${withProgram(line, program)}`]),
    "",
    ...(command === "what-if" ? stepLines() : []),
    ...ownGroups(command).flatMap(groupLines),
    ...exitCodeLines(command),
    "Usage:",
    `  ${program} ${help.usage}${ownGroups(command).length === 0 ? "" : " [options]"}`,
    "",
    ...(hasSharedFlags(command) ? [`Use "${program} options" for options such as --context.`, ""] : []),
  ].join("\n");
}

/** Returns the output of `daemonscope options`. */
export function optionsText(program: string): string {
  const several = multiClusterCommands.join(", ");
  return [
    ...wrapLines(
      `The following options can be passed to any command that reads a cluster. Repeat --kubeconfig, --context or --simulate for several clusters (${several}).`,
      WIDTH,
    ),
    "",
    ...SHARED_GROUPS.flatMap(groupLines),
    ...wrapLines(
      "The cluster is, in this order: --simulate, --kubeconfig, KUBECONFIG, ~/.kube/config, the service account of the pod, and for serve a simulated cluster.",
      WIDTH,
    ),
    "",
    ...wrapLines(
      "The environment sets an option too: DAEMONSCOPE_LOG_LEVEL is --log-level. Options that belong to one line, such as --watch or -f, are not read from there.",
      WIDTH,
    ),
    "",
    `Use "${program} COMMAND --help" for the other options of a command.`,
    "",
  ].join("\n");
}

/** Splits a text at spaces into lines of at most `width` characters. A longer word has its own line. */
function wrapLines(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (longer.length > width && line !== "") {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}
