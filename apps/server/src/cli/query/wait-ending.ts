import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { assertNever } from "@daemonscope/kube/base/assert-never";
import { english } from "@daemonscope/words/english";
import { leavingTexts } from "@daemonscope/words/facts/leaving-text";
import { managedText } from "@daemonscope/words/facts/managed-text";
import { noMatchText } from "@daemonscope/words/facts/no-match-text";
import { escapeControl } from "../../platform/text/escape-control.ts";
import type { CommandModel } from "../open/command-model.ts";
import type { WaitConfig } from "../options/query-options.ts";
import { causeLines, concernLine, holderLines } from "../print/status-lines.ts";
import type { TerminalColors } from "../print/terminal-colors.ts";

/** The end of a wait. */
export type Ending = "there" | "noNodes" | "stuck" | "timeout" | "gone" | "stopped";

/** A rollout at the end of its wait. */
interface EndedRollout {
  readonly end: Ending;
  readonly name: string;
  /** The last known state; absent if the DaemonSet was never listed. */
  readonly last: DaemonSetRecord | undefined;
  readonly live: CommandModel;
}

/** Returns the progress in kubectl's words. Under OnDelete and during a deletion kubectl has none, so the words are
 *  ours. */
export function progressText(record: DaemonSetRecord): string {
  if (record.deleting) return `Waiting for daemon set "${record.name}" to be deleted...`;
  if (record.rollout.kind !== "onDelete") return record.rollout.message;
  if (record.managedBy !== undefined) return `Waiting for ${managedText(english, record.managedBy, record)}...`;
  const { updatedNumberScheduled: updated, desiredNumberScheduled: desired } = record.reported;
  return `Waiting for manual updates of daemon set "${record.name}" (OnDelete): ${updated} out of ${desired} pods run the new revision...`;
}

/** Returns the last known state of a rollout in few words. */
function stateText({ name, deleting, generation, observedGeneration, reported }: DaemonSetRecord): string {
  if (deleting) return `daemon set "${name}" is being deleted`;
  if (observedGeneration < generation) return `the controller has not seen the change of daemon set "${name}"`;
  const { updatedNumberScheduled: updated, desiredNumberScheduled: desired, numberAvailable: available } = reported;
  return updated < desired
    ? `${updated} of ${desired} pods of daemon set "${name}" are updated`
    : `${available} of ${desired} updated pods of daemon set "${name}" are available`;
}

/** Returns the text of a timeout, which states whether the last known progress may be stale. */
export function timeoutText(
  record: DaemonSetRecord | undefined,
  doubt: string | undefined,
  { timeoutMs }: Pick<WaitConfig, "timeoutMs">,
): string {
  const seconds = timeoutMs / 1000;
  if (record === undefined) return `timed out after ${seconds}s: the state of the rollout is unknown (${doubt ?? "not listed yet"})`;
  const last = stateText(record);
  if (doubt === undefined) return `timed out after ${seconds}s: ${last}`;
  return `timed out after ${seconds}s while the API server does not respond (${doubt}). Last state: ${last}`;
}

/** Returns the lines of the result; empty if the user interrupts. */
export function endingLines(ended: EndedRollout, config: WaitConfig, colors: TerminalColors): readonly string[] {
  const { end: ending, last: record, live } = ended;
  const { reading } = live;
  const name = escapeControl(ended.name);
  switch (ending) {
    case "there":
      if (record !== undefined && (config.until === "complete" || record.doneExceptLeaving)) return [colors.good(doneText(record))];
      return [colors.good(`daemon set "${name}" is updated on every node`)];
    case "noNodes":
      return [colors.bad(record === undefined ? "" : noNodesText(record))];
    case "stuck":
    case "timeout": {
      const timeout = ending === "timeout" ? [escapeControl(timeoutText(record, live.doubt(), config))] : [];
      if (record === undefined) return timeout;
      const concern = concernLine(record, reading.nowMs);
      return [
        ...timeout,
        ...(record.doneExceptLeaving === true && !config.ignoreLeavingNodes ? [escapeControl(leavingHint(record))] : []),
        ...(concern === undefined ? [] : [ending === "stuck" ? colors.bad(concern) : concern]),
        ...causeLines(record, reading.nowMs),
        ...holderLines(reading.budgetHoldersOf(record.key), record.hostPorts),
      ];
    }
    case "gone":
      return [colors.bad(`daemon set "${name}" is gone`)];
    case "stopped":
      return [];
    default:
      return assertNever(ending);
  }
}

/** States which nodes alone a wait still waits for, and the option that ends it. */
function leavingHint(record: DaemonSetRecord): string {
  return `${leavingTexts(english, record).join("; ")}: --ignore-leaving-nodes ends this wait`;
}

/** Returns kubectl's message, unless the rollout is complete only without the nodes that leave. */
function doneText({ rollout, name, unavailable }: DaemonSetRecord): string {
  if (rollout.kind === "complete" || rollout.kind === "noNodes") return rollout.message;
  const count = unavailable?.onLeavingNodes ?? 0;
  return escapeControl(
    `daemon set "${name}" successfully rolled out, except on ${count} ${count === 1 ? "node that leaves" : "nodes that leave"}`,
  );
}

/** Returns why a complete rollout has no pod: `daemon set "x" runs on no node: no node matches pool=gpu`. */
export function noNodesText({ name, nowhere }: DaemonSetRecord): string {
  const why = nowhere === undefined ? "" : `: ${noMatchText(english, nowhere)}`;
  return escapeControl(`daemon set "${name}" runs on no node${why}`);
}
