import { labelSelectorText, labelsText } from "@daemonscope/kube/matching/label-selector";
import type { LabelSelector } from "@daemonscope/kube/objects";
import type { ResourceName, StoredObject } from "../../objects/contract.ts";
import { isJsonObject, listIn, objectIn } from "../../objects/json.ts";
import type { Resource } from "../../objects/resource.ts";
import { toVersion } from "../forms/forms.ts";
import { AGE, age, type Column, NAME, number, spec, status, templateColumns, text, wide, word } from "./cells.ts";
import { podReadinessGates, podReady, podRestarts, podStatus } from "./pod-cells.ts";
import { STORED_ONLY_COLUMNS } from "./stored-only-columns.ts";

function nodeStatus(object: StoredObject): string {
  const ready = listIn(status(object), "conditions").find((condition) => isJsonObject(condition) && condition.type === "Ready");
  const word = ready === undefined ? "Unknown" : isJsonObject(ready) && ready.status === "True" ? "Ready" : "NotReady";
  return spec(object).unschedulable === true ? `${word},SchedulingDisabled` : word;
}

const ROLE_PREFIX = "node-role.kubernetes.io/";

function roles(object: StoredObject): string {
  const found = Object.entries(object.metadata.labels ?? {}).flatMap(([key, value]) => {
    if (key.startsWith(ROLE_PREFIX) && key.length > ROLE_PREFIX.length) return [key.slice(ROLE_PREFIX.length)];
    return key === "kubernetes.io/role" && value !== "" ? [value] : [];
  });
  return found.length === 0 ? "<none>" : [...new Set(found)].sort().join(",");
}

const address = (type: string) => (object: StoredObject) =>
  text(
    listIn(status(object), "addresses")
      .filter(isJsonObject)
      .find((entry) => entry.type === type)?.address,
  );
const nodeInfo = (field: string) => (object: StoredObject) => text(objectIn(status(object), "nodeInfo")[field], "<unknown>");

/** Returns the version and the architecture. Source: pkg/printers/internalversion/printers.go, printNode. */
function kernelVersion(object: StoredObject): string {
  const architecture = text(objectIn(status(object), "nodeInfo").architecture, "");
  return `${nodeInfo("kernelVersion")(object)}${architecture === "" ? "" : ` (${architecture})`}`;
}

const servicePorts = (object: StoredObject): string =>
  text(
    listIn(spec(object), "ports")
      .filter(isJsonObject)
      .map(({ port, nodePort, protocol }) => `${String(port)}${nodePort === undefined ? "" : `:${String(nodePort)}`}/${String(protocol)}`)
      .join(","),
  );

function externalIp(object: StoredObject): string {
  const addresses = listIn(spec(object), "externalIPs").map(String);
  if (spec(object).type === "ExternalName") return text(spec(object).externalName);
  if (spec(object).type === "LoadBalancer" && addresses.length === 0) return "<pending>";
  return addresses.length === 0 ? "<none>" : addresses.join(",");
}

/** A list as the cells of EndpointSlices show it. */
function firstThree(values: readonly string[]): string {
  if (values.length === 0) return "<unset>";
  return `${values.slice(0, 3).join(",")}${values.length > 3 ? ` + ${values.length - 3} more...` : ""}`;
}

const SELECTOR = wide("Selector", (object) => labelSelectorText(objectIn(spec(object), "selector") as LabelSelector));

