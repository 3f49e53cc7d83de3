import type { ReportFormat } from "../flags/output-format.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { type Annotation, annotationLine } from "./github-annotations.ts";
import { junitText } from "./junit.ts";
import { markdownCode, markdownText } from "./markdown.ts";

/** Returns results as Markdown: a heading, and for each result its first line in bold and the others as code. */
function markdownLines(heading: string, annotations: readonly Annotation[]): readonly string[] {
  const sections = annotations.map(({ title, message, level }) => {
    const [first = "", ...others] = message.split("\n");
    const text = `${markdownText(title)}: ${level === "notice" ? markdownText(first) : `**${markdownText(first)}**`}`;
    return ["", text, ...(others.length === 0 ? [] : ["", ...markdownCode(others)])];
  });
  return [`### ${markdownText(heading)}`, ...sections.flat()];
}

/** Writes results for CI. `command` names the suite of JUnit, and `heading` the section of Markdown. */
export function writeReport(
  format: ReportFormat,
  { command, heading }: { readonly command: string; readonly heading: string },
  annotations: readonly Annotation[],
  terminal: Terminal,
): void {
  if (format === "junit") return terminal.write(junitText(command, annotations));
  const lines = format === "github" ? annotations.map(annotationLine) : markdownLines(heading, annotations);
  for (const line of lines) terminal.print(line);
}
