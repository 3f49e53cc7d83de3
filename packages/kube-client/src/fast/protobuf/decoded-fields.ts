import { ANNOTATIONS } from "@daemonscope/kube/well-known";
import type { FieldSpec, FieldSpecs } from "./read-message.ts";

/** Converts a map of field numbers into an array. */
function fieldsByNumber(fields: Readonly<Record<number, FieldSpec>>): FieldSpecs {
  const specsByField: (FieldSpec | undefined)[] = [];
  for (const [number, field] of Object.entries(fields)) specsByField[Number(number)] = field;
  // Array.from fills the holes, because lookups in an array with holes are slow.
  return Array.from(specsByField);
}

const text = (name: string): FieldSpec => ({ name, holds: "text" });
const uniqueText = (name: string): FieldSpec => ({ name, holds: "text", isUnique: true });
const required = (name: string): FieldSpec => ({ name, holds: "text", isRequired: true });
const integer = (name: string): FieldSpec => ({ name, holds: "integer" });
const flag = (name: string): FieldSpec => ({ name, holds: "flag" });
const time = (name: string): FieldSpec => ({ name, holds: "time" });
const message = (name: string, fields: FieldSpecs): FieldSpec => ({ name, holds: "message", fields });
const messages = (name: string, fields: FieldSpecs): FieldSpec => ({ name, holds: "messages", fields });

export const OWNER_FIELDS = fieldsByNumber({
  1: required("kind"),
  3: required("name"),
  4: required("uid"),
  5: required("apiVersion"),
  6: flag("controller"),
});

export const META = fieldsByNumber({
  1: uniqueText("name"),
  3: text("namespace"),
  5: uniqueText("uid"),
  6: uniqueText("resourceVersion"),
  7: integer("generation"),
  8: time("creationTimestamp"),
  9: time("deletionTimestamp"),
  10: integer("deletionGracePeriodSeconds"),
  11: { name: "labels", holds: "map" },
  12: { name: "annotations", holds: "map", only: new Set(Object.values(ANNOTATIONS)) },
  13: messages("ownerReferences", OWNER_FIELDS),
  14: { name: "finalizers", holds: "texts" },
});

/** Conditions of a pod; those of a node have the same numbers. */
export const CONDITION = fieldsByNumber({
  1: required("type"),
  2: required("status"),
  4: time("lastTransitionTime"),
  5: text("reason"),
  6: text("message"),
});

const REQUIREMENT = fieldsByNumber({ 1: required("key"), 2: required("operator"), 3: { name: "values", holds: "texts" } });
const TERM = fieldsByNumber({ 1: messages("matchExpressions", REQUIREMENT), 2: messages("matchFields", REQUIREMENT) });
const NODE_AFFINITY = fieldsByNumber({
  1: message("requiredDuringSchedulingIgnoredDuringExecution", fieldsByNumber({ 1: messages("nodeSelectorTerms", TERM) })),
});
export const AFFINITY = fieldsByNumber({ 1: message("nodeAffinity", NODE_AFFINITY) });

export const WAITING = fieldsByNumber({ 1: text("reason"), 2: text("message") });
export const RUNNING = fieldsByNumber({ 1: time("startedAt") });
export const TERMINATED = fieldsByNumber({
  1: { name: "exitCode", holds: "integer", isRequired: true },
  2: integer("signal"),
  3: text("reason"),
  4: text("message"),
  5: time("startedAt"),
  6: time("finishedAt"),
});
export const STATE = fieldsByNumber({
  1: message("waiting", WAITING),
  2: message("running", RUNNING),
  3: message("terminated", TERMINATED),
});
export const CONTAINER_STATUS = fieldsByNumber({
  1: required("name"),
  2: message("state", STATE),
  3: message("lastState", STATE),
  4: { name: "ready", holds: "flag", isRequired: true },
  5: { name: "restartCount", holds: "integer", isRequired: true },
});

const quantities = (name: string): FieldSpec => ({ name, holds: "quantities" });
const onDemand = (field: FieldSpec): FieldSpec => ({ ...field, isOnDemand: true });

