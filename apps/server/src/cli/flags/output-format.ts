import { nearestNames } from "@daemonscope/kube/base/nearest";
import { joinWithOr } from "../../platform/failure/join-words.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import type { CommandName } from "./commands.ts";

/** Reports for CI and tickets. */
const REPORT_FORMATS = ["github", "junit", "markdown"] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];
const ANSWER_FORMATS = ["table", "json", "yaml"] as const;
const TEMPLATE_FORMATS = ["name", "jsonpath=", "custom-columns="] as const;
const LIST_FORMATS = ["table", "wide", "json", "yaml", ...TEMPLATE_FORMATS] as const;

/** The formats of `-o` by command, in the order of help. Those that end with `=` take a template. */
export const OUTPUT_FORMATS = {
  explain: [...LIST_FORMATS, "github"],
  status: [...LIST_FORMATS, ...REPORT_FORMATS],
  pods: LIST_FORMATS,
  wait: ["table", "wide", "json", "yaml", ...REPORT_FORMATS],
  history: ["table", "json", "yaml", ...TEMPLATE_FORMATS],
  diff: ANSWER_FORMATS,
  "what-if": [...ANSWER_FORMATS, ...REPORT_FORMATS],
  audit: [...LIST_FORMATS, ...REPORT_FORMATS],
  version: ANSWER_FORMATS,
} as const satisfies Partial<Readonly<Record<CommandName, readonly string[]>>>;

export type OutputCommand = keyof typeof OUTPUT_FORMATS;
/** A format of `-o`, also one that takes a template. */
export type FormatName = (typeof OUTPUT_FORMATS)[OutputCommand][number];
/** A format without a template. */
export type OutputFormat = Exclude<FormatName, "name" | `${string}=`>;

export const outputCommands = Object.keys(OUTPUT_FORMATS) as readonly OutputCommand[];

const isTemplate = (format: FormatName): format is Exclude<FormatName, OutputFormat> => format === "name" || format.endsWith("=");
const withoutEquals = (format: string): string => format.replace(/=$/, "");

/** Reports whether a format is a report. */
export const isReport = (format: OutputFormat | undefined): format is ReportFormat =>
  (REPORT_FORMATS as readonly (OutputFormat | undefined)[]).includes(format);

/** Returns the format of `-o`; undefined if it is omitted. Throws UsageError for a format that the command lacks. */
export function formatOf(text: string | undefined, command: OutputCommand): OutputFormat | undefined {
  if (text === undefined) return undefined;
  const known: readonly FormatName[] = OUTPUT_FORMATS[command];
  const format = known.find((each) => each === text);
  if (format !== undefined && !isTemplate(format)) return format;
  if (text === "wide") throw new UsageError(`${command} has no wide output: use -o json or -o yaml`);
  const names = known.map(withoutEquals);
  if (names.includes(text)) throw new UsageError(`-o ${text} needs a template: use -o ${text}=TEMPLATE`);
  if (/^go-?template/.test(text))
    throw new UsageError(`-o ${text.split("=")[0]} is not available: use -o jsonpath=TEMPLATE or custom-columns=HEADER:PATH`);
  const [nearest] = nearestNames(text, names);
  throw new UsageError(
    `unknown output format "${text}": use ${joinWithOr(names)}${nearest === undefined ? "" : `. Did you mean ${nearest}?`}`,
  );
}
