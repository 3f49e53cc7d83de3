import { setMaxListeners } from "node:events";
import type { Manifest } from "@daemonscope/daemonset/actions/changes/change";
import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import { isJsonList, isJsonObject, type JsonValue } from "@daemonscope/kube/values/json-value";
import { isRedactedValue, redactedText } from "@daemonscope/kube/values/redacted-value";
import type { Json } from "@daemonscope/kube-client/decode/fields";
import type { TemplateRedactor } from "@daemonscope/kube-client/decode/template-redactor";
import { sleep } from "@daemonscope/kube-client/flow-control/retry-policy";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import type { ActionPlan, ActionQuestion, ActionRecord, BatchControlRequest, RunActionRequest } from "@daemonscope/shared/http/actions";
import { ApiFailure } from "../../platform/failure/api-failure.ts";
import { runDetached } from "../../platform/run-detached.ts";
import type { ActionServiceOptions } from "../action-service-options.ts";
import { ActionJournal } from "../journal/action-journal.ts";
import type { ActionRun } from "../journal/action-run.ts";
import type { ActionCaller } from "../journal/actor.ts";
import { appliedNodeState } from "../journal/applied-state.ts";
import { type PlanTools, planAction } from "../plan/plan-action.ts";
import { type CachedPlan, PlanCache } from "../plan/plan-cache.ts";
import { type Preview, unlimited } from "../preview/preview-limiter.ts";
import { type RunContext, type RunHandle, watchRun, writeActionEvents } from "../run/action-runner.ts";
import type { Batch } from "../run/batch.ts";
import { createBatch } from "../run/create-batch.ts";
import { isObserved } from "../run/observed-state.ts";
import { runRequests } from "../run/run-requests.ts";
import { podsOfRequests, requestLabel } from "../send/prepared-request.ts";
import { objectReads } from "../send/read-objects.ts";

const PLAN_TIMEOUT_MS = 30_000;
/** Maximum wait for the watches, which report within milliseconds unless they are delayed. */
const OBSERVE_TIMEOUT_MS = 1000;
const POLL_MS = 5;

/**
 * Turns a failed read of the cluster into an ApiFailure, because nothing is planned then. Returns other errors
 * unchanged.
 */
function notPlanned(error: unknown): unknown {
  if (!(error instanceof KubeRequestError)) return error;
  const status = error.code === "forbidden" ? 403 : error.code === "timeout" ? 504 : 502;
  return new ApiFailure(
    status,
    "ClusterNotRead",
    `Nothing is planned, for the cluster was not read: ${error.serverMessage ?? error.message}.`,
    undefined,
    error,
  );
}

/** Each watched action adds a listener. */
function withoutListenerLimit(end: AbortController): AbortController {
  setMaxListeners(0, end.signal);
  return end;
}

function asText(value: JsonValue): JsonValue {
  if (isRedactedValue(value)) return redactedText(value);
  if (isJsonList(value)) return value.map(asText);
  return isJsonObject(value) ? Object.fromEntries(Object.entries(value).map(([field, each]) => [field, asText(each)])) : value;
}

/** Returns a question as it is recorded and shown: without possible secrets of a manifest. */
function redactQuestion(question: ActionQuestion, redact: TemplateRedactor): ActionQuestion {
  const steps = question.steps.map((step) => {
    if (step.kind !== "apply") return step;
    const manifest = asText(JSON.parse(redact(step.manifest as Json, "")) as JsonValue) as unknown as Manifest;
    return { ...step, manifest };
  });
  return { ...question, steps };
}

/** The actions on a cluster: plans, each executed once, watched and recorded. */
export class ActionService {
  readonly simulated: boolean;
  readonly #parts: ActionServiceOptions;
  readonly #plans: PlanCache;
  readonly #journal: ActionJournal;
  /** Running batches, by id of the action. */
  readonly #batches = new Map<string, Batch>();
  #end = withoutListenerLimit(new AbortController());