const RESOURCES = message("resources", fieldsByNumber({ 1: quantities("limits"), 2: quantities("requests") }));
const CONTAINER_PORT = fieldsByNumber({
  2: integer("hostPort"),
  3: { name: "containerPort", holds: "integer", isRequired: true },
  4: text("protocol"),
  5: text("hostIP"),
});
/** Fields of a container that only few pods need: a pod that a scheduler refused, or that is being deleted. */
const CONTAINER_RESOURCES = { 6: onDemand(messages("ports", CONTAINER_PORT)), 8: onDemand(RESOURCES) };
const EXIT_CODES = fieldsByNumber({ 1: text("operator"), 2: { name: "values", holds: "integers" } });
const RESTART_RULE = fieldsByNumber({ 1: text("action"), 2: message("exitCodes", EXIT_CODES) });
/** Fields that only a pod with an ended container needs. */
const RESTARTS = { 24: onDemand(text("restartPolicy")), 25: onDemand(messages("restartPolicyRules", RESTART_RULE)) };
export const CONTAINER = fieldsByNumber({ 1: required("name"), 2: text("image"), ...CONTAINER_RESOURCES, ...RESTARTS });
export const INIT_CONTAINER = fieldsByNumber({ 1: required("name"), ...CONTAINER_RESOURCES, 24: text("restartPolicy") });
export const GATE = fieldsByNumber({ 1: required("name") });
const UNBOUND: Readonly<Record<number, FieldSpec>> = {
  7: { name: "nodeSelector", holds: "map", isOnDemand: true },
  19: { name: "schedulerName", holds: "text", isOnDemand: true },
  25: { name: "priority", holds: "integer", isOnDemand: true },
  39: { name: "resourceClaims", holds: "messages", fields: fieldsByNumber({ 1: required("name") }), isOnDemand: true },
};
/** Fields of the spec that only a pod needs that is not bound to a node. */
export const UNBOUND_POD_SPEC = fieldsByNumber(UNBOUND);
// Needed only if an init container has a problem, or for resources.
const INIT_CONTAINERS = onDemand(messages("initContainers", INIT_CONTAINER));
const POD_RESOURCES: Readonly<Record<number, FieldSpec>> = {
  11: onDemand(flag("hostNetwork")),
  20: INIT_CONTAINERS,
  32: onDemand(quantities("overhead")),
  40: onDemand(RESOURCES),
};
/** Fields of the spec that determine requests and host ports. */
export const POD_RESOURCES_SPEC = fieldsByNumber({ 2: onDemand(messages("containers", CONTAINER)), ...POD_RESOURCES });
export const POD_SPEC = fieldsByNumber({
  2: messages("containers", CONTAINER),
  10: text("nodeName"),
  18: message("affinity", AFFINITY),
  ...UNBOUND,
  ...POD_RESOURCES,
  38: messages("schedulingGates", GATE),
});
export const POD_STATUS = fieldsByNumber({
  1: text("phase"),
  2: messages("conditions", CONDITION),
  3: text("message"),
  4: text("reason"),
  7: time("startTime"),
  8: messages("containerStatuses", CONTAINER_STATUS),
  10: messages("initContainerStatuses", CONTAINER_STATUS),
  11: text("nominatedNodeName"),
});
const POD = fieldsByNumber({ 1: message("metadata", META), 2: message("spec", POD_SPEC), 3: message("status", POD_STATUS) });

export const TAINT = fieldsByNumber({ 1: required("key"), 2: text("value"), 3: required("effect"), 4: time("timeAdded") });
export const NODE_SPEC = fieldsByNumber({ 4: flag("unschedulable"), 5: messages("taints", TAINT) });
export const NODE_INFO = fieldsByNumber({
  4: required("kernelVersion"),
  5: required("osImage"),
  6: required("containerRuntimeVersion"),
  7: required("kubeletVersion"),
  10: required("architecture"),
});
export const NODE_STATUS = fieldsByNumber({
  2: quantities("allocatable"),
  4: messages("conditions", CONDITION),
  7: message("nodeInfo", NODE_INFO),
});
const NODE = fieldsByNumber({ 1: message("metadata", META), 2: message("spec", NODE_SPEC), 3: message("status", NODE_STATUS) });

/** The fields that decode-pod.ts and decode-node.ts read, by their numbers in the API's protobuf. Other kinds are
 *  not requested in protobuf: they have few objects, and more fields of them are kept.
 *  Source: k8s.io/api core/v1 generated.proto, k8s.io/apimachinery meta/v1 generated.proto; `isRequired` from the Go
 *  types' JSON tags. */
export const DECODED_FIELDS = { pods: POD, nodes: NODE } as const;

/** Fields of a Status: the body of a refusal, or the object of an ERROR event. */
export const STATUS_FIELDS = fieldsByNumber({
  3: text("message"),
  4: text("reason"),
  5: message("details", fieldsByNumber({ 4: messages("causes", fieldsByNumber({ 1: text("reason") })), 5: integer("retryAfterSeconds") })),
  6: integer("code"),
});

/** Fields that identify a deleted object. */
export const IDENTITY_FIELDS = fieldsByNumber({
  1: message("metadata", fieldsByNumber({ 5: uniqueText("uid"), 6: uniqueText("resourceVersion") })),
});

/** The annotation of a bookmark that ends a streamed list. */
export const END_OF_LIST = "k8s.io/initial-events-end";
/** Bookmarks are objects of the watched kind, with only a version and annotations. */
export const BOOKMARK_FIELDS = fieldsByNumber({
  1: message(
    "metadata",
    fieldsByNumber({ 6: text("resourceVersion"), 12: { name: "annotations", holds: "map", only: new Set([END_OF_LIST]) } }),
  ),
});

/** Fields of a list's metadata. Each object of the list is read separately. */
export const LIST_META_FIELDS = fieldsByNumber({ 2: text("resourceVersion"), 3: text("continue"), 4: integer("remainingItemCount") });
