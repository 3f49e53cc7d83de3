import { escapeControl } from "../../platform/text/escape-control.ts";

/** Returns text that Markdown shows as it is, in a table too. */
export const markdownText = (text: string): string => escapeControl(text).replace(/[\\`*_{}[\]<>|#~&]/g, (char) => `\\${char}`);

/** Returns a table of GitHub's Markdown, one line per row, the header first. */
export function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(header), line(header.map(() => "---")), ...rows.map((row) => line(row.map(markdownText)))];
}

/** Returns lines as preformatted text. The fence is longer than any in the lines. */
export function markdownCode(lines: readonly string[]): readonly string[] {
  const longest = Math.max(2, ...lines.flatMap((line) => (line.match(/`+/g) ?? []).map((run) => run.length)));
  const fence = "`".repeat(longest + 1);
  return [`${fence}text`, ...lines, fence];
}
