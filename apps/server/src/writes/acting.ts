import { setMaxListeners } from "node:events";
import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import type { Mark } from "@daemonscope/daemonset/records/mark";
import { isEqualJson } from "@daemonscope/kube/equal-json";
import type { ActionPlan, ActionQuestion, ActionRecord, ActionState, CarryOut, SteerBatch } from "@daemonscope/shared/http/acting";
import { background } from "../background.ts";
import type { Timers } from "../clock.ts";
import type { Asker } from "../cluster/asker.ts";
import { integerField, type Json, objectField, textField } from "../cluster/decode/fields.ts";
import type { KeepTemplate } from "../cluster/decode/keep-template.ts";
import { KubeRequestError } from "../cluster/kube-request-error.ts";
import { pause } from "../cluster/pace.ts";
import type { Reviews } from "../cluster/reviews.ts";
import type { LiveReading } from "../readings/readings.ts";
import { ApiFailure } from "../safety/api-failure.ts";
import { actMarks } from "./act-marks.ts";
import { type Audit, MOST_RECORDS, type OldAction } from "./audit.ts";
import { Batch } from "./batch.ts";
import { type Deed, isOver, moveOn } from "./deed.ts";
import type { DeletedPod } from "./deleted-pod.ts";
import { hiddenQuestion } from "./hidden-question.ts";
import { noUndo } from "./no-undo.ts";
import { writeEvents } from "./object-event.ts";
import { type PlanTools, planAction } from "./plan-action.ts";
import { type KeptPlan, PlanShelf } from "./plan-shelf.ts";
import { type PreparedRequest, requestWords } from "./prepared.ts";
import { objectReads } from "./read-objects.ts";
import type { Refused } from "./send-failure.ts";
import { type SendResult, sendOnce } from "./send-once.ts";
import { leftAgain, NO_TRACE, traceOfNodes, withDaemonSet } from "./trace.ts";
import { isSeen, seenState } from "./watch-result.ts";
import { whyNotItsUndo, whyNotUndone } from "./why-not-undone.ts";
import type { WriteTransport } from "./write-transport.ts";

/** Who acts: `owner` is the same for one person's session. */
export interface Actor {
  readonly owner: string;
  /** Whether they are shown what this one did. */
  readonly sees: (owner: string) => boolean;
  readonly name: string | undefined;
  readonly asker: Asker;
  readonly served: LiveReading;
}

export interface ActingParts {
  /** Of the cluster that is watched now: a story may take the place of another. */
  readonly transport: () => WriteTransport;
  readonly reviews: () => Reviews;
  /** Acts reach the simulated cluster of this process only. */
  readonly simulated: boolean;
  readonly audit: Audit;
  /** Each action writes an Event, also where nobody asks for one. */
  readonly writesEvents: boolean;
  /** By which the audit knows the cluster. */
  readonly cluster: string;
  readonly keep: KeepTemplate;
  readonly effectOf: (served: LiveReading, steps: ActionQuestion["steps"]) => ReturnType<PlanTools["effectOf"]>;
  readonly timers: Timers;
  /** All that is watched, as it is now. */
  readonly reading: () => ClusterReading;
  readonly nowMs: () => number;
  readonly wallNowMs: () => number;
  readonly newId: () => string;
  readonly onProblem: (text: string) => void;
  /** The API server took what is marked. */
  readonly onActed: (marks: readonly Mark[]) => void;
}

const PLANNING_MS = 30_000;
/** The watches are looked at so often. */
const LOOK_MS = 200;
/** Watches tell within milliseconds, where they are not held up. */
const SEEN_MS = 1000;
const SEEN_EVERY_MS = 5;
/** For so long it is watched what comes of an action; nothing that it shows ends with it. */
const WATCHED_MS = 30 * 60_000;

const SESSION_OVER: Refused = {
  kind: "refused",
  why: "forbidden",
  message: "the session of who began it is over; the rest is untouched",
};

/** The cluster was not read, and so nothing is planned. What is no failure of a request stays what it is. */
function notPlanned(error: unknown): unknown {
  if (!(error instanceof KubeRequestError)) return error;
  const status = error.code === "forbidden" ? 403 : error.code === "timeout" ? 504 : 502;
  return new ApiFailure(
    status,
    "ClusterNotRead",
    `Nothing is planned, for the cluster was not read: ${error.said ?? error.message}.`,
    undefined,
    error,
  );
}

