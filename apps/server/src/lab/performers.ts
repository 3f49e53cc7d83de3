import type { Action } from "@daemonscope/daemonset/actions/action";
import type { LabVerb, LabVerbs } from "@daemonscope/shared/http/lab";
import { applyManifest } from "./apply-manifest.ts";
import { carryOut } from "./carry-out.ts";
import { DAEMON_SET_ACTIONS } from "./daemonset-actions.ts";
import { FAULTS } from "./faults.ts";
import { KUBELET_FAULTS } from "./kubelet-faults.ts";
import { NODE_ACTIONS } from "./node-actions.ts";
import type { LabTools, Performed } from "./performed.ts";

type Performers = { readonly [Verb in LabVerb]: (body: LabVerbs[Verb], tools: LabTools) => Promise<Performed> };
type ActionVerb = keyof typeof NODE_ACTIONS | keyof typeof DAEMON_SET_ACTIONS;
const ACTIONS: { readonly [Verb in ActionVerb]: (body: LabVerbs[Verb], tools: LabTools) => Promise<Action> } = {
  ...NODE_ACTIONS,
  ...DAEMON_SET_ACTIONS,
};

const carriedOut =
  <Verb extends ActionVerb>(verb: Verb) =>
  async (body: LabVerbs[Verb], tools: LabTools) =>
    carryOut(tools, await ACTIONS[verb](body, tools));

/** What each verb of the lab does: actions are planned and carried out, all else is a fault, or a file. */
export const PERFORMERS: Performers = {
  "add-node": carriedOut("add-node"),
  "remove-node": carriedOut("remove-node"),
  label: carriedOut("label"),
  taint: carriedOut("taint"),
  untaint: carriedOut("untaint"),
  cordon: carriedOut("cordon"),
  uncordon: carriedOut("uncordon"),
  "set-image": carriedOut("set-image"),
  "delete-pod": carriedOut("delete-pod"),
  "delete-daemonset": carriedOut("delete-daemonset"),
  // A file may hold objects of any kind: no change of ours.
  apply: ({ manifest }, { kube }) => applyManifest(kube, manifest),
  ...KUBELET_FAULTS,
  ...FAULTS,
};
