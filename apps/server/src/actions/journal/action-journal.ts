import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import { assertNever } from "@daemonscope/kube/base/assert-never";
import { errorMessage } from "@daemonscope/kube/base/error-message";
import { isEqualJson } from "@daemonscope/kube/values/equal-json";
import type { ActionQuestion, ActionRecord, ActionState, NoUndo, UndoMismatch } from "@daemonscope/shared/http/actions";
import { ApiFailure } from "../../platform/failure/api-failure.ts";
import { noUndo } from "../plan/no-undo.ts";
import { nodeMatchesChanges } from "../send/node-matches-changes.ts";
import { type ActionRun, advanceRun, isRunFinished } from "./action-run.ts";
import type { ActionCaller } from "./actor.ts";
import { type AppliedState, NO_APPLIED_STATE, restoredState } from "./applied-state.ts";
import { type Audit, type AuditedAction, MAX_RECORDS } from "./audit.ts";

/** The options of the action service that the journal uses. */
export interface ActionJournalOptions {
  readonly audit: Audit;
  /** The name of the cluster in the audit. */
  readonly cluster: string;
  /** Returns the current state of everything that is watched. */
  readonly reading: () => ClusterReading;
  readonly nowMs: () => number;
  readonly wallNowMs: () => number;
  readonly onProblem: (text: string) => void;
}

/**
 * Returns the reason why an action cannot be undone; undefined while the objects are as it left them. A watch that is
 * behind or not read yet is no evidence against an undo.
 */
function undoBlocker(reading: ClusterReading, state: ActionState, { daemonSets, nodes }: AppliedState): NoUndo | undefined {
  if (state.kind === "refused") return noUndo("nothingDone");
  if (state.kind === "sent" || state.kind === "unknown") return noUndo("unclear");
  if (!reading.isRead("nodes") || !reading.isRead("controllerrevisions")) return undefined;
  for (const [key, { uid, generation }] of Object.entries(daemonSets)) {
    const record = reading.daemonSetRecord(key);
    if (record === undefined || record.uid !== uid) return noUndo("gone", key);
    if (record.generation > generation) return noUndo("changed", key);
  }
  if (state.kind !== "done") return undefined;
  for (const { name, uid, changes } of nodes) {
    const node = reading.nodeRecord(name);
    if (node === undefined || node.uid !== (uid ?? node.uid)) return noUndo("gone", name);
    if (!nodeMatchesChanges(node, changes)) return noUndo("changed", name);
  }
  return undefined;
}

/**
 * Returns the reason why these steps do not undo an action; undefined if they do. `undo`: the current undo of the
 * action, or undefined without such an action.
 */
function undoMismatch(undo: ActionRecord["undo"] | undefined, steps: readonly Step[]): UndoMismatch | undefined {
  if (undo === undefined) return { code: "noAction", why: "there is no such action" };
  switch (undo.kind) {
    case "undone":
      return { code: "undone", why: "it was taken back already" };
    case "none":
      return undo;
    case "steps":
      return isEqualJson(undo.steps, steps) ? undefined : { code: "otherSteps", why: "these are not the steps that take it back" };
    default:
      return assertNever(undo);
  }
}

/**
 * The record of actions, oldest first. Writes an action to the audit before it begins and at important changes of its
 * state. Knows whether an action can be undone. Above MAX_RECORDS the oldest finished actions are dropped.
 */
export class ActionJournal {
  readonly #parts: ActionJournalOptions;
  #actionRuns = new Map<string, ActionRun>();

  constructor(parts: ActionJournalOptions) {
    this.#parts = parts;
  }

  of(id: string): ActionRun | undefined {
    return this.#actionRuns.get(id);
  }

