import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import { taintText } from "@daemonscope/kube/matching/kubectl-notation";
import type { Taint } from "@daemonscope/kube/objects";
import type { LabVerbs } from "@daemonscope/shared/http/lab";
import { namedPath } from "../../actions/requests/api-path.ts";
import { nodeFactsIn } from "../../actions/requests/object-facts.ts";
import type { KubeClient } from "../kube-client.ts";
import { labError } from "../lab-error.ts";
import type { LabTools } from "../lab-result.ts";

type NodeVerb = "label" | "taint" | "untaint" | "cordon" | "uncordon";

const nodeNamed = (node: string) => ({ kind: "names", names: [node] }) as const;
const taintsText = (taints: readonly Taint[]): string => (taints.length === 0 ? "none" : taints.map(taintText).join(", "));

async function untaint(kube: KubeClient, { node, key, effect }: LabVerbs["untaint"]): Promise<Step> {
  const taints = nodeFactsIn(await kube.get(namedPath({ resource: "nodes", name: node })))?.taints ?? [];
  if (taints.some((has) => has.key === key && has.effect === effect))
    return { kind: "untaint", nodes: nodeNamed(node), taints: [{ key, effect }] };
  const taint = taintText({ key, effect });
  throw labError(404, "TaintNotFound", { node, taint }, `Node ${node} has no taint ${taint}: it carries ${taintsText(taints)}.`);
}

/** The verbs for nodes; a page offers all of them too. */
export const NODE_STEPS: { readonly [Verb in NodeVerb]: (body: LabVerbs[Verb], tools: LabTools) => Promise<Step> } = {
  label: async ({ node, key, value }) =>
    value === undefined
      ? { kind: "unlabel", nodes: nodeNamed(node), keys: [key] }
      : { kind: "label", nodes: nodeNamed(node), labels: { [key]: value } },
  async taint({ node, key, value, effect }) {
    return { kind: "taint", nodes: nodeNamed(node), taints: [{ key, ...(value === undefined || value === "" ? {} : { value }), effect }] };
  },
  untaint: (body, { kube }) => untaint(kube, body),
  cordon: async ({ node }) => ({ kind: "cordon", nodes: nodeNamed(node) }),
  uncordon: async ({ node }) => ({ kind: "uncordon", nodes: nodeNamed(node) }),
};
