import type { BudgetHolder } from "@daemonscope/daemonset/budget/budget-holders";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { markdownCode, markdownText } from "./markdown.ts";
import { statusLines } from "./status-lines.ts";
import { terminalColors } from "./terminal-colors.ts";

/**
 * Returns the part of `status -o markdown` below its table: the lines of `status ds/NAME` for each DaemonSet with a
 * concern, or for the only one.
 */
export function statusDetails(
  records: readonly DaemonSetRecord[],
  holdersOf: (key: string) => readonly BudgetHolder[],
  nowMs: number,
): readonly string[] {
  const plain = terminalColors(false, {});
  return records
    .filter(({ concern }) => concern !== null || records.length === 1)
    .flatMap((record) => [
      "",
      `**${markdownText(record.key)}**`,
      "",
      ...markdownCode(statusLines(record, holdersOf(record.key), nowMs, plain)),
    ]);
}
