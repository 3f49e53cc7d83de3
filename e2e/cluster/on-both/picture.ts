import { stableJson } from "@daemonscope/kube/values/stable-json";
import { isJsonObject, type JsonObject, listIn, objectIn } from "@daemonscope/simulated-apiserver/objects/json";
import { mustShell, type Side } from "./side.ts";

/** Objects by kind and by a name that is equal in both clusters. */
type Picture = Readonly<Record<string, unknown>>;

interface ApiObject extends JsonObject {
  readonly kind: string;
  readonly metadata: JsonObject;
}

const HASH = "controller-revision-hash";
/** The label that marks a node for a fake kubelet. */
const FAKE_KUBELET_LABEL = "kwok.x-k8s.io/node";
const text = (value: unknown): string => (typeof value === "string" ? value : "");

export const ownerOf = (object: JsonObject): JsonObject => listIn(objectIn(object, "metadata"), "ownerReferences").find(isJsonObject) ?? {};

/** Returns the node that a pod is on or pinned to. */
function nodeOf(pod: JsonObject): string {
  const spec = objectIn(pod, "spec");
  if (typeof spec.nodeName === "string") return spec.nodeName;
  const required = objectIn(objectIn(objectIn(spec, "affinity"), "nodeAffinity"), "requiredDuringSchedulingIgnoredDuringExecution");
  const [term] = listIn(required, "nodeSelectorTerms");
  const [field] = listIn(term, "matchFields");
  return text(listIn(field, "values")[0]);
}

/** Returns a daemon pod's name with its node instead of the random suffix, as `agent@worker-1`. */
export const podName = (pod: JsonObject): string => {
  const { generateName, name } = objectIn(pod, "metadata");
  return typeof generateName === "string" ? `${generateName.replace(/-$/, "")}@${nodeOf(pod)}` : text(name);
};

const without = (object: JsonObject, ...fields: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([field]) => !fields.includes(field)));

function annotationsOf(object: JsonObject): JsonObject {
  const annotations = objectIn(objectIn(object, "metadata"), "annotations");
  return Object.fromEntries(
    Object.entries(annotations).filter(
      ([key]) => !/last-applied-configuration$|^node\.alpha|^volumes\.|last-change-trigger-time$|kwok\.x-k8s\.io/.test(key),
    ),
  );
}

const labelsOf = (object: JsonObject): JsonObject => objectIn(objectIn(object, "metadata"), "labels");

function nodePicture(node: JsonObject): unknown {
  const spec = objectIn(node, "spec");
  const trouble = listIn(objectIn(node, "status"), "conditions")
    .filter(isJsonObject)
    .filter(({ type, status }) => (type === "Ready" ? status !== "True" : status === "True"))
    .map(({ type, status }) => `${text(type)}=${text(status)}`);
  const taints = listIn(spec, "taints")
    .filter(isJsonObject)
    .map(({ key, value, effect }) => `${text(key)}=${text(value)}:${text(effect)}`);
  return {
    labels: without(labelsOf(node), FAKE_KUBELET_LABEL),
    annotations: annotationsOf(node),
    taints: taints.sort(),
    unschedulable: spec.unschedulable === true,
    trouble: trouble.sort(),
  };
}

const SERVICE_ACCOUNT_VOLUME = /^kube-api-access-/;

/** Returns a pod spec without the fields that admission adds for a service account, because the simulator adds none. */
function podSpecPicture(spec: JsonObject): JsonObject {
  const named = (list: readonly unknown[], name: string) =>
    list.filter(isJsonObject).filter((entry) => !SERVICE_ACCOUNT_VOLUME.test(text(entry[name])));
  const container = (each: unknown) => {
    const mounts = named(listIn(each, "volumeMounts"), "name");
    return { ...without(isJsonObject(each) ? each : {}, "volumeMounts"), ...(mounts.length === 0 ? {} : { volumeMounts: mounts }) };
  };
  const volumes = named(listIn(spec, "volumes"), "name");
  return {
    ...without(spec, "volumes", "serviceAccount"),
    containers: listIn(spec, "containers").map(container),
    ...(volumes.length === 0 ? {} : { volumes }),
  };
}

/**
 * Words that the schedulers of 1.36 and 1.37 have only in part. The simulator writes those of 1.36. Source:
 * pkg/scheduler/framework/preemption/preemption.go, Preempt, at 1.37.2.
 */
const WORDS_OF_ONE_RELEASE =
  / no new claims to deallocate,| preemption: found a potential placement for pod on node \S+, preempting \d+ victims\.?/g;

/** Removes these words if the control plane is not of the simulator's release. */
export const withoutNewerWords = (message: string): string =>
  process.env.KUBERNETES === "1.37" ? message.replace(WORDS_OF_ONE_RELEASE, "") : message;

/**
 * Returns a condition as text. Only messages of the scheduler are compared, because kubelets word theirs differently.
 */
