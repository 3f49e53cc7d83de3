import { nearestNames } from "@daemonscope/kube/base/nearest";
import { UsageError } from "../../platform/failure/usage-error.ts";

export const OUTPUT_FORMATS = ["table", "wide", "json", "yaml"] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** Formats of commands that print a list; those that end with `=` take a template. */
export const LIST_FORMATS = [...OUTPUT_FORMATS, "name", "jsonpath=", "custom-columns="] as const;

const withoutEquals = (format: string): string => format.replace(/=$/, "");

/** Returns the format of `-o`; undefined if it is omitted. `known`: the formats of the command. Throws UsageError. */
export function formatOf(text: string | undefined, known: readonly string[] = OUTPUT_FORMATS): OutputFormat | undefined {
  if (text === undefined) return undefined;
  const format = OUTPUT_FORMATS.find((each) => each === text);
  if (format !== undefined) return format;
  const names = known.map(withoutEquals);
  if (names.includes(text) && !known.includes(text)) throw new UsageError(`-o ${text} needs a template: -o ${text}=TEMPLATE.`);
  const [nearest] = nearestNames(text, names);
  throw new UsageError(`-o is one of ${names.join(", ")}: "${text}" is none${nearest === undefined ? "." : `; did you mean ${nearest}?`}`);
}

/** Throws UsageError for `-o wide` of a command that has no further columns. */
export function rejectWide(format: OutputFormat | undefined, command: string): void {
  if (format === "wide") throw new UsageError(`${command} has no wide output: use -o json or yaml, or leave it out`);
}