  constructor(parts: ActionServiceOptions) {
    this.#parts = parts;
    this.simulated = parts.simulated;
    this.#plans = new PlanCache(parts.timers);
    this.#journal = new ActionJournal(parts);
    // A simulated cluster begins with its process, so that the audit holds no earlier action on it.
    if (!parts.simulated) for (const old of parts.audit.before(parts.cluster)) this.#continueWatching(this.#journal.remember(old));
  }

  /** Watches an action of an earlier process, unless it deletes pods: those pods are unknown here. */
  #continueWatching(actionRun: ActionRun): void {
    const { state, question } = actionRun.record;
    const isWatched =
      (state.kind === "accepted" || state.kind === "observed") && !question.steps.some((step) => step.kind === "deletePods");
    if (isWatched) runDetached(watchRun({ parts: this.#parts, journal: this.#journal }, actionRun, [], this.#end.signal));
  }

  /**
   * Returns the user as which the cluster authenticates this server. Undefined if the cluster does not report it, and
   * for a simulated cluster, which has no users.
   */
  async ownName(): Promise<string | undefined> {
    if (this.simulated) return undefined;
    try {
      const { userName } = await this.#parts.reviews().selfSubjectReview({ kind: "server" }, AbortSignal.timeout(PLAN_TIMEOUT_MS));
      return userName === "" ? undefined : userName;
    } catch (error) {
      if (error instanceof KubeRequestError) return undefined;
      throw error;
    }
  }

  /** Makes a plan. Sends only dry runs and reviews, which change nothing. Throws ApiFailure. */
  async plan(asked: ActionQuestion, actor: ActionCaller, preview: Preview = unlimited(this.#parts.timers)): Promise<ActionPlan> {
    const question: ActionQuestion = this.#parts.writesEvents ? { ...asked, event: true } : asked;
    const { timers, nowMs, redact, effectOf, newId, transport, reviews } = this.#parts;
    const { served, caller } = actor;
    const tools: PlanTools = {
      served,
      reads: objectReads(() => served.reads.transport, timers),
      caller,
      redact,
      keepsManifests: this.simulated,
      nowMs,
      transport: transport(),
      reviews: reviews(),
      preview,
      effectOf: (steps, run) => effectOf(served, steps, run),
    };
    const signal = AbortSignal.any([this.#end.signal, AbortSignal.timeout(PLAN_TIMEOUT_MS)]);
    this.#journal.requireMatchingUndo(question, actor);
    const made = await planAction(newId(), question, tools, signal).catch((error: unknown) => {
      throw notPlanned(error);
    });
    this.#plans.put(made, actor.owner);
    return made.plan;
  }

  /**
   * Executes a plan. A plan that was executed already returns its record. Resolves with the first response of the
   * cluster. Throws ApiFailure if the plan has expired, its name was not typed, or it cannot be recorded.
   */
  async carryOut({ planId, typed }: RunActionRequest, actor: ActionCaller): Promise<ActionRecord> {
    const plan = this.#plans.get(planId, actor.owner);
    if (plan === undefined)
      throw new ApiFailure(
        410,
        "PlanOver",
        "This plan is over: plans are kept for ten minutes, for who made them. Make it again, and nothing was done.",
      );
    const before = plan.actionId === undefined ? undefined : this.#journal.of(plan.actionId);
    const actionRun = before ?? this.#begin(plan, typed, actor);
    await actionRun.answered;
    return this.#journal.currentRecord(actionRun);
  }

  /** Resolves when the watched state satisfies `isMet`, or after OBSERVE_TIMEOUT_MS. */
  async until(isMet: (reading: ClusterReading) => boolean): Promise<void> {
    const { timers, reading } = this.#parts;
    const { signal } = this.#end;
    const untilMs = timers.elapsedMs() + OBSERVE_TIMEOUT_MS;
    while (!isMet(reading()) && !signal.aborted && timers.elapsedMs() < untilMs) await sleep(POLL_MS, signal, timers);
  }

  /**
   * Resolves when the watches have observed the writes of an action, or after OBSERVE_TIMEOUT_MS. A later plan builds
   * on that state.
   */
  seen(id: string): Promise<void> {
    return this.until((reading) => {
      const actionRun = this.#journal.of(id);
      return actionRun === undefined || isObserved(reading, actionRun.trace);
    });
  }

  /** Returns the records whose owner passes `isShown`, newest first. */
  records(isShown: (owner: string) => boolean): readonly ActionRecord[] {
    return this.#journal
      .all()
      .filter(({ owner }) => isShown(owner))
      .map((actionRun) => this.#journal.currentRecord(actionRun))
      .reverse();
  }

  /** Throws ApiFailure for a batch that does not run, or belongs to another user. */
  steer({ id, to }: BatchControlRequest, owner: string): ActionRecord {
    const actionRun = this.#journal.of(id);
    const batch = this.#batches.get(id);
    if (actionRun === undefined || batch === undefined || actionRun.owner !== owner)
      throw new ApiFailure(404, "NoBatch", "You have no running batch with this id: it ended, or never started.");
    batch.steer(to);
    return this.#journal.currentRecord(actionRun);
  }

  /**
   * Call when the session of a user ends: no further request is sent with that user's token. Requests in flight
   * complete; the remaining objects are not touched.
   */
  leave(owner: string): void {
    for (const actionRun of this.#journal.all()) if (actionRun.owner === owner) actionRun.isLeft = true;
    for (const [id, batch] of this.#batches) if (this.#journal.of(id)?.owner === owner) batch.steer("end");
  }

  /** Call when another cluster is watched, so that plans for the previous one cannot run on it. */
  forget(): void {
    this.#end.abort();
    this.#end = withoutListenerLimit(new AbortController());
    this.#plans.clear();
    this.#journal.forget();
  }

  close(): void {
    this.#end.abort();
  }

  #begin(plan: CachedPlan, typed: string | undefined, actor: ActionCaller): ActionRun {
    const { confirm } = plan.plan;
    if (confirm.kind === "typed" && typed !== confirm.name)
      throw new ApiFailure(400, "NotTyped", `This touches much: type ${confirm.name} to go on. Nothing was done.`, undefined, undefined, {
        name: confirm.name,
      });
    const record = this.#recordOf(plan, actor);
    const actionRun: ActionRun = { record, plan, owner: actor.owner, trace: appliedNodeState(plan.prepared) };
    this.#journal.begin(actionRun);
    plan.actionId = record.id;
    const running = { actionRun, plan, actor, signal: this.#end.signal, parts: this.#parts, journal: this.#journal };
    const begun = record.batch === undefined ? runRequests(running) : this.#runBatch(running);
    runDetached(begun.over);
    return Object.assign(actionRun, { answered: begun.answered });
  }

  #recordOf({ plan, prepared }: CachedPlan, actor: ActionCaller): ActionRecord {
    const { newId, nowMs, redact } = this.#parts;
    const { kubectl, question, undo, atMs } = plan;
    const hasManifest = question.steps.some(({ kind }) => kind === "apply");
    const waiting = podsOfRequests(prepared).map(({ prepared: { object }, pod }) => ({
      pod: object.name,
      node: pod.node,
      state: "waits" as const,
    }));
    return {
      id: newId(),
      planId: plan.id,
      who: actor.name,
      question: redactQuestion(question, redact),
      // A simulated cluster has no secrets.
      kubectl: hasManifest && !this.simulated ? undefined : kubectl,
      state: { kind: "sent" },
      sent: prepared.map(requestLabel),
      stations: { planned: atMs, sent: nowMs() },
      undo,
      ...(question.batch === undefined ? {} : { batch: waiting }),
    };
  }

  #runBatch(running: RunContext): RunHandle {
    const { id } = running.actionRun.record;
    const batch = createBatch(running);
    this.#batches.set(id, batch);
    const work = async (): Promise<void> => {
      await batch.run();
      this.#batches.delete(id);
      await writeActionEvents(running);
    };
    return { answered: Promise.resolve(), over: work() };
  }
}