function conditionPicture({ type, status, reason, message }: JsonObject): string {
  const words = type === "PodScheduled" ? withoutNewerWords(text(message)) : "";
  return `${text(type)}=${text(status)}${text(reason) === "" ? "" : ` ${text(reason)}`}${words === "" ? "" : `: ${words}`}`;
}

/** A pod with a missing image alternates between two reasons, at different times on each side. */
const settledReason = (reason: string): string => (reason === "ErrImagePull" ? "ImagePullBackOff" : reason);

function podPicture(pod: JsonObject, revisions: ReadonlyMap<string, number>): unknown {
  const status = objectIn(pod, "status");
  const labels = labelsOf(pod);
  return {
    labels: without(labels, HASH),
    revision: revisions.get(text(labels[HASH])) ?? null,
    annotations: annotationsOf(pod),
    owner: text(ownerOf(pod).kind),
    generation: objectIn(pod, "metadata").generation,
    deleting: objectIn(pod, "metadata").deletionTimestamp !== undefined,
    spec: podSpecPicture(objectIn(pod, "spec")),
    phase: status.phase,
    reason: status.reason,
    nominatedNodeName: status.nominatedNodeName,
    qosClass: status.qosClass,
    conditions: listIn(status, "conditions").filter(isJsonObject).map(conditionPicture).sort(),
    containers: listIn(status, "containerStatuses")
      .filter(isJsonObject)
      .map((each) => ({
        name: each.name,
        image: each.image,
        ready: each.ready,
        restartCount: each.restartCount,
        state: Object.entries(objectIn(each, "state")).map(([state, details]) =>
          `${state} ${settledReason(text(objectIn({ details }, "details").reason))}`.trim(),
        ),
      })),
  };
}

function endpointsPicture(slice: JsonObject): unknown {
  const endpoints = listIn(slice, "endpoints")
    .filter(isJsonObject)
    .map((endpoint) => ({
      node: endpoint.nodeName,
      zone: endpoint.zone,
      conditions: endpoint.conditions,
      addresses: listIn(endpoint, "addresses").length,
      pod: text(objectIn(endpoint, "targetRef").name).replace(/-[a-z0-9]{5}$/, ""),
    }));
  return {
    labels: labelsOf(slice),
    owner: ownerOf(slice).name,
    addressType: slice.addressType,
    ports: slice.ports ?? null,
    endpoints: endpoints.sort((a, b) => text(a.node).localeCompare(text(b.node))),
  };
}

function onePicture(object: ApiObject, revisions: ReadonlyMap<string, number>): readonly [string, unknown] {
  const { name, namespace, generation } = object.metadata;
  const key = namespace === undefined ? text(name) : `${text(namespace)}/${text(name)}`;
  switch (object.kind) {
    case "Node":
      return [`Node ${key}`, nodePicture(object)];
    case "Pod":
      return [`Pod ${text(namespace)}/${podName(object)}`, podPicture(object, revisions)];
    case "DaemonSet":
      return [
        `DaemonSet ${key}`,
        { labels: labelsOf(object), annotations: annotationsOf(object), generation, spec: object.spec, status: object.status },
      ];
    case "ControllerRevision":
      return [
        `ControllerRevision ${text(namespace)}/${text(ownerOf(object).name) || "nobody"} ${String(object.revision)}`,
        { labels: without(labelsOf(object), HASH), annotations: annotationsOf(object), data: object.data },
      ];
    case "Service": {
      const spec = objectIn(object, "spec");
      const hasAssignedAddress = spec.clusterIP !== "None";
      return [`Service ${key}`, { labels: labelsOf(object), spec: hasAssignedAddress ? without(spec, "clusterIP", "clusterIPs") : spec }];
    }
    case "EndpointSlice":
      return [`EndpointSlice ${text(namespace)}/${text(ownerOf(object).name)}`, endpointsPicture(object)];
    default:
      return [`${object.kind} ${key}`, without(object, "apiVersion", "kind", "metadata")];
  }
}

/**
 * Returns the state of a cluster without the parts that chance, time and the machine decide: generated names, versions,
 * times, addresses, hashes.
 */
export async function takePicture(side: Side): Promise<Picture> {
  const kinds = "nodes,pods,daemonsets,controllerrevisions,priorityclasses,services,endpointslices";
  const { items } = JSON.parse(await mustShell(side, `kubectl get ${kinds} -A -o json`)) as { readonly items: readonly ApiObject[] };
  const revisions = new Map(
    items.filter(({ kind }) => kind === "ControllerRevision").map((object) => [text(labelsOf(object)[HASH]), Number(object.revision)]),
  );
  const picture: Record<string, unknown> = {};
  for (const object of items) {
    // Skips the Service of the API server.
    if (object.metadata.name === "kubernetes") continue;
    const [key, shown] = onePicture(object, revisions);
    // Sorts several pods of a DaemonSet on one node by their content.
    const twins = [...listIn(picture, key), shown].sort((a, b) => (stableJson(a) < stableJson(b) ? -1 : 1));
    picture[key] = twins;
  }
  return picture;
}
