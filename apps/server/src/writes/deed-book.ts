import { isEqualJson } from "@daemonscope/kube/equal-json";
import type { ActionQuestion, ActionRecord, ActionState } from "@daemonscope/shared/http/acting";
import { ApiFailure } from "../safety/api-failure.ts";
import type { ActingParts, Actor } from "./acting-parts.ts";
import { MOST_RECORDS, type OldAction } from "./audit.ts";
import { type Deed, isOver, moveOn } from "./deed.ts";
import { noUndo } from "./no-undo.ts";
import { leftAgain, NO_TRACE } from "./trace.ts";
import { whyNotItsUndo, whyNotUndone } from "./why-not-undone.ts";

type BookParts = Pick<ActingParts, "audit" | "cluster" | "nowMs" | "wallNowMs" | "reading" | "onProblem">;

/** What was done, oldest first: written down before it begins and as it moves, and what of it can be taken back. A bounded number: of those that are over the oldest go first. */
export class DeedBook {
  readonly #parts: BookParts;
  #deeds = new Map<string, Deed>();

  constructor(parts: BookParts) {
    this.#parts = parts;
  }

  of(id: string): Deed | undefined {
    return this.#deeds.get(id);
  }

  all(): readonly Deed[] {
    return [...this.#deeds.values()];
  }

  /** Puts in what an earlier server did. */
  remember({ record, left }: OldAction): Deed {
    const isKnown = left !== undefined || record.undo.kind !== "steps";
    const undo = isKnown ? record.undo : noUndo("leftUnknown");
    const deed: Deed = { record: { ...record, undo }, owner: "", trace: left ?? NO_TRACE };
    this.#deeds.set(record.id, deed);
    return deed;
  }

  /** Puts in what is about to be done. Throws ApiFailure where it cannot be written down: then nothing is to be done. */
  begin(deed: Deed): void {
    try {
      this.#writeDown(deed);
    } catch (cause) {
      throw new ApiFailure(
        503,
        "AuditNotWritten",
        "What is done has to be written down first, and the audit file cannot be written: nothing was done.",
        undefined,
        cause,
      );
    }
    this.#deeds.set(deed.record.id, deed);
    for (const [id, { record: old }] of this.#deeds) {
      if (this.#deeds.size <= MOST_RECORDS) break;
      if (isOver(old.state)) this.#deeds.delete(id);
    }
  }

  move(deed: Deed, state: ActionState, isWritten: boolean): void {
    moveOn(deed.record, state, this.#parts.nowMs());
    if (isWritten) this.write(deed);
  }

  /** What cannot be written down is said, and goes on. */
  write(deed: Deed): void {
    try {
      this.#writeDown(deed);
    } catch (error) {
      this.#parts.onProblem(`The audit file cannot be written: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Its record, with what stands against its way back now. */
  told({ record, trace }: Deed): ActionRecord {
    const { undo } = record;
    if (undo.kind !== "steps") return record;
    const none = whyNotUndone(this.#parts.reading(), record.state, trace);
    return none === undefined ? record : { ...record, undo: none };
  }

  /** Only what is the way back of an action may say so, and only once; of one that this person is not shown there is nothing to say. Throws ApiFailure. */
  requireWayBack({ undoes, steps }: ActionQuestion, { sees }: Pick<Actor, "sees">): void {
    if (undoes === undefined) return;
    const deed = this.#deeds.get(undoes);
    const not = whyNotItsUndo(deed === undefined || !sees(deed.owner) ? undefined : this.told(deed).undo, steps);
    if (not === undefined) return;
    const { why, code, about } = not;
    throw new ApiFailure(422, "NotItsUndo", `That action is not taken back: ${why}. Nothing was done.`, undefined, undefined, {
      why,
      ...(code === undefined ? {} : { code }),
      ...(about === undefined ? {} : { about }),
    });
  }

  /** This one was done: what it takes back says by which action; and what was done before that is so again. */
  undone({ record, trace }: Deed): void {
    const { undoes } = record.question;
    const before = undoes === undefined ? undefined : this.#deeds.get(undoes);
    if (before === undefined) return;
    before.record.undo = { kind: "undone", byId: record.id };
    this.write(before);
    for (const deed of this.#deeds.values()) {
      const left = leftAgain(deed.trace, before.trace, trace);
      if (isEqualJson(left, deed.trace)) continue;
      deed.trace = left;
      this.write(deed);
    }
  }

  /** Of another cluster nothing is shown. What goes on still moves its own deed. */
  forget(): void {
    this.#deeds = new Map();
  }

  #writeDown({ record, trace }: Deed): void {
    const { audit, cluster, wallNowMs } = this.#parts;
    const isLeft = record.state.kind !== "sent" && record.state.kind !== "refused";
    audit.write({ at: new Date(wallNowMs()).toISOString(), cluster, record, ...(isLeft ? { left: trace } : {}) });
  }
}
