import type { ActionRecord } from "@daemonscope/shared/http/actions";
import type { LabAction } from "@daemonscope/shared/http/lab";
import type { LabResult } from "./lab-result.ts";

/** Older actions are not listed and cannot be undone. */
const MAX_ACTIONS = 20;

interface LabEntry {
  readonly source: "lab";
  readonly id: number;
  readonly atMs: number;
  readonly performed: LabResult;
  undone: boolean;
  undoneBy?: string | undefined;
}

/** A planned action, from the lab or from a page. Its record states whether and how it can be undone. */
interface PlanEntry {
  readonly source: "plan";
  readonly id: number;
  readonly atMs: number;
  readonly actionId: string;
  /** Its effect was lost when the API server restored an older state. */
  undone: boolean;
}

type LabHistoryEntry = LabEntry | PlanEntry;

/** Returns the kubectl command, or the sent requests if there is none. */
const lineOf = ({ kubectl, sent }: ActionRecord): string => kubectl ?? sent.join("\n");

const isListed = ({ state, question }: ActionRecord): boolean => state.kind !== "refused" && question.undoes === undefined;

/** The last `MAX_ACTIONS` actions on a simulated cluster since its story began: faults, commands and planned actions,
 *  in order. */
export class LabHistory {
  /** Oldest first. */
  #all: readonly LabHistoryEntry[] = [];
  #number = 0;
  /** Ids of the records that were added. */
  readonly #followed = new Set<string>();

  /** The number of the next action. */
  get next(): number {
    return this.#number + 1;
  }

  get isEmpty(): boolean {
    return this.#all.length === 0;
  }

  clear(): void {
    this.#all = [];
    this.#number = 0;
    this.#followed.clear();
  }

  add(performed: LabResult, atMs: number): void {
    this.#push({ source: "lab", id: this.next, atMs, performed, undone: false });
  }

  /** Adds the planned actions that were not added before. `records`: newest first. */
  follow(records: readonly ActionRecord[]): void {
    for (const record of records.toReversed()) {
      if (!isListed(record) || this.#followed.has(record.id)) continue;
      this.#followed.add(record.id);
      this.#push({ source: "plan", id: this.next, atMs: record.stations.sent ?? 0, actionId: record.id, undone: false });
    }
  }

  /** Marks the writes after `fromMs` as lost. */
  lose(fromMs: number): void {
    for (const entry of this.#all)
      if ((entry.source === "plan" || entry.performed.kind === "kubectl") && entry.atMs > fromMs) entry.undone = true;
  }

  /** Returns the newest action that can be undone. */
  newestUndoable(records: readonly ActionRecord[]): LabHistoryEntry | undefined {
    return this.#all.findLast((entry) => undoStateOf(entry, recordOf(entry, records)) === "possible");
  }

  /** Returns the actions, newest first. */
  list(records: readonly ActionRecord[]): readonly LabAction[] {
    return this.#all.map((entry) => labActionOf(entry, records)).reverse();
  }

  #push(entry: LabHistoryEntry): void {
    this.#all = [...this.#all, entry].slice(-MAX_ACTIONS);
    this.#number = entry.id;
  }
}

const recordOf = (entry: LabHistoryEntry, records: readonly ActionRecord[]): ActionRecord | undefined =>
  entry.source === "plan" ? records.find(({ id }) => id === entry.actionId) : undefined;

function undoStateOf(entry: LabHistoryEntry, record: ActionRecord | undefined): LabAction["undo"] {
  if (entry.undone || record?.undo.kind === "undone") return "done";
  if (entry.source === "lab") return entry.performed.undo === undefined ? "never" : "possible";
  return record?.undo.kind === "steps" ? "possible" : "never";
}

function labActionOf(entry: LabHistoryEntry, records: readonly ActionRecord[]): LabAction {
  const record = recordOf(entry, records);
  const { id, atMs } = entry;
  const undo = undoStateOf(entry, record);
  if (entry.source === "lab") {
    const { performed, undoneBy } = entry;
    const what =
      performed.kind === "fault" ? { kind: performed.kind, fault: performed.fault } : { kind: performed.kind, line: performed.line };
    return { ...what, id, atMs, undo, ...(undoneBy === undefined ? {} : { undoneBy }) };
  }
  const byId = record?.undo.kind === "undone" ? record.undo.byId : undefined;
  const back = byId === undefined ? undefined : records.find((each) => each.id === byId);
  const undoneBy = back === undefined ? {} : { undoneBy: lineOf(back) };
  return { kind: "kubectl", line: record === undefined ? "" : lineOf(record), id, atMs, undo, ...undoneBy };
}
