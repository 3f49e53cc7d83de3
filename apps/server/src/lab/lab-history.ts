import type { ActionRecord } from "@daemonscope/shared/http/actions";
import type { LabAction } from "@daemonscope/shared/http/lab";
import type { LabResult } from "./lab-result.ts";

/** Older actions are not listed and cannot be undone. */
const MAX_ACTIONS = 20;

interface DoneByLab {
  readonly of: "lab";
  readonly id: number;
  readonly atMs: number;
  readonly performed: LabResult;
  undone: boolean;
  undoneBy?: string | undefined;
}

/** A planned action, from the lab or from a page. Its record states whether and how it can be undone. */
interface DoneByPlan {
  readonly of: "plan";
  readonly id: number;
  readonly atMs: number;
  readonly actionId: string;
  /** Its effect was lost when the API server restored an older state. */
  undone: boolean;
}

export type LabHistoryEntry = DoneByLab | DoneByPlan;

/** Returns the kubectl command, or the sent requests if there is none. */
const lineOf = ({ kubectl, sent }: ActionRecord): string => kubectl ?? sent.join("\n");

const isTaken = ({ state, question }: ActionRecord): boolean => state.kind !== "refused" && question.undoes === undefined;

/** The actions on a simulated cluster since its story began: faults and planned actions, in order. */
export class LabHistory {
  /** Oldest first. */
  #all: readonly LabHistoryEntry[] = [];
  #number = 0;
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
    this.#push({ of: "lab", id: this.next, atMs, performed, undone: false });
  }

  /** Adds the actions of pages. `records`: newest first. */
  follow(records: readonly ActionRecord[]): void {
    for (const record of records.toReversed()) {
      if (!isTaken(record) || this.#followed.has(record.id)) continue;
      this.#followed.add(record.id);
      this.#push({ of: "plan", id: this.next, atMs: record.stations.sent ?? 0, actionId: record.id, undone: false });
    }
  }

  /** Marks the writes since `fromMs` as lost. */
  lose(fromMs: number): void {
    for (const done of this.#all) if ((done.of === "plan" || done.performed.kind === "kubectl") && done.atMs > fromMs) done.undone = true;
  }

  /** Returns the newest action that can be undone. */
  newestWithWayBack(records: readonly ActionRecord[]): LabHistoryEntry | undefined {
    return this.#all.findLast((done) => wayBackOf(done, recordOf(done, records)) === "possible");
  }

  /** Returns the actions, newest first. */
  list(records: readonly ActionRecord[]): readonly LabAction[] {
    return this.#all.map((done) => labActionOf(done, records)).reverse();
  }

  #push(done: LabHistoryEntry): void {
    this.#all = [...this.#all, done].slice(-MAX_ACTIONS);
    this.#number = done.id;
  }
}

const recordOf = (done: LabHistoryEntry, records: readonly ActionRecord[]): ActionRecord | undefined =>
  done.of === "plan" ? records.find(({ id }) => id === done.actionId) : undefined;

function wayBackOf(done: LabHistoryEntry, record: ActionRecord | undefined): LabAction["undo"] {
  if (done.undone || record?.undo.kind === "undone") return "done";
  if (done.of === "lab") return done.performed.undo === undefined ? "never" : "possible";
  return record?.undo.kind === "steps" ? "possible" : "never";
}

function labActionOf(done: LabHistoryEntry, records: readonly ActionRecord[]): LabAction {
  const record = recordOf(done, records);
  const { id, atMs } = done;
  const undo = wayBackOf(done, record);
  if (done.of === "lab") {
    const { performed, undoneBy } = done;
    const what =
      performed.kind === "fault" ? { kind: performed.kind, fault: performed.fault } : { kind: performed.kind, line: performed.line };
    return { ...what, id, atMs, undo, ...(undoneBy === undefined ? {} : { undoneBy }) };
  }
  const byId = record?.undo.kind === "undone" ? record.undo.byId : undefined;
  const back = byId === undefined ? undefined : records.find((each) => each.id === byId);
  const undoneBy = back === undefined ? {} : { undoneBy: lineOf(back) };
  return { kind: "kubectl", line: record === undefined ? "" : lineOf(record), id, atMs, undo, ...undoneBy };
}
