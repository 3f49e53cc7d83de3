import { nearestNames } from "@daemonscope/kube/base/nearest";
import { UsageError } from "../../platform/failure/usage-error.ts";

export const OUTPUT_FORMATS = ["table", "wide", "json", "yaml"] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** Returns the format of `-o`; undefined if it is omitted. Throws UsageError. */
export function formatOf(text: string | undefined): OutputFormat | undefined {
  if (text === undefined) return undefined;
  const format = OUTPUT_FORMATS.find((known) => known === text);
  if (format !== undefined) return format;
  const [nearest] = nearestNames(text, OUTPUT_FORMATS);
  throw new UsageError(
    `-o is one of ${OUTPUT_FORMATS.join(", ")}: "${text}" is none${nearest === undefined ? "." : `; did you mean ${nearest}?`}`,
  );
}
