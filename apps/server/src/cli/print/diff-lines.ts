import type { TemplateComparison } from "@daemonscope/daemonset/revisions/template/compare-templates";
import { escapeControl } from "../../platform/text/escape-control.ts";
import type { TerminalColors } from "./terminal-colors.ts";

const SIGNS = { hunk: "", same: " ", removed: "-", added: "+" } as const;

/** A template difference of one DaemonSet, with the names of the two clusters. */
export interface ComparedClusters {
  readonly from: string;
  readonly to: string;
  readonly difference: TemplateComparison;
}

/** Returns the template difference between two clusters: one line of words per change, then a unified YAML diff. */
export function diffLines(
  { from, to, difference: { changes, more, reordered, diff } }: ComparedClusters,
  ink: TerminalColors,
): readonly string[] {
  const names = `${from} → ${to}`;
  if (changes.length === 0)
    return [
      reordered.length === 0 ? `${names}: the templates are the same` : `${names}: only the order of ${reordered.join(", ")} differs`,
    ].map(escapeControl);
  return [
    ink.strong(escapeControl(`${names}: ${changes.length + more} ${changes.length + more === 1 ? "difference" : "differences"}`)),
    ...changes.map(({ words }) => escapeControl(`  ${words}`)),
    ...(more > 0 ? [`  and ${more} more`] : []),
    "",
    `--- ${from}`,
    `+++ ${to}`,
    ...diff.map(({ kind, text }) => {
      const line = escapeControl(`${SIGNS[kind]}${text}`);
      return kind === "removed" ? ink.bad(line) : kind === "added" ? ink.good(line) : line;
    }),
  ];
}
