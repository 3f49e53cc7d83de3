import type { Change } from "@daemonscope/daemonset/actions/changes/change";
import { changedFacts } from "@daemonscope/daemonset/actions/changes/changed-facts";
import { inverseChanges, inverseOf } from "@daemonscope/daemonset/actions/changes/inverse";
import { isNodeChange, kindOfNodeChange } from "@daemonscope/daemonset/actions/changes/kinds/node-kinds";
import { labelKeysOf, NodeGroups } from "@daemonscope/daemonset/actions/changes/node-groups";
import type { NodeFacts, PlanFacts } from "@daemonscope/daemonset/actions/changes/plan-facts";
import { problemParams } from "@daemonscope/daemonset/actions/changes/problems/step-problem";
import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import { changesLine } from "@daemonscope/daemonset/actions/steps/changes-line";
import { resolveStep } from "@daemonscope/daemonset/actions/steps/resolve-step";
import { isDnsLabel } from "@daemonscope/kube/matching/label-syntax";
import { isEqualJson } from "@daemonscope/kube/values/equal-json";
import type { Json } from "@daemonscope/kube-client/decode/fields";
import type { TemplateRedactor } from "@daemonscope/kube-client/decode/template-redactor";
import type { Caller } from "@daemonscope/kube-client/http/caller";
import type { Reviews } from "@daemonscope/kube-client/reviews/reviews";
import type { ActionPlan, ActionQuestion, ChangedField } from "@daemonscope/shared/http/actions";
import type { WhatIfAnswer } from "@daemonscope/shared/http/what-if";
import { stepProblemText } from "@daemonscope/words/english/step-problem-text";
import type { RunParts } from "../../feed/drain-in-slices.ts";
import { ApiFailure } from "../../platform/failure/api-failure.ts";
import { toSentence } from "../../platform/text/to-sentence.ts";
import type { LiveReading } from "../../readings/readings.ts";
import type { Preview } from "../preview/preview-limiter.ts";
import { nodeFactsIn } from "../requests/object-facts.ts";
import { type ActionFacts, readActionFacts } from "../send/action-facts.ts";
import { type PreparedRequest, preparedRequests } from "../send/prepared-request.ts";
import type { ObjectReads } from "../send/read-objects.ts";
import type { WriteTransport } from "../send/write-transport.ts";
import { changedFields, changedNodeFields } from "./changed-fields.ts";
import { confirmationFor } from "./confirmation-for.ts";
import { dryRunRequests } from "./dry-run.ts";
import { requiredPermissions } from "./required-permissions.ts";
import { undoSteps } from "./undo-steps.ts";

/** The most objects in one action that a user can review. */
const MAX_REQUESTS = 500;

/** The caller and the tools of a plan. */
export interface PlanTools {
  readonly served: LiveReading;
  readonly reads: ObjectReads;
  readonly transport: WriteTransport;
  readonly reviews: Reviews;
  readonly caller: Caller;
  readonly redact: TemplateRedactor;
  readonly keepsManifests: boolean;
  /** Returns the effect of the steps. */
  readonly effectOf: (steps: readonly Step[], run: RunParts) => Promise<WhatIfAnswer>;
  /** Limits CPU-bound work: the whole plan counts as one preview. */
  readonly preview: Preview;
  readonly nowMs: () => number;
}

/** A plan and its requests. */
export interface PreparedPlan {
  readonly plan: ActionPlan;
  readonly prepared: readonly PreparedRequest[];
  readonly changes: readonly Change[];
}

const refused = (code: string, message: string, params?: Readonly<Record<string, string | number>>) =>
  new ApiFailure(422, code, toSentence(message), undefined, undefined, params);

const secondOf = (ms: number): string => new Date(Math.floor(ms / 1000) * 1000).toISOString().replace(".000Z", "Z");

/** Adds the time of the request to a restart. */
function withRestartTime(step: Step, nowMs: number): Step {
  return step.kind === "edit" && step.edit.kind === "restart" && step.edit.at === undefined
    ? { ...step, edit: { kind: "restart", at: secondOf(nowMs) } }
    : step;
}

/** The placeholder of a hidden value on the page. */
const HIDDEN = /<hidden(?: \d+)?>/;

function requireOwnValues(step: Step): void {
  if (step.kind === "apply" && HIDDEN.test(JSON.stringify(step.manifest)))
    throw refused(
      "HiddenValues",
      "The manifest holds <hidden> in the place of a value that this server does not show: write the value, or leave the field out.",
    );
}

/** Checks the namespaces, which become parts of a path, before anything is read. Throws ApiFailure. */
function requireNamespaces(steps: readonly Step[]): void {
  for (const step of steps) {
    const namespace = step.kind === "apply" ? step.manifest.metadata.namespace : "namespace" in step ? step.namespace : undefined;
    if (namespace !== undefined && !isDnsLabel(namespace))
      throw refused("badName", stepProblemText({ code: "badName", name: namespace }), { name: namespace });
  }
}

/**
 * Returns the changes of the steps, each based on the cluster after the earlier steps. Throws ApiFailure for a step
 * that cannot be resolved.
 */
