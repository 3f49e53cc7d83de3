import { type Action, byHand } from "@daemonscope/daemonset/actions/action";
import { taintText } from "@daemonscope/kube/kubectl-notation";
import type { Taint } from "@daemonscope/kube/objects";
import type { LabVerbs } from "@daemonscope/shared/http/lab";
import { type Json, objectField, objectsField, textField } from "../cluster/decode/fields.ts";
import { listPath } from "../planned/api-path.ts";
import { ApiFailure } from "../safety/api-failure.ts";
import type { KubeClient } from "./kube-client.ts";
import { labFailure } from "./lab-failure.ts";
import { liveFacts } from "./live-facts.ts";
import { nodeManifest } from "./node-manifest.ts";
import type { LabTools } from "./performed.ts";

type NodeVerb = "add-node" | "remove-node" | "label" | "taint" | "untaint" | "cordon" | "uncordon";

const nameOf = (object: Json): string => textField(objectField(object, "metadata"), "name") ?? "";
const words = (taints: readonly Taint[]): string => (taints.length === 0 ? "none" : taints.map(taintText).join(", "));

async function untaint(kube: KubeClient, { node, key, effect }: LabVerbs["untaint"]): Promise<Action> {
  const taints = (await liveFacts(kube, [{ kind: "untaint", nodes: [node], taints: [] }])).node(node)?.taints ?? [];
  const unwanted = taints.find((has) => has.key === key && has.effect === effect);
  if (unwanted !== undefined) return byHand({ kind: "untaint", nodes: [node], taints: [unwanted] });
  const taint = taintText({ key, effect });
  throw labFailure(404, "TaintNotFound", { node, taint }, `Node ${node} has no taint ${taint}: it carries ${words(taints)}.`);
}

/** `worker-05` gives `worker-06`, or the next number that is free. */
export function nextName(like: string, taken: ReadonlySet<string>): string {
  const found = /^(.*?)(\d+)$/.exec(like);
  const stem = found?.[1] ?? `${like}-`;
  const digits = found?.[2] ?? "1";
  for (let number = Number(digits) + 1; ; number++) {
    const name = `${stem}${String(number).padStart(digits.length, "0")}`;
    if (!taken.has(name)) return name;
  }
}

async function addNode(kube: KubeClient, { name, like }: LabVerbs["add-node"]): Promise<Action> {
  const nodes = objectsField(await kube.get(listPath({ resource: "nodes" })), "items");
  const model = like === undefined ? nodes.at(-1) : nodes.find((node) => nameOf(node) === like);
  if (like !== undefined && model === undefined) throw new ApiFailure(404, "NotFound", `nodes "${like}" not found`);
  const chosen = name ?? nextName(model === undefined ? "node-0" : nameOf(model), new Set(nodes.map(nameOf)));
  return byHand({ kind: "nodesJoin", manifests: [nodeManifest(model ?? {}, chosen)] });
}

/** What can be done to nodes, by verb. */
export const NODE_ACTIONS: { readonly [Verb in NodeVerb]: (body: LabVerbs[Verb], tools: LabTools) => Promise<Action> } = {
  "add-node": (body, { kube }) => addNode(kube, body),
  "remove-node": async ({ node }) => byHand({ kind: "nodesLeave", nodes: [node] }),
  label: async ({ node, key, value }) =>
    byHand(
      value === undefined
        ? { kind: "unlabel", nodes: [node], keys: [key] }
        : { kind: "label", nodes: [node], labels: { [key]: value }, overwrite: true },
    ),
  async taint({ node, key, value, effect }) {
    const taint = { key, ...(value === undefined || value === "" ? {} : { value }), effect };
    return byHand({ kind: "taint", nodes: [node], taints: [taint], overwrite: true });
  },
  untaint: (body, { kube }) => untaint(kube, body),
  cordon: async ({ node }) => byHand({ kind: "cordon", nodes: [node] }),
  uncordon: async ({ node }) => byHand({ kind: "uncordon", nodes: [node] }),
};