  all(): readonly ActionRun[] {
    return [...this.#actionRuns.values()];
  }

  /** Adds an action of an earlier server process. */
  remember({ record, left }: AuditedAction): ActionRun {
    const isKnown = left !== undefined || record.undo.kind !== "steps";
    const undo = isKnown ? record.undo : noUndo("leftUnknown");
    const actionRun: ActionRun = { record: { ...record, undo }, owner: "", trace: left ?? NO_APPLIED_STATE };
    this.#actionRuns.set(record.id, actionRun);
    return actionRun;
  }

  /** Adds an action that is about to begin. Throws ApiFailure if it cannot be recorded: then it must not run. */
  begin(actionRun: ActionRun): void {
    try {
      this.#writeDown(actionRun);
    } catch (cause) {
      throw new ApiFailure(
        503,
        "AuditNotWritten",
        "The audit file cannot be written, and each action is written there first: nothing was done.",
        undefined,
        cause,
      );
    }
    this.#actionRuns.set(actionRun.record.id, actionRun);
    for (const [id, { record: old }] of this.#actionRuns) {
      if (this.#actionRuns.size <= MAX_RECORDS) break;
      if (isRunFinished(old.state)) this.#actionRuns.delete(id);
    }
  }

  move(actionRun: ActionRun, state: ActionState, isWritten: boolean): void {
    advanceRun(actionRun.record, state, this.#parts.nowMs());
    if (isWritten) this.write(actionRun);
  }

  /** Reports a failed write and continues. */
  write(actionRun: ActionRun): void {
    try {
      this.#writeDown(actionRun);
    } catch (error) {
      this.#parts.onProblem(`The audit file cannot be written: ${errorMessage(error)}`);
    }
  }

  /** Returns the record of a run, with the current obstacle to an undo. */
  currentRecord({ record, trace }: ActionRun): ActionRecord {
    const { undo } = record;
    if (undo.kind !== "steps") return record;
    const blocker = undoBlocker(this.#parts.reading(), record.state, trace);
    return blocker === undefined ? record : { ...record, undo: blocker };
  }

  /**
   * Checks that a plan with `undoes` is the undo of that action, and that the action is not undone yet. An action that
   * this user may not see counts as missing. Throws ApiFailure.
   */
  requireMatchingUndo({ undoes, steps }: ActionQuestion, { sees }: Pick<ActionCaller, "sees">): void {
    if (undoes === undefined) return;
    const actionRun = this.#actionRuns.get(undoes);
    const mismatch = undoMismatch(
      actionRun === undefined || !sees(actionRun.owner) ? undefined : this.currentRecord(actionRun).undo,
      steps,
    );
    if (mismatch === undefined) return;
    const { why, code, about } = mismatch;
    throw new ApiFailure(422, "NotItsUndo", `That action is not taken back: ${why}. Nothing was done.`, undefined, undefined, {
      why,
      ...(code === undefined ? {} : { code }),
      ...(about === undefined ? {} : { about }),
    });
  }

  /**
   * Call when all requests of an action were accepted. If the action is an undo, the undone action then names it.
   * Earlier actions whose state is restored can be undone again.
   */
  undone({ record, trace }: ActionRun): void {
    const { undoes } = record.question;
    const before = undoes === undefined ? undefined : this.#actionRuns.get(undoes);
    if (before === undefined) return;
    before.record.undo = { kind: "undone", byId: record.id };
    this.write(before);
    for (const actionRun of this.#actionRuns.values()) {
      const left = restoredState(actionRun.trace, before.trace, trace);
      if (isEqualJson(left, actionRun.trace)) continue;
      actionRun.trace = left;
      this.write(actionRun);
    }
  }

  /** Forgets all actions when another cluster is watched. A running action still updates its own record. */
  forget(): void {
    this.#actionRuns = new Map();
  }

  #writeDown({ record, trace }: ActionRun): void {
    const { audit, cluster, wallNowMs } = this.#parts;
    const hasResult = record.state.kind !== "sent" && record.state.kind !== "refused";
    audit.write({ at: new Date(wallNowMs()).toISOString(), cluster, record, ...(hasResult ? { left: trace } : {}) });
  }
}