/** Each action that is watched listens to it. */
function unheard(end: AbortController): AbortController {
  setMaxListeners(0, end.signal);
  return end;
}

/** What may be done to a cluster, and what was: plans, each carried out once, watched and written down. */
export class Acting {
  readonly simulated: boolean;
  readonly #parts: ActingParts;
  readonly #plans: PlanShelf;
  /** Oldest first. */
  #deeds = new Map<string, Deed>();
  #batches = new Map<string, Batch>();
  #end = unheard(new AbortController());

  constructor(parts: ActingParts) {
    this.#parts = parts;
    this.simulated = parts.simulated;
    this.#plans = new PlanShelf(parts.timers);
    // A simulated cluster begins with its process: none of its name was there before.
    if (!parts.simulated) for (const old of parts.audit.before(parts.cluster)) this.#remember(old);
  }

  #remember({ record, left }: OldAction): void {
    const isKnown = left !== undefined || record.undo.kind !== "steps";
    const undo = isKnown ? record.undo : noUndo("leftUnknown");
    const deed: Deed = { record: { ...record, undo }, owner: "", trace: left ?? NO_TRACE };
    this.#deeds.set(record.id, deed);
    const { kind } = record.state;
    // Which pods it deleted nobody knows any more.
    const isWatched = (kind === "accepted" || kind === "observed") && !record.question.steps.some((step) => step.kind === "deletePods");
    if (isWatched) background(this.#look(deed, [], this.#end.signal));
  }

  /** Whom the cluster takes this server for; undefined where it does not say, and of a simulated cluster, which knows nobody. */
  async ownName(): Promise<string | undefined> {
    if (this.simulated) return undefined;
    try {
      const { userName } = await this.#parts.reviews().selfSubjectReview({ kind: "server" }, AbortSignal.timeout(PLANNING_MS));
      return userName === "" ? undefined : userName;
    } catch (error) {
      if (error instanceof KubeRequestError) return undefined;
      throw error;
    }
  }

