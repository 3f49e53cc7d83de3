import { humanDuration } from "@daemonscope/kube/human-duration";
import { labelSelectorText, labelsText } from "@daemonscope/kube/label-selector";
import type { LabelSelector } from "@daemonscope/kube/objects";
import type { ResourceName, StoredObject } from "../store/contract.ts";
import { isJsonObject, listIn, objectIn } from "../store/json.ts";

interface Column {
  readonly name: string;
  /** 1 is shown with `-o wide` only. */
  readonly priority?: 1;
  readonly type?: "integer";
  readonly cell: (object: StoredObject, nowMs: number) => string | number;
}

const age = (time: unknown, nowMs: number): string => (typeof time === "string" ? humanDuration(nowMs - Date.parse(time)) : "<unknown>");
const NAME: Column = { name: "Name", cell: (object) => object.metadata.name };
const AGE: Column = { name: "Age", cell: (object, nowMs) => age(object.metadata.creationTimestamp, nowMs) };
const spec = (object: StoredObject) => objectIn(object, "spec");
const status = (object: StoredObject) => objectIn(object, "status");
const number = (name: string, field: string): Column => ({ name, type: "integer", cell: (object) => Number(status(object)[field] ?? 0) });
const text = (value: unknown, otherwise = "<none>"): string => (typeof value === "string" && value !== "" ? value : otherwise);
const containersOf = (object: StoredObject) =>
  listIn(objectIn(objectIn(spec(object), "template"), "spec"), "containers").filter(isJsonObject);

function podStatus(object: StoredObject): string {
  let reason = text(status(object).reason, text(status(object).phase, "Unknown"));
  const conditions = listIn(status(object), "conditions").filter(isJsonObject);
  if (conditions.some((condition) => condition.type === "PodScheduled" && condition.reason === "SchedulingGated"))
    reason = "SchedulingGated";
  for (const container of [...listIn(status(object), "containerStatuses")].reverse().filter(isJsonObject)) {
    const state = objectIn(container, "state");
    const waiting = text(objectIn(state, "waiting").reason, "");
    const terminated = objectIn(state, "terminated");
    if (waiting !== "") reason = waiting;
    else if (Object.keys(terminated).length > 0) reason = text(terminated.reason, `ExitCode:${String(terminated.exitCode)}`);
  }
  return object.metadata.deletionTimestamp === undefined ? reason : "Terminating";
}

function nodeStatus(object: StoredObject): string {
  const ready = listIn(status(object), "conditions")
    .filter(isJsonObject)
    .find((condition) => condition.type === "Ready");
  const word =
    ready === undefined || ready.status === "Unknown"
      ? ready === undefined
        ? "Unknown"
        : "NotReady"
      : ready.status === "True"
        ? "Ready"
        : "NotReady";
  return spec(object).unschedulable === true ? `${word},SchedulingDisabled` : word;
}

function roles(object: StoredObject): string {
  const found = Object.keys(object.metadata.labels ?? {})
    .filter((key) => key.startsWith("node-role.kubernetes.io/"))
    .map((key) => key.slice("node-role.kubernetes.io/".length));
  return found.length === 0 ? "<none>" : found.sort().join(",");
}

const address = (type: string) => (object: StoredObject) =>
  text(
    listIn(status(object), "addresses")
      .filter(isJsonObject)
      .find((entry) => entry.type === type)?.address,
  );
const nodeInfo = (field: string) => (object: StoredObject) => text(objectIn(status(object), "nodeInfo")[field], "<unknown>");

