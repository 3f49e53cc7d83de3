import { shellQuote } from "@daemonscope/daemonset/describe/shell-quote";
import type { LabVerbs } from "@daemonscope/shared/http/lab";
import { type Json, objectField, objectsField, textField } from "../cluster/decode/fields.ts";
import { appliedLine, type CommandDeed, type DeedTools, part } from "./deed.ts";
import type { KubeClient } from "./kube-client.ts";
import { labFailure } from "./lab-failure.ts";
import { nextImage } from "./next-image.ts";
import { asManifest } from "./stored-object.ts";

type DaemonSetVerb = "set-image" | "delete-pod" | "delete-daemonset";

const listPath = (namespace: string): string => `/apis/apps/v1/namespaces/${part(namespace)}/daemonsets`;
const pathOf = (namespace: string, name: string): string => `${listPath(namespace)}/${part(name)}`;
const inNamespace = (namespace: string): string => `kubectl -n ${shellQuote(namespace)}`;

function containerOf(set: Json, name: string | undefined): { readonly name: string; readonly image: string } {
  const containers = objectsField(objectField(objectField(objectField(set, "spec"), "template"), "spec"), "containers");
  const found = name === undefined ? containers[0] : containers.find((container) => container.name === name);
  const image = found === undefined ? undefined : textField(found, "image");
  if (found === undefined || image === undefined) {
    const present = containers.map((has) => String(has.name)).join(", ");
    const container = name ?? "";
    const message = `There is no container ${container} in the template: it has ${present}.`;
    throw labFailure(404, "ContainerNotFound", { container, present }, message);
  }
  return { name: String(found.name), image };
}

async function setImage(
  kube: KubeClient,
  namespace: string,
  name: string,
  container: string,
  from: string,
  to: string,
): Promise<CommandDeed> {
  await kube.strategicMerge(pathOf(namespace, name), { spec: { template: { spec: { containers: [{ name: container, image: to }] } } } });
  return {
    kind: "kubectl",
    line: `${inNamespace(namespace)} set image ds/${shellQuote(name)} ${shellQuote(`${container}=${to}`)}`,
    undo: async () => (await setImage(kube, namespace, name, container, to, from)).line,
  };
}

const isOwnedBy = (pod: Json, uid: unknown): boolean =>
  objectsField(objectField(pod, "metadata"), "ownerReferences").some((owner) => owner.controller === true && owner.uid === uid);

/** The pod of a DaemonSet on a node, also one that waits for the scheduler: that one names its node in its affinity. */
async function podOn(kube: KubeClient, { namespace, daemonSet, node }: LabVerbs["delete-pod"]): Promise<string> {
  const { uid } = objectField(await kube.get(pathOf(namespace, daemonSet)), "metadata");
  const pods = objectsField(await kube.get(`/api/v1/namespaces/${part(namespace)}/pods`), "items").filter((pod) => isOwnedBy(pod, uid));
  const isHere = (pod: Json): boolean => {
    const spec = objectField(pod, "spec");
    return (
      textField(spec, "nodeName") === node ||
      (spec.nodeName === undefined && JSON.stringify(spec.affinity ?? "").includes(JSON.stringify(node)))
    );
  };
  const here = pods.filter(isHere);
  // The one that is going already is not meant.
  const chosen = here.find((pod) => objectField(pod, "metadata").deletionTimestamp === undefined) ?? here[0];
  if (chosen === undefined) {
    const key = `${namespace}/${daemonSet}`;
    throw labFailure(404, "PodNotFound", { daemonSet: key, node }, `DaemonSet ${key} has no pod on node ${node}.`);
  }
  return textField(objectField(chosen, "metadata"), "name") ?? "";
}

async function deletePod(kube: KubeClient, body: LabVerbs["delete-pod"]): Promise<CommandDeed> {
  const pod = await podOn(kube, body);
  await kube.send("DELETE", `/api/v1/namespaces/${part(body.namespace)}/pods/${part(pod)}`);
  return { kind: "kubectl", line: `${inNamespace(body.namespace)} delete pod ${shellQuote(pod)}` };
}

async function deleteDaemonSet(
  { kube, passUntil }: DeedTools,
  { namespace, daemonSet, orphan = false }: LabVerbs["delete-daemonset"],
): Promise<CommandDeed> {
  const path = pathOf(namespace, daemonSet);
  const manifest = asManifest(await kube.get(path));
  await kube.send("DELETE", path, {
    apiVersion: "v1",
    kind: "DeleteOptions",
    propagationPolicy: orphan ? "Orphan" : "Background",
  });
  const undo = async () => {
    // One whose pods are being let go still has its name: on a clock that stands for ever.
    if (!(await passUntil(async () => (await kube.find(path)) === undefined))) {
      const what = `DaemonSet ${namespace}/${daemonSet}`;
      throw labFailure(409, "StillEnding", { what }, `${what} is still being deleted: let time pass, then undo.`);
    }
    await kube.send("POST", listPath(namespace), manifest);
    return appliedLine(manifest);
  };
  return {
    kind: "kubectl",
    line: `${inNamespace(namespace)} delete ds ${shellQuote(daemonSet)}${orphan ? " --cascade=orphan" : ""}`,
    undo,
  };
}

/** What is done to DaemonSets and their pods, by verb. */
export const DAEMON_SET_DEEDS: { readonly [Verb in DaemonSetVerb]: (body: LabVerbs[Verb], tools: DeedTools) => Promise<CommandDeed> } = {
  async "set-image"({ namespace, daemonSet, kind, container }, { kube, number }) {
    const { name, image } = containerOf(await kube.get(pathOf(namespace, daemonSet)), container);
    return setImage(kube, namespace, daemonSet, name, image, nextImage(image, kind, number));
  },
  "delete-pod": (body, { kube }) => deletePod(kube, body),
  "delete-daemonset": (body, tools) => deleteDaemonSet(tools, body),
};
