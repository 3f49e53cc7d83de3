import type { TemplateComparison } from "@daemonscope/daemonset/revisions/template/compare-templates";
import { escapeControl } from "../../platform/text/escape-control.ts";
import type { TerminalColors } from "../print/terminal-colors.ts";

const SIGNS = { hunk: "", same: " ", removed: "-", added: "+" } as const;

/** A difference of one DaemonSet, with the names of its sides. */
export interface ComparedSides {
  readonly from: string;
  readonly to: string;
  readonly difference: TemplateComparison;
  readonly isNew: boolean;
}

/** Returns the first lines of a difference: the number of changes, and each in words. */
function changeLines({ from, to, difference: { changes, more }, isNew }: ComparedSides): readonly [string, ...string[]] {
  // In words, every field would be an addition.
  if (isNew) return [`${from} → ${to}: would be created`];
  const count = changes.length + more;
  return [
    `${from} → ${to}: ${count} ${count === 1 ? "difference" : "differences"}`,
    ...changes.map(({ words }) => `  ${words}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

/** Returns a difference in words, one line per change, then as a unified YAML diff. */
export function diffLines(compared: ComparedSides, colors: TerminalColors): readonly string[] {
  const { from, to, difference, isNew } = compared;
  const { changes, reordered, diff } = difference;
  if (changes.length === 0 && !isNew) {
    const same = reordered.length === 0 ? "no differences" : `only the order of ${reordered.join(", ")} differs`;
    return [escapeControl(`${from} → ${to}: ${same}`)];
  }
  const [first, ...others] = changeLines(compared);
  return [
    colors.strong(escapeControl(first)),
    ...others.map(escapeControl),
    "",
    `--- ${escapeControl(from)}`,
    `+++ ${escapeControl(to)}`,
    ...diff.map(({ kind, text }) => {
      const line = escapeControl(`${SIGNS[kind]}${text}`);
      return kind === "removed" ? colors.bad(line) : kind === "added" ? colors.good(line) : line;
    }),
  ];
}
