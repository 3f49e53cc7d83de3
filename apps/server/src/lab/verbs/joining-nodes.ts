import type { Manifest } from "@daemonscope/daemonset/actions/changes/change";
import { kubectlApply, kubectlLine } from "@daemonscope/daemonset/actions/changes/kubectl-line";
import { type Json, objectField, objectsField, textField } from "@daemonscope/kube-client/decode/fields";
import type { LabVerbs } from "@daemonscope/shared/http/lab";
import { listPath, namedPath } from "../../actions/requests/api-path.ts";
import { toManifest } from "../../actions/requests/to-manifest.ts";
import { ApiFailure } from "../../platform/failure/api-failure.ts";
import type { KubeClient } from "../kube-client.ts";
import type { LabCommandResult, LabTools } from "../lab-result.ts";

const NODES = listPath({ resource: "nodes" });
const nameOf = (object: Json): string => textField(objectField(object, "metadata"), "name") ?? "";

async function join(kube: KubeClient, manifest: Manifest): Promise<LabCommandResult> {
  await kube.send("POST", NODES, manifest);
  const undo = async () => (await leave(kube, manifest.metadata.name)).line;
  return { kind: "kubectl", line: kubectlApply(undefined, [manifest]), undo };
}

/** Reports whether the cluster itself adds and removes a taint, according to the conditions of the node. */
const isOfCluster = (taint: Json): boolean => (textField(taint, "key") ?? "").startsWith("node.kubernetes.io/");

/**
 * Returns the manifest of a new node with the labels, taints and capacity of another. `metadata` replaces its metadata.
 */
function nodeManifest(model: Json, name: string, metadata?: Json): Manifest {
  const labels = { ...objectField(objectField(model, "metadata"), "labels"), "kubernetes.io/hostname": name };
  const taints = objectsField(objectField(model, "spec"), "taints").filter((has) => !isOfCluster(has));
  const { capacity, allocatable } = objectField(model, "status");
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: { ...(metadata ?? { labels }), name },
    spec: taints.length === 0 ? {} : { taints },
    ...(capacity === undefined ? {} : { status: { capacity, allocatable } }),
  };
}

async function leave(kube: KubeClient, name: string): Promise<LabCommandResult> {
  const path = namedPath({ resource: "nodes", name });
  const object = await kube.get(path);
  const manifest = nodeManifest(object, name, objectField(toManifest(object), "metadata"));
  await kube.send("DELETE", path);
  const undo = async () => (await join(kube, manifest)).line;
  return { kind: "kubectl", line: kubectlLine(undefined, undefined, ["delete", "node", name]), undo };
}

/** Returns for example `worker-06` after `worker-05`, or the next free number. */
export function nextName(like: string, taken: ReadonlySet<string>): string {
  const found = /^(.*?)(\d+)$/.exec(like);
  const stem = found?.[1] ?? `${like}-`;
  const digits = found?.[2] ?? "1";
  for (let number = Number(digits) + 1; ; number++) {
    const name = `${stem}${String(number).padStart(digits.length, "0")}`;
    if (!taken.has(name)) return name;
  }
}

async function add(kube: KubeClient, { name, like }: LabVerbs["add-node"]): Promise<LabCommandResult> {
  const nodes = objectsField(await kube.get(NODES), "items");
  const model = like === undefined ? nodes.at(-1) : nodes.find((node) => nameOf(node) === like);
  if (like !== undefined && model === undefined) throw new ApiFailure(404, "NotFound", `nodes "${like}" not found`);
  const chosen = name ?? nextName(model === undefined ? "node-0" : nameOf(model), new Set(nodes.map(nameOf)));
  return join(kube, nodeManifest(model ?? {}, chosen));
}

type JoiningVerb = "add-node" | "remove-node";

/** Nodes that join and leave, by verb. In a real cluster the operator of the nodes does that, not a user's request. */
export const JOINING_NODES: { readonly [Verb in JoiningVerb]: (body: LabVerbs[Verb], tools: LabTools) => Promise<LabCommandResult> } = {
  "add-node": (body, { kube }) => add(kube, body),
  "remove-node": ({ node }, { kube }) => leave(kube, node),
};