const COLUMNS: Readonly<Partial<Record<ResourceName, readonly Column[]>>> = {
  pods: [
    NAME,
    { name: "Ready", cell: (object) => podReady(object) },
    { name: "Status", cell: podStatus },
    { name: "Restarts", cell: podRestarts },
    AGE,
    { name: "IP", priority: 1, cell: (object) => text(status(object).podIP) },
    { name: "Node", priority: 1, cell: (object) => text(spec(object).nodeName) },
    { name: "Nominated Node", priority: 1, cell: (object) => text(status(object).nominatedNodeName) },
    { name: "Readiness Gates", priority: 1, cell: podReadinessGates },
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
    { name: "Kernel-Version", priority: 1, cell: kernelVersion },
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
    ...templateColumns(spec),
    SELECTOR,
  ],
  deployments: [
    NAME,
    word("Ready", (object) => `${Number(status(object).readyReplicas ?? 0)}/${Number(spec(object).replicas ?? 0)}`),
    { name: "Up-to-date", cell: (object) => Number(status(object).updatedReplicas ?? 0) },
    { name: "Available", cell: (object) => Number(status(object).availableReplicas ?? 0) },
    AGE,
    ...templateColumns(spec),
    SELECTOR,
  ],
  replicasets: [
    NAME,
    { name: "Desired", type: "integer", cell: (object) => Number(spec(object).replicas ?? 0) },
    number("Current", "replicas"),
    number("Ready", "readyReplicas"),
    AGE,
    ...templateColumns(spec),
    SELECTOR,
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
      cell: (object, nowMs) => age(objectIn(object, "series").lastObservedTime ?? object.lastTimestamp ?? object.eventTime, nowMs),
    },
    { name: "Type", cell: (object) => text(object.type) },
    { name: "Reason", cell: (object) => text(object.reason) },
    {
      name: "Object",
      cell: (object) => `${text(objectIn(object, "involvedObject").kind).toLowerCase()}/${text(objectIn(object, "involvedObject").name)}`,
    },
    { name: "Subobject", priority: 1, cell: (object) => text(objectIn(object, "involvedObject").fieldPath, "") },
    {
      name: "Source",
      priority: 1,
      cell: (object) => text(objectIn(object, "source").component, text(object.reportingComponent, "")),
    },
    { name: "Message", cell: (object) => text(object.message, "").trim() },
    { name: "First Seen", priority: 1, cell: (object, nowMs) => age(object.firstTimestamp ?? object.eventTime, nowMs) },
    {
      name: "Count",
      priority: 1,
      type: "integer",
      cell: (object) => Number(objectIn(object, "series").count ?? object.count ?? 1),
    },
    { ...NAME, priority: 1 },
  ],
  leases: [NAME, { name: "Holder", cell: (object) => text(spec(object).holderIdentity, "") }, AGE],
  configmaps: [
    NAME,
    {
      name: "Data",
      type: "integer",
      cell: (object) => Object.keys(objectIn(object, "data")).length + Object.keys(objectIn(object, "binaryData")).length,
    },
    AGE,
  ],
  services: [
    NAME,
    { name: "Type", cell: (object) => text(spec(object).type) },
    { name: "Cluster-IP", cell: (object) => text(spec(object).clusterIP) },
    { name: "External-IP", cell: externalIp },
    { name: "Port(s)", cell: servicePorts },
    AGE,
    { name: "Selector", priority: 1, cell: (object) => labelsText(objectIn(spec(object), "selector") as Record<string, string>) },
  ],
  endpointslices: [
    NAME,
    { name: "AddressType", cell: (object) => text(object.addressType) },
    { name: "Ports", cell: (object) => firstThree(listIn(object, "ports").map((port) => (isJsonObject(port) ? String(port.port) : ""))) },
    {
      name: "Endpoints",
      cell: (object) => firstThree(listIn(object, "endpoints").flatMap((endpoint) => listIn(endpoint, "addresses").map(String))),
    },
    AGE,
  ],
  poddisruptionbudgets: [
    NAME,
    { name: "Min Available", cell: (object) => String(spec(object).minAvailable ?? "N/A") },
    { name: "Max Unavailable", cell: (object) => String(spec(object).maxUnavailable ?? "N/A") },
    { name: "Allowed Disruptions", type: "integer", cell: (object) => Number(status(object).disruptionsAllowed ?? 0) },
    AGE,
  ],
  priorityclasses: [
    NAME,
    { name: "Value", type: "integer", cell: (object) => Number(object.value ?? 0) },
    { name: "Global-Default", type: "boolean", cell: (object) => object.globalDefault === true },
    AGE,
    { name: "PreemptionPolicy", cell: (object) => text(object.preemptionPolicy) },
  ],
  namespaces: [NAME, { name: "Status", cell: (object) => text(status(object).phase, "Active") }, AGE],
  ...STORED_ONLY_COLUMNS,
};
const PLAIN: readonly Column[] = [NAME, AGE];

export type IncludeObject = "None" | "Metadata" | "Object";

/** Returns the column definitions of a resource, wide ones included. */
export function columnDefinitions(resource: ResourceName): readonly Record<string, unknown>[] {
  return (COLUMNS[resource] ?? PLAIN).map(({ name, priority = 0, type = "string" }) => ({
    name,
    type,
    format: name === "Name" ? "name" : "",
    description: name,
    priority,
  }));
}

/** Returns one row of a Table. `include` selects the object in the row. */
export function tableRow(resource: Resource, object: StoredObject, include: IncludeObject, nowMs: number): Record<string, unknown> {
  const cells = (COLUMNS[resource.name] ?? PLAIN).map((column) => column.cell(object, nowMs));
  if (include === "None") return { cells };
  return { cells, object: include === "Object" ? toVersion(resource, object) : partialObject(object) };
}

export function partialObject(object: StoredObject): Record<string, unknown> {
  return { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", metadata: object.metadata };
}