  /** Nothing is changed but dry runs and reviews, of which nothing stays. Throws ApiFailure. */
  async plan(asked: ActionQuestion, actor: Actor): Promise<ActionPlan> {
    const question: ActionQuestion = this.#parts.writesEvents ? { ...asked, event: true } : asked;
    const { timers, nowMs, keep, effectOf, newId, transport, reviews } = this.#parts;
    const { served, asker } = actor;
    const reads = objectReads(() => served.reads.transport, timers);
    const effect = (steps: ActionQuestion["steps"]) => effectOf(served, steps);
    const tools: PlanTools = {
      served,
      reads,
      asker,
      keep,
      keepsManifests: this.simulated,
      nowMs,
      transport: transport(),
      reviews: reviews(),
      effectOf: effect,
    };
    const signal = AbortSignal.any([this.#end.signal, AbortSignal.timeout(PLANNING_MS)]);
    this.#requireWayBack(question, actor);
    const made = await planAction(newId(), question, tools, signal).catch((error: unknown) => {
      throw notPlanned(error);
    });
    this.#plans.put(made, actor.owner);
    return made.plan;
  }

  /** Carries a plan out; one that was carried out already gives its record again. Comes back with the first word of the cluster. Throws ApiFailure where the plan is over, or its name was not typed, or
   *  it cannot be written down. */
  async carryOut({ planId, typed }: CarryOut, actor: Actor): Promise<ActionRecord> {
    const plan = this.#plans.of(planId, actor.owner);
    if (plan === undefined)
      throw new ApiFailure(
        410,
        "PlanOver",
        "This plan is over: plans are kept for ten minutes, for who made them. Make it again, and nothing was done.",
      );
    const before = plan.actionId === undefined ? undefined : this.#deeds.get(plan.actionId);
    const deed = before ?? this.#begin(plan, typed, actor);
    await deed.answered;
    return this.#told(deed);
  }

  /** Resolves when the watches tell so, or a second later. */
  async until(isSo: (reading: ClusterReading) => boolean): Promise<void> {
    const { timers, reading } = this.#parts;
    const { signal } = this.#end;
    const untilMs = timers.elapsedMs() + SEEN_MS;
    while (!isSo(reading()) && !signal.aborted && timers.elapsedMs() < untilMs) await pause(SEEN_EVERY_MS, signal, timers);
  }

  /** Resolves when the watches tell of what an action wrote, or a second later: what is planned then is planned on that. */
  seen(id: string): Promise<void> {
    return this.until((reading) => {
      const deed = this.#deeds.get(id);
      return deed === undefined || isSeen(reading, deed.trace);
    });
  }

  /** Newest first; those of this person, or all. */
  records(isShown: (owner: string) => boolean): readonly ActionRecord[] {
    return [...this.#deeds.values()]
      .filter(({ owner }) => isShown(owner))
      .map((deed) => this.#told(deed))
      .reverse();
  }

  /** Throws ApiFailure for one that does not run, or is another's. */
  steer({ id, to }: SteerBatch, owner: string): ActionRecord {
    const deed = this.#deeds.get(id);
    const batch = this.#batches.get(id);
    if (deed === undefined || batch === undefined || deed.owner !== owner)
      throw new ApiFailure(404, "NoBatch", "No batch of yours runs by this name: it is over, or never began.");
    batch.steer(to);
    return this.#told(deed);
  }

  /** Somebody's session is over: nothing more is sent with their token. What is on its way arrives, and objects that wait for their turn are left. */
  leave(owner: string): void {
    for (const deed of this.#deeds.values()) if (deed.owner === owner) deed.isLeft = true;
    for (const [id, batch] of this.#batches) if (this.#deeds.get(id)?.owner === owner) batch.steer("end");
  }

  /** Another cluster is watched: what was planned for the one before is not done to it. */
  forget(): void {
    this.#end.abort();
    this.#end = unheard(new AbortController());
    this.#plans.clear();
    this.#deeds = new Map();
  }

  close(): void {
    this.#end.abort();
  }

  #begin(plan: KeptPlan, typed: string | undefined, actor: Actor): Deed {
    const { confirm, kubectl, question, undo, atMs } = plan.plan;
    if (confirm.kind === "typed" && typed !== confirm.name)
      throw new ApiFailure(400, "NotTyped", `This touches much: type ${confirm.name} to go on. Nothing was done.`, undefined, undefined, {
        name: confirm.name,
      });
    const { newId, nowMs, keep } = this.#parts;
    const hasManifest = question.steps.some(({ kind }) => kind === "apply");
    const pods = this.#podsOf(plan);
    const record: ActionRecord = {
      id: newId(),
      planId: plan.plan.id,
      who: actor.name,
      question: hiddenQuestion(question, keep),
      // Of a simulated cluster nothing is secret.
      kubectl: hasManifest && !this.simulated ? undefined : kubectl,
      state: { kind: "sent" },
      sent: plan.prepared.map(requestWords),
      stations: { planned: atMs, sent: nowMs() },
      undo,
      ...(question.batch === undefined
        ? {}
        : { batch: pods.map(({ prepared, pod }) => ({ pod: prepared.object.name, node: pod.node, state: "waits" as const })) }),
    };
    const deed: Deed = { record, plan, owner: actor.owner, trace: traceOfNodes(plan.prepared) };
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
    plan.actionId = record.id;
    this.#deeds.set(record.id, deed);
    for (const [id, { record: old }] of this.#deeds) {
      if (this.#deeds.size <= MOST_RECORDS) break;
      if (isOver(old.state)) this.#deeds.delete(id);
    }
    const { signal } = this.#end;
    const running = question.batch === undefined ? this.#run(deed, plan, actor, signal) : this.#runBatch(deed, plan, actor, signal);
    const done = Object.assign(deed, { answered: running.answered });
    background(running.over);
    return done;
  }

  #podsOf({ prepared }: KeptPlan): readonly { readonly prepared: PreparedRequest; readonly pod: DeletedPod }[] {
    return prepared.flatMap((each) => (each.pod === undefined ? [] : [{ prepared: each, pod: each.pod }]));
  }

  #send(prepared: PreparedRequest, deed: Deed, actor: Actor, signal: AbortSignal, tell?: () => void): Promise<SendResult> {
    const { transport, timers, nowMs } = this.#parts;
    return sendOnce(prepared, {
      transport: transport(),
      reads: objectReads(() => actor.served.reads.transport, timers),
      asker: actor.asker,
      timers,
      nowMs,
      signal,
      onUnknown: (message, tries) => {
        // Of a batch one of many: it goes on.
        if (deed.record.batch === undefined) this.#move(deed, { kind: "unknown", message, tries }, tries === 1);
        tell?.();
      },
    });
  }

  /** Request after request, to the first that is refused. */
  #run(deed: Deed, plan: KeptPlan, actor: Actor, signal: AbortSignal): { readonly answered: Promise<void>; readonly over: Promise<void> } {
    let answer = (): void => undefined;
    const answered = new Promise<void>((done) => {
      answer = done;
    });
    const work = async (): Promise<void> => {
      const { prepared } = plan;
      const deleted: DeletedPod[] = [];
      const done: PreparedRequest[] = [];
      for (const [at, each] of prepared.entries()) {
        // Whoever asks hears that it is not known, and asks again.
        const result = await this.#send(each, deed, actor, signal, () => answer());
        if (result.kind !== "unknown" && result.asked !== undefined) deed.record.asked = result.asked;
        if (result.kind !== "done") {
          this.#stop(deed, result, at, prepared.length);
          break;
        }
        done.push(each);
        if (result.object !== undefined) this.#leave(deed, each, result.object);
        if (each.pod !== undefined) deleted.push(each.pod);
        if (deed.isLeft === true && at < prepared.length - 1) {
          deed.record.sent = deed.record.sent.slice(0, at + 1);
          this.#stop(deed, { kind: "refused", refused: SESSION_OVER }, at + 1, prepared.length);
          break;
        }
        if (at === prepared.length - 1) {
          this.#move(deed, { kind: "accepted" }, true);
          this.#undone(deed);
        }
      }
      this.#parts.onActed(actMarks(done, this.#parts.nowMs()));
      answer();
      if (deed.record.state.kind === "accepted") await this.#watch(deed, actor, deleted, signal);
    };
    return { answered, over: work() };
  }

  #stop(deed: Deed, result: Exclude<SendResult, { readonly kind: "done" }>, done: number, of: number): void {
    if (result.kind === "unknown") {
      this.#move(deed, { kind: "unknown", message: result.message, tries: 0 }, true);
      return;
    }
    const { refused } = result;
    deed.record.sent = deed.record.sent.slice(0, done + 1);
    this.#move(deed, done === 0 ? refused : { kind: "partly", done, of, message: refused.message }, true);
    if (done === 0) deed.record.undo = noUndo("nothingDone");
  }

  #leave(deed: Deed, { object, seen }: PreparedRequest, written: Json): void {
    if (object.resource !== "daemonsets" || written.kind === "Status") return;
    const metadata = objectField(written, "metadata");
    if (metadata.deletionTimestamp !== undefined) return;
    const generation = integerField(metadata, "generation");
    const left = { uid: textField(metadata, "uid") ?? "", from: seen?.generation ?? 0, generation };
    deed.trace = withDaemonSet(deed.trace, `${object.namespace}/${object.name}`, left);
  }

  #runBatch(
    deed: Deed,
    plan: KeptPlan,
    actor: Actor,
    signal: AbortSignal,
  ): { readonly answered: Promise<void>; readonly over: Promise<void> } {
    const { nowMs, reading, onActed } = this.#parts;
    const { atOnce, stopAtFailure } = plan.plan.question.batch ?? { atOnce: 1, stopAtFailure: true };
    const turns = this.#podsOf(plan);
    let isMarked = false;
    const batch = new Batch(turns, {
      atOnce,
      stopAtFailure,
      signal,
      nowMs,
      reading,
      send: (prepared) => this.#send(prepared, deed, actor, signal),
      turn: () => pause(LOOK_MS, signal, this.#parts.timers),
      onChange: (state, pods) => {
        deed.record.batch = pods;
        const begun = turns.filter((_, at) => pods[at]?.state === "deleted");
        // Once, when it begins to happen: the rest follows from it.
        if (!isMarked && begun.length > 0) {
          isMarked = true;
          onActed(
            actMarks(
              begun.map(({ prepared }) => prepared),
              nowMs(),
            ),
          );
        }
        if (isOver(state))
          deed.record.sent = turns.flatMap(({ prepared }, at) => (pods[at]?.state === "untouched" ? [] : [requestWords(prepared)]));
        this.#move(deed, state, state.kind !== "running" || deed.record.state.kind !== "running");
      },
    });
    this.#batches.set(deed.record.id, batch);
    const work = async (): Promise<void> => {
      await batch.run();
      this.#batches.delete(deed.record.id);
      if (plan.plan.question.event === true) await this.#tell(deed, plan, actor);
    };
    return { answered: Promise.resolve(), over: work() };
  }

  async #watch(deed: Deed, actor: Actor, pods: readonly DeletedPod[], signal: AbortSignal): Promise<void> {
    const { plan } = deed;
    if (plan?.plan.question.event === true) await this.#tell(deed, plan, actor);
    await this.#look(deed, pods, signal);
  }