const COLUMNS: Readonly<Partial<Record<ResourceName, readonly Column[]>>> = {
  pods: [
    NAME,
    {
      name: "Ready",
      cell: (object) =>
        `${listIn(status(object), "containerStatuses").filter((entry) => isJsonObject(entry) && entry.ready === true).length}/${listIn(spec(object), "containers").length}`,
    },
    { name: "Status", cell: podStatus },
    {
      name: "Restarts",
      cell: (object) =>
        String(
          listIn(status(object), "containerStatuses").reduce<number>(
            (sum, entry) => sum + Number(isJsonObject(entry) ? (entry.restartCount ?? 0) : 0),
            0,
          ),
        ),
    },
    AGE,
    { name: "IP", priority: 1, cell: (object) => text(status(object).podIP) },
    { name: "Node", priority: 1, cell: (object) => text(spec(object).nodeName) },
    { name: "Nominated Node", priority: 1, cell: (object) => text(status(object).nominatedNodeName) },
    { name: "Readiness Gates", priority: 1, cell: () => "<none>" },
  ],
  nodes: [
    NAME,
    { name: "Status", cell: nodeStatus },
    { name: "Roles", cell: roles },
    AGE,
    { name: "Version", cell: nodeInfo("kubeletVersion") },
    { name: "Internal-IP", priority: 1, cell: address("InternalIP") },
    { name: "External-IP", priority: 1, cell: address("ExternalIP") },
    { name: "OS-Image", priority: 1, cell: nodeInfo("osImage") },
    { name: "Kernel-Version", priority: 1, cell: nodeInfo("kernelVersion") },
    { name: "Container-Runtime", priority: 1, cell: nodeInfo("containerRuntimeVersion") },
  ],
  daemonsets: [
    NAME,
    number("Desired", "desiredNumberScheduled"),
    number("Current", "currentNumberScheduled"),
    number("Ready", "numberReady"),
    number("Up-to-date", "updatedNumberScheduled"),
    number("Available", "numberAvailable"),
    {
      name: "Node Selector",
      cell: (object) =>
        labelsText(objectIn(objectIn(objectIn(spec(object), "template"), "spec"), "nodeSelector") as Record<string, string>),
    },
    AGE,
    {
      name: "Containers",
      priority: 1,
      cell: (object) =>
        containersOf(object)
          .map((container) => container.name)
          .join(","),
    },
    {
      name: "Images",
      priority: 1,
      cell: (object) =>
        containersOf(object)
          .map((container) => container.image)
          .join(","),
    },
    { name: "Selector", priority: 1, cell: (object) => labelSelectorText(objectIn(spec(object), "selector") as LabelSelector) },
  ],
  controllerrevisions: [
    NAME,
    {
      name: "Controller",
      cell: (object) => {
        const owner = object.metadata.ownerReferences?.find((entry) => entry.controller === true);
        return owner === undefined ? "<none>" : `${owner.kind.toLowerCase()}.apps/${owner.name}`;
      },
    },
    { name: "Revision", type: "integer", cell: (object) => Number(object.revision ?? 0) },
    AGE,
  ],
  events: [
    {
      name: "Last Seen",
      cell: (object, nowMs) => age(object.lastTimestamp ?? objectIn(object, "series").lastObservedTime ?? object.eventTime, nowMs),
    },
    { name: "Type", cell: (object) => text(object.type) },
    { name: "Reason", cell: (object) => text(object.reason) },
    {
      name: "Object",
      cell: (object) => `${text(objectIn(object, "involvedObject").kind).toLowerCase()}/${text(objectIn(object, "involvedObject").name)}`,
    },
    { name: "Message", cell: (object) => text(object.message, "").trim() },
  ],
  namespaces: [NAME, { name: "Status", cell: (object) => text(status(object).phase, "Active") }, AGE],
};
const PLAIN: readonly Column[] = [NAME, AGE];

export type IncludeObject = "None" | "Metadata" | "Object";

/** Column definitions of a resource, wide ones included. */
export function columnDefinitions(resource: ResourceName): readonly Record<string, unknown>[] {
  return (COLUMNS[resource] ?? PLAIN).map(({ name, priority = 0, type = "string" }) => ({
    name,
    type,
    format: name === "Name" ? "name" : "",
    description: name,
    priority,
  }));
}

/** One row of a Table; the object in it is what `includeObject` asks for, its metadata by default. */
export function tableRow(resource: ResourceName, object: StoredObject, include: IncludeObject, nowMs: number): Record<string, unknown> {
  const cells = (COLUMNS[resource] ?? PLAIN).map((column) => column.cell(object, nowMs));
  if (include === "None") return { cells };
  return { cells, object: include === "Object" ? object : partialObject(object) };
}

export function partialObject(object: StoredObject): Record<string, unknown> {
  return { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", metadata: object.metadata };
}