function* resolveSteps(facts: ActionFacts, steps: readonly Step[]): Generator<undefined, readonly Change[]> {
  const changes: Change[] = [];
  const nodes = new NodeGroups<NodeFacts>(labelKeysOf(steps));
  yield* nodes.add(facts.nodes());
  const touched = new Set<string>();
  let before: ActionFacts = {
    ...facts,
    node: (name) => nodes.node(name),
    nodes: () => nodes.nodes(),
    grouped: nodes,
  };
  for (const step of steps) {
    yield;
    if (step.kind === "join" || step.kind === "leave")
      throw refused("NotOurs", "Daemonscope cannot add or remove nodes: use a preview instead.");
    requireOwnValues(step);
    const result = yield* resolveStep(before, step);
    if (result.kind === "problem") throw refused(result.problem.code, stepProblemText(result.problem), problemParams(result.problem));
    for (const change of result.changes) {
      if (!result.isSoAlready) changes.push(change);
      if (!isNodeChange(change)) before = { ...before, ...changedFacts(before, change) };
      else if (!result.isSoAlready)
        yield* nodes.change(change.nodes, (node, names) => {
          const after = kindOfNodeChange(change).changed(node, change);
          if (!isEqualJson(node, after)) for (const name of names) touched.add(name);
          return after;
        });
      if (touched.size > MAX_REQUESTS) throw tooMany(touched.size);
    }
  }
  return changes;
}

/**
 * Returns the kubectl command; undefined for deletions in waves. kubectl does not wait for a replacement pod, so its
 * command would delete all pods at once.
 */
function* kubectlOf(
  facts: PlanFacts,
  changes: readonly Change[],
  batch: ActionQuestion["batch"],
): Generator<undefined, string | undefined> {
  const pods = changes.reduce((sum, change) => sum + (change.kind === "deletePods" ? change.pods.length : 0), 0);
  if (batch !== undefined && pods > batch.atOnce) return undefined;
  return yield* changesLine(facts, changes);
}

function* undoOf(facts: PlanFacts, changes: readonly Change[]): Generator<undefined, ActionPlan["undo"]> {
  const inverses: ReturnType<typeof inverseChanges>[] = [];
  let before = facts;
  for (const change of changes) {
    inverses.push(inverseChanges(before, change));
    before = changedFacts(before, change);
    yield;
  }
  const inverse = inverseOf(inverses);
  return undoSteps(inverse.kind === "none" ? inverse.why : inverse.action.changes);
}

/** Returns the changed fields of the requests that have a dry-run result. */
function fieldsOf(
  facts: ActionFacts,
  prepared: readonly PreparedRequest[],
  results: ReadonlyMap<number, Json>,
  redact: TemplateRedactor,
): readonly ChangedField[] {
  return prepared.flatMap(({ object }, at): readonly ChangedField[] => {
    const result = results.get(at);
    if (object.resource === "pods" || result === undefined) return [];
    if (object.resource === "nodes") {
      const [before, after] = [facts.node(object.name), nodeFactsIn(result)];
      return before === undefined || after === undefined ? [] : changedNodeFields(before, before, after);
    }
    if (result.kind === "Status") return [];
    return changedFields(`daemonsets/${object.name}`, facts.objects.get(`${object.namespace}/${object.name}`), result, redact);
  });
}

const tooMany = (count: number): ApiFailure =>
  refused("TooMany", `This would change ${count} objects, and one action changes ${MAX_REQUESTS} at most: split it into several actions.`, {
    count,
    most: MAX_REQUESTS,
  });

/** Returns the requests of changes. Throws ApiFailure if there is nothing to send, or too much. */
function* prepareRequests(
  facts: ActionFacts,
  changes: readonly Change[],
  { batch, force }: ActionQuestion,
): Generator<undefined, readonly PreparedRequest[]> {
  const prepared = yield* preparedRequests(facts, changes, force === true);
  if (prepared === undefined)
    throw refused("OnlyKubectl", "Daemonscope cannot run this action, because it lacks data: use the kubectl command.");
  if (prepared.length === 0) throw refused("SoAlready", "The objects already have these values: nothing is sent.");
  if (prepared.length > MAX_REQUESTS) throw tooMany(prepared.length);
  if (batch !== undefined && changes.some(({ kind }) => kind !== "deletePods"))
    throw refused("NotABatch", "Only pods are deleted in waves: leave out batch, or every other step.");
  return prepared;
}

/**
 * Makes a plan: effect, requests and their preconditions, dry run and undo. Changes nothing. Throws ApiFailure with
 * one sentence if there is nothing to plan, and KubeRequestError.
 */
export async function planAction(id: string, question: ActionQuestion, tools: PlanTools, signal: AbortSignal): Promise<PreparedPlan> {
  const { served, reviews, caller, redact, nowMs } = tools;
  const steps = question.steps.map((step) => withRestartTime(step, nowMs()));
  requireNamespaces(steps);
  const facts = await readActionFacts(served, steps, tools, signal);
  const { changes, prepared, effect, kubectl, undo } = await tools.preview(async ({ run }) => {
    const resolvedChanges = await run(resolveSteps(facts, steps));
    const requests = await run(prepareRequests(facts, resolvedChanges, question));
    return {
      changes: resolvedChanges,
      prepared: requests,
      effect: await tools.effectOf(steps, run),
      kubectl: await run(kubectlOf(facts, resolvedChanges, question.batch)),
      undo: await run(undoOf(facts, resolvedChanges)),
    };
  });
  const [rights, dryRunResult] = await Promise.all([
    requiredPermissions(prepared, reviews, caller, signal, question.event === true),
    dryRunRequests(prepared, tools, signal),
  ]);
  const plan: ActionPlan = {
    id,
    atMs: nowMs(),
    question: { ...question, steps },
    effect,
    requests: prepared.map(({ request }) => request),
    fields: fieldsOf(facts, prepared, dryRunResult.results, redact),
    dryRun: dryRunResult.dryRun,
    rights,
    kubectl,
    undo,
    confirm: confirmationFor(facts, changes, effect),
  };
  return { plan, prepared, changes };
}
