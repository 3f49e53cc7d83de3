import type { Step } from "@daemonscope/daemonset/actions/step";
import type { LabVerb, LabVerbs } from "@daemonscope/shared/http/lab";
import { applyManifest } from "./apply-manifest.ts";
import { DAEMON_SET_STEPS } from "./daemonset-steps.ts";
import { FAULTS } from "./faults.ts";
import { JOINING_NODES } from "./joining-nodes.ts";
import { KUBELET_FAULTS } from "./kubelet-faults.ts";
import { NODE_STEPS } from "./node-steps.ts";
import type { LabTools, Performed } from "./performed.ts";

/** What a page could do too: a verb is a step of an action, which is planned, carried out, written down and taken back as any other. */
const STEPS = { ...NODE_STEPS, ...DAEMON_SET_STEPS };
type StepVerb = keyof typeof STEPS;
export const isStepVerb = (verb: LabVerb): verb is StepVerb => Object.hasOwn(STEPS, verb);

/** The step of such a verb. Throws ApiFailure. */
export const stepOfVerb = <Verb extends StepVerb>(verb: Verb, body: LabVerbs[Verb], tools: LabTools): Promise<Step> =>
  (STEPS[verb] as (body: LabVerbs[Verb], tools: LabTools) => Promise<Step>)(body, tools);

type OwnVerb = Exclude<LabVerb, StepVerb>;

/** What only a simulator can do, or whoever runs nodes; and a file, which may hold objects of any kind. */
const PERFORMERS: { readonly [Verb in OwnVerb]: (body: LabVerbs[Verb], tools: LabTools) => Promise<Performed> } = {
  apply: ({ manifest }, { kube }) => applyManifest(kube, manifest),
  ...JOINING_NODES,
  ...KUBELET_FAULTS,
  ...FAULTS,
};

/** Does such a verb. Throws ApiFailure. */
export const performOwn = <Verb extends LabVerb>(verb: Verb, body: LabVerbs[Verb], tools: LabTools): Promise<Performed> =>
  (PERFORMERS as unknown as Readonly<Record<Verb, (body: LabVerbs[Verb], tools: LabTools) => Promise<Performed>>>)[verb](body, tools);