  /** Until it is seen to be done, or for half an hour. */
  async #look(deed: Deed, pods: readonly DeletedPod[], signal: AbortSignal): Promise<void> {
    const { timers } = this.#parts;
    const untilMs = timers.elapsedMs() + WATCHED_MS;
    while (!signal.aborted && timers.elapsedMs() < untilMs && !isOver(deed.record.state)) {
      const state = seenState(this.#parts.reading(), deed, pods);
      if (JSON.stringify(state) !== JSON.stringify(deed.record.state)) this.#move(deed, state, state.kind === "done");
      else await pause(LOOK_MS, signal, timers);
    }
  }

  /** Only what is the way back of an action may say so, and only once; of one that this person is not shown there is nothing to say. Throws ApiFailure. */
  #requireWayBack({ undoes, steps }: ActionQuestion, { sees }: Actor): void {
    if (undoes === undefined) return;
    const deed = this.#deeds.get(undoes);
    const not = whyNotItsUndo(deed === undefined || !sees(deed.owner) ? undefined : this.#told(deed).undo, steps);
    if (not === undefined) return;
    const { why, code, about } = not;
    throw new ApiFailure(422, "NotItsUndo", `That action is not taken back: ${why}. Nothing was done.`, undefined, undefined, {
      why,
      ...(code === undefined ? {} : { code }),
      ...(about === undefined ? {} : { about }),
    });
  }

