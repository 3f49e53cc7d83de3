import type { Flag } from "./flag.ts";
import { type FormatName, OUTPUT_FORMATS, type OutputCommand, outputCommands } from "./output-format.ts";

/** The words of formats in help that are not their names. */
const HELP_WORDS: Partial<Readonly<Record<FormatName, string>>> = {
  "jsonpath=": "jsonpath=TEMPLATE",
  "custom-columns=": "custom-columns=HEADER:PATH,…",
  github: "github (annotations of GitHub Actions)",
  junit: "junit (a file of test cases)",
  markdown: "markdown (for a ticket or a job summary)",
};

function outputFlag(command: OutputCommand) {
  const formats: readonly FormatName[] = OUTPUT_FORMATS[command];
  const words = formats.map((format) => HELP_WORDS[format] ?? format);
  return {
    name: "output",
    short: "o",
    shape: "value",
    emptyIsUnset: true,
    value: "FORMAT",
    values: formats,
    commands: [command],
    help: `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`,
  } as const satisfies Flag;
}

/** `-o` of each command with its formats. */
export const OUTPUT_FLAGS = outputCommands.map(outputFlag);
