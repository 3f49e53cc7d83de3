import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import { type Json, objectField, objectsField, textField } from "@daemonscope/kube-client/decode/fields";
import { LAB_IMAGE_KINDS, type LabImageKind, type LabVerbs } from "@daemonscope/shared/http/lab";
import { listPath, namedPath } from "../../actions/requests/api-path.ts";
import { labError } from "../lab-error.ts";
import type { LabTools } from "../lab-result.ts";

type DaemonSetVerb = "set-image" | "delete-pod" | "delete-daemonset";

function containerOf(set: Json, name: string | undefined): { readonly name: string; readonly image: string } {
  const containers = objectsField(objectField(objectField(objectField(set, "spec"), "template"), "spec"), "containers");
  const found = name === undefined ? containers[0] : containers.find((container) => container.name === name);
  const image = found === undefined ? undefined : textField(found, "image");
  if (found === undefined || image === undefined) {
    const present = containers.map((has) => String(has.name)).join(", ");
    const container = name ?? "";
    const message = `There is no container ${container} in the template: it has ${present}.`;
    throw labError(404, "ContainerNotFound", { container, present }, message);
  }
  return { name: String(found.name), image };
}

const isOwnedBy = (pod: Json, uid: unknown): boolean =>
  objectsField(objectField(pod, "metadata"), "ownerReferences").some((owner) => owner.controller === true && owner.uid === uid);

/**
 * Returns the pod of a DaemonSet on a node. A pod that waits for the scheduler counts too: its affinity names the node.
 */
export async function podOn({ kube, until }: LabTools, { namespace, daemonSet, node }: LabVerbs["delete-pod"]): Promise<string> {
  const { uid } = objectField(await kube.get(namedPath({ resource: "daemonsets", namespace, name: daemonSet })), "metadata");
  const pods = objectsField(await kube.get(listPath({ resource: "pods", namespace })), "items").filter((pod) => isOwnedBy(pod, uid));
  const isOnNode = (pod: Json): boolean => {
    const spec = objectField(pod, "spec");
    return (
      textField(spec, "nodeName") === node ||
      (spec.nodeName === undefined && JSON.stringify(spec.affinity ?? "").includes(JSON.stringify(node)))
    );
  };
  const podsOnNode = pods.filter(isOnNode);
  // A pod that is being deleted is chosen only if there is no other.
  const chosen = podsOnNode.find((pod) => objectField(pod, "metadata").deletionTimestamp === undefined) ?? podsOnNode[0];
  if (chosen === undefined) {
    const key = `${namespace}/${daemonSet}`;
    throw labError(404, "PodNotFound", { daemonSet: key, node }, `DaemonSet ${key} has no pod on node ${node}.`);
  }
  const { uid: podUid, name } = objectField(chosen, "metadata");
  // The pod may be new, and a plan reads the watched state.
  await until((reading) => reading.daemonSetOfPod(String(podUid)) !== undefined);
  return String(name);
}

const KINDS = LAB_IMAGE_KINDS.filter((kind) => kind !== "good").join("|");
const SUFFIX = new RegExp(`(?:-lab\\d+)?(?:-(?:${KINDS}))*$`);

/**
 * Returns the next image of the same repository. Simulated pods behave as the name of their image states
 * (docs/simulator.md).
 */
export function nextImage(image: string, kind: LabImageKind, number: number): string {
  const stem = image.replace(/@sha256:[0-9a-f]+$/, "").replace(SUFFIX, "");
  const tagged = /:[^/]+$/.test(stem) ? stem : `${stem}:v1`;
  return `${tagged}-lab${number}${kind === "good" ? "" : `-${kind}`}`;
}

async function setImage({ kube, number }: LabTools, body: LabVerbs["set-image"]): Promise<Step> {
  const { namespace, daemonSet } = body;
  const { name, image } = containerOf(await kube.get(namedPath({ resource: "daemonsets", namespace, name: daemonSet })), body.container);
  const edit = { kind: "image", container: name, image: nextImage(image, body.kind, number) } as const;
  return { kind: "edit", namespace, name: daemonSet, edit };
}

/** The verbs for DaemonSets and their pods; a page offers all of them too. */
export const DAEMON_SET_STEPS: { readonly [Verb in DaemonSetVerb]: (body: LabVerbs[Verb], tools: LabTools) => Promise<Step> } = {
  "set-image": (body, tools) => setImage(tools, body),
  "delete-pod": async (body, tools) => ({ kind: "deletePods", namespace: body.namespace, pods: [await podOn(tools, body)] }),
  "delete-daemonset": async ({ namespace, daemonSet, orphan = false }) => ({ kind: "delete", namespace, name: daemonSet, orphan }),
};