  /** What was taken back says by which action; and what was done before it is so again. */
  #undone({ record, trace }: Deed): void {
    const { undoes } = record.question;
    const before = undoes === undefined ? undefined : this.#deeds.get(undoes);
    if (before === undefined) return;
    before.record.undo = { kind: "undone", byId: record.id };
    this.#tryWriteDown(before);
    for (const deed of this.#deeds.values()) {
      const left = leftAgain(deed.trace, before.trace, trace);
      if (isEqualJson(left, deed.trace)) continue;
      deed.trace = left;
      this.#tryWriteDown(deed);
    }
  }

  async #tell(deed: Deed, plan: KeptPlan, actor: Actor): Promise<void> {
    const { transport, wallNowMs, newId } = this.#parts;
    const event = await writeEvents(deed.record, plan.prepared, actor, {
      transport: transport(),
      nowMs: wallNowMs(),
      newId,
      signal: this.#end.signal,
    });
    deed.record.event = event;
    this.#tryWriteDown(deed);
    if (event.problem !== undefined) this.#parts.onProblem(event.problem);
  }

  #told({ record, trace }: Deed): ActionRecord {
    const { undo } = record;
    if (undo.kind !== "steps") return record;
    const none = whyNotUndone(this.#parts.reading(), record.state, trace);
    return none === undefined ? record : { ...record, undo: none };
  }

  #move(deed: Deed, state: ActionState, isWritten: boolean): void {
    moveOn(deed.record, state, this.#parts.nowMs());
    if (isWritten) this.#tryWriteDown(deed);
  }

  #tryWriteDown(deed: Deed): void {
    try {
      this.#writeDown(deed);
    } catch (error) {
      this.#parts.onProblem(`The audit file cannot be written: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  #writeDown({ record, trace }: Deed): void {
    const { audit, cluster, wallNowMs } = this.#parts;
    const isLeft = record.state.kind !== "sent" && record.state.kind !== "refused";
    audit.write({ at: new Date(wallNowMs()).toISOString(), cluster, record, ...(isLeft ? { left: trace } : {}) });
  }
}
