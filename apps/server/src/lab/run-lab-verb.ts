import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import type { LabVerb, LabVerbs } from "@daemonscope/shared/http/lab";
import type { LabResult, LabTools } from "./lab-result.ts";
import { applyManifest } from "./verbs/apply-manifest.ts";
import { DAEMON_SET_STEPS } from "./verbs/daemonset-steps.ts";
import { FAULTS } from "./verbs/faults.ts";
import { JOINING_NODES } from "./verbs/joining-nodes.ts";
import { KUBELET_FAULTS } from "./verbs/kubelet-faults.ts";
import { NODE_STEPS } from "./verbs/node-steps.ts";
import { STATIC_PODS } from "./verbs/static-pods.ts";

/**
 * Verbs that a page offers too. Each verb becomes a step of an action, which is planned, run, recorded and undone like
 * any other action.
 */
const STEPS = { ...NODE_STEPS, ...DAEMON_SET_STEPS };
type StepVerb = keyof typeof STEPS;
export const isStepVerb = (verb: LabVerb): verb is StepVerb => Object.hasOwn(STEPS, verb);

/** Returns the step of a verb. Throws ApiFailure. */
export const stepForVerb = <Verb extends StepVerb>(verb: Verb, body: LabVerbs[Verb], tools: LabTools): Promise<Step> =>
  (STEPS[verb] as (body: LabVerbs[Verb], tools: LabTools) => Promise<Step>)(body, tools);

type OwnVerb = Exclude<LabVerb, StepVerb>;

/** Verbs that need a simulator or the operator of the nodes, and `apply`, whose file may hold objects of any kind. */
const PERFORMERS: { readonly [Verb in OwnVerb]: (body: LabVerbs[Verb], tools: LabTools) => Promise<LabResult> } = {
  apply: ({ manifest }, { kube }) => applyManifest(kube, manifest),
  ...JOINING_NODES,
  ...KUBELET_FAULTS,
  ...STATIC_PODS,
  ...FAULTS,
};

/** Performs a verb that is not a step. Throws ApiFailure. */
export const runLabVerb = <Verb extends LabVerb>(verb: Verb, body: LabVerbs[Verb], tools: LabTools): Promise<LabResult> =>
  (PERFORMERS as unknown as Readonly<Record<Verb, (body: LabVerbs[Verb], tools: LabTools) => Promise<LabResult>>>)[verb](body, tools);
