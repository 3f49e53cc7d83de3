// Writes the reference of all commands and options (docs/reference.md) from the texts of `daemonscope --help`.

import { COMMAND_GROUPS, COMMAND_HELP } from "../../apps/server/src/cli/flags/command-help.ts";
import type { CommandName } from "../../apps/server/src/cli/flags/commands.ts";
import { EXIT_CODE_HELP } from "../../apps/server/src/cli/flags/exit-code-help.ts";
import { type FlagGroup, hasSharedFlags, ownGroups, SHARED_GROUPS } from "../../apps/server/src/cli/flags/flag-groups.ts";
import { STEP_FORMS, stepWords } from "../../apps/server/src/cli/flags/step-forms.ts";
import { flagLabel } from "../../apps/server/src/cli/parse/help-text.ts";
import { TEN_JOBS } from "./ten-jobs.ts";

const INTRO = `[Commands](commands.md) explains the answers and the formats. This page has the texts of
\`daemonscope COMMAND --help\` and \`daemonscope options\`.

\`UPDATE_DOCS=1 npx vitest run scripts/docs-site/command-reference.test.ts\` writes it from \`apps/server/src/cli/flags\`.`;

const cell = (text: string): string => text.replaceAll("|", "\\|");
const block = (lines: readonly string[], language = ""): string => [`\`\`\`${language}`, ...lines, "```"].join("\n");
const table = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  [`| ${header.join(" | ")} |`, `|${"---|".repeat(header.length)}`, ...rows.map((row) => `| ${row.map(cell).join(" | ")} |`)].join("\n");

const optionTable = ({ title, flags }: FlagGroup): string =>
  table(
    [title.toLowerCase(), "meaning"],
    flags.map((flag) => [`\`${flagLabel(flag)}\``, flag.help ?? ""]),
  );

/** Returns paragraphs. Adjacent lines that start with two spaces are one block. */
function paragraphs(description: readonly string[]): readonly string[] {
  const parts: string[] = [];
  let lines: string[] = [];
  const endBlock = () => {
    if (lines.length > 0) parts.push(block(lines));
    lines = [];
  };
  for (const text of description) {
    if (text.startsWith("  ")) lines.push(text.slice(2));
    else {
      endBlock();
      parts.push(text);
    }
  }
  endBlock();
  return parts;
}

function section(command: CommandName): readonly string[] {
  const { about, usage, description, examples } = COMMAND_HELP[command];
  const codes = EXIT_CODE_HELP.filter(({ commands }) => commands.includes(command));
  const groups = ownGroups(command);
  return [
    `## ${command}`,
    `${about}.`,
    block([`daemonscope ${usage}${groups.length === 0 ? "" : " [options]"}`]),
    ...paragraphs(description),
    block(
      examples.flatMap((example, at) => [...(at === 0 ? [] : [""]), `# ${example.about}`, example.line]),
      "sh",
    ),
    ...(command === "what-if"
      ? [
          "NODES are names, `-l SELECTOR` or `--all`. The steps are:",
          block(STEP_FORMS.map((form) => `${form.verb} ${stepWords(form)}`.trim())),
        ]
      : []),
    ...groups.map(optionTable),
    ...(hasSharedFlags(command) ? ["It also has the [shared options](#shared-options)."] : []),
    ...(codes.length === 0
      ? []
      : [
          table(
            ["exit code", "meaning"],
            codes.map(({ code, meaning }) => [code, meaning]),
          ),
        ]),
  ];
}

/** Returns the page as Markdown. */
export function commandReference(): string {
  const commands = Object.keys(COMMAND_HELP) as readonly CommandName[];
  const lists = Object.entries(COMMAND_GROUPS).map(([group, title]) =>
    table(
      [title, ""],
      commands
        .filter((command) => COMMAND_HELP[command].group === group)
        .map((command) => [`[\`${command}\`](#${command})`, COMMAND_HELP[command].about]),
    ),
  );
  const parts = [
    "# Command reference",
    INTRO,
    ...lists,
    "## Ten jobs",
    "The seconds are CPU time, the median of five runs on 48 simulated nodes. `wait` and `record` have clock time.",
    table(
      ["job", "line", "seconds", "kubectl, k9s, helm, gh"],
      TEN_JOBS.map(({ job, line, seconds, others }) => [job, `\`${line}\``, seconds, others]),
    ),
    ...commands.flatMap(section),
    "## Exit codes",
    table(
      ["exit code", "commands", "meaning"],
      EXIT_CODE_HELP.map(({ code, commands: own, meaning }) => [code, own.join(", "), meaning]),
    ),
    "## Shared options",
    "The commands that read a cluster have these options. The environment sets them too: `DAEMONSCOPE_LOG_LEVEL` is `--log-level`.",
    ...SHARED_GROUPS.map(optionTable),
  ];
  return `${parts.join("\n\n")}\n`;
}
