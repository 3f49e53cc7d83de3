import { shellQuote } from "@daemonscope/daemonset/describe/shell-quote";
import type { LabVerbs } from "@daemonscope/shared/http/lab";
import { isJson, type Json, objectField, objectsField, textField } from "../cluster/decode/fields.ts";
import { ApiFailure } from "../routes/api-failure.ts";
import { appliedLine, type CommandDeed, type DeedTools, part } from "./deed.ts";
import type { KubeClient } from "./kube-client.ts";
import { labFailure } from "./lab-failure.ts";
import { asManifest } from "./stored-object.ts";

type NodeVerb =
  | "add-node"
  | "remove-node"
  | "label"
  | "taint"
  | "untaint"
  | "cordon"
  | "uncordon"
  | "break-node"
  | "heal-node"
  | "skew-clock";

const NODES = "/api/v1/nodes";
const READY = "control-plane.test/ready";
const SILENT = "control-plane.test/silent";
const CLOCK_SKEW = "control-plane.test/clock-skew";
/** Taints that follow from a node's conditions: the cluster sets and lifts them itself. */
const isOfCluster = (taint: Json): boolean => (textField(taint, "key") ?? "").startsWith("node.kubernetes.io/");
const pathOf = (node: string): string => `${NODES}/${part(node)}`;
const nameOf = (object: Json): string => textField(objectField(object, "metadata"), "name") ?? "";

const sameTaint = (a: Json, b: Json): boolean => a.key === b.key && a.effect === b.effect;
const taintWord = ({ key, value, effect }: Json): string =>
  `${String(key)}${typeof value === "string" && value !== "" ? `=${value}` : ""}:${String(effect)}`;

async function setTaints(kube: KubeClient, node: string, change: (taints: readonly Json[]) => readonly Json[]): Promise<readonly Json[]> {
  const { metadata, spec } = await kube.get(pathOf(node));
  const before = objectsField(isJson(spec) ? spec : {}, "taints");
  const taints = change(before);
  // The version: a taint that the cluster sets meanwhile must not be lost.
  const { resourceVersion } = isJson(metadata) ? metadata : {};
  await kube.merge(pathOf(node), { metadata: { resourceVersion }, spec: { taints: taints.length === 0 ? null : taints } });
  return before;
}

async function taint(kube: KubeClient, node: string, wanted: Json): Promise<CommandDeed> {
  const before = await setTaints(kube, node, (taints) => [...taints.filter((has) => !sameTaint(has, wanted)), wanted]);
  const old = before.find((has) => sameTaint(has, wanted));
  const undo = async () => (old === undefined ? (await untaint(kube, node, wanted)).line : (await taint(kube, node, old)).line);
  return { kind: "kubectl", line: `kubectl taint node ${shellQuote(node)} ${shellQuote(taintWord(wanted))} --overwrite`, undo };
}

async function untaint(kube: KubeClient, node: string, unwanted: Json): Promise<CommandDeed> {
  const before = await setTaints(kube, node, (taints) => {
    if (!taints.some((has) => sameTaint(has, unwanted))) {
      const which = taintWord(unwanted);
      throw labFailure(404, "TaintNotFound", { node, taint: which }, `Node ${node} has no taint ${which}: it carries ${words(taints)}.`);
    }
    return taints.filter((has) => !sameTaint(has, unwanted));
  });
  const old = before.find((has) => sameTaint(has, unwanted)) ?? unwanted;
  const line = `kubectl taint node ${shellQuote(node)} ${shellQuote(`${String(unwanted.key)}:${String(unwanted.effect)}-`)}`;
  return { kind: "kubectl", line, undo: async () => (await taint(kube, node, old)).line };
}

const words = (taints: readonly Json[]): string => (taints.length === 0 ? "none" : taints.map(taintWord).join(", "));

async function label(kube: KubeClient, node: string, key: string, value: string | undefined): Promise<CommandDeed> {
  const labels = objectField(objectField(await kube.get(pathOf(node)), "metadata"), "labels");
  const old = Object.hasOwn(labels, key) ? String(labels[key]) : undefined;
  await kube.merge(pathOf(node), { metadata: { labels: { [key]: value ?? null } } });
  const change = value === undefined ? shellQuote(`${key}-`) : `${shellQuote(`${key}=${value}`)} --overwrite`;
  return {
    kind: "kubectl",
    line: `kubectl label node ${shellQuote(node)} ${change}`,
    undo: async () => (await label(kube, node, key, old)).line,
  };
}

async function cordon(kube: KubeClient, node: string, cordoned: boolean): Promise<CommandDeed> {
  const was = objectField(await kube.get(pathOf(node)), "spec").unschedulable === true;
  await kube.merge(pathOf(node), { spec: { unschedulable: cordoned ? true : null } });
  return {
    kind: "kubectl",
    line: `kubectl ${cordoned ? "cordon" : "uncordon"} ${shellQuote(node)}`,
    undo: async () => (await cordon(kube, node, was)).line,
  };
}

/** The simulated kubelet does what these annotations say. */
async function annotate(kube: KubeClient, node: string, wanted: Readonly<Record<string, string | null>>): Promise<CommandDeed> {
  const has = objectField(objectField(await kube.get(pathOf(node)), "metadata"), "annotations");
  const old = Object.fromEntries(Object.keys(wanted).map((key) => [key, typeof has[key] === "string" ? has[key] : null]));
  await kube.merge(pathOf(node), { metadata: { annotations: wanted } });
  const changes = Object.entries(wanted).map(([key, value]) => (value === null ? `${key}-` : `${key}=${value}`));
  return {
    kind: "kubectl",
    line: `kubectl annotate node ${shellQuote(node)} --overwrite ${changes.join(" ")}`,
    undo: async () => (await annotate(kube, node, old)).line,
  };
}

/** One node's clock, or every node's. */
async function skewClock(kube: KubeClient, { node, seconds }: LabVerbs["skew-clock"]): Promise<CommandDeed> {
  const wanted = { [CLOCK_SKEW]: seconds === 0 ? null : `${seconds}s` };
  if (node !== undefined) return annotate(kube, node, wanted);
  const deeds: CommandDeed[] = [];
  for (const each of objectsField(await kube.get(NODES), "items")) deeds.push(await annotate(kube, nameOf(each), wanted));
  const line = `kubectl annotate node --all --overwrite ${CLOCK_SKEW}${seconds === 0 ? "-" : `=${seconds}s`}`;
  const undo = async () => {
    const lines: string[] = [];
    for (const deed of deeds) lines.push((await deed.undo?.()) ?? "");
    return lines.join("\n");
  };
  return { kind: "kubectl", line, undo };
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

function copyOf(model: Json, name: string): Json {
  const labels = { ...objectField(objectField(model, "metadata"), "labels"), "kubernetes.io/hostname": name };
  const taints = objectsField(objectField(model, "spec"), "taints").filter((has) => !isOfCluster(has));
  const { capacity, allocatable } = objectField(model, "status");
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: { name, labels },
    spec: taints.length === 0 ? {} : { taints },
    ...(capacity === undefined ? {} : { status: { capacity, allocatable } }),
  };
}

async function addNode(kube: KubeClient, { name, like }: LabVerbs["add-node"]): Promise<CommandDeed> {
  const nodes = objectsField(await kube.get(NODES), "items");
  const model = like === undefined ? nodes.at(-1) : nodes.find((node) => nameOf(node) === like);
  if (like !== undefined && model === undefined) throw new ApiFailure(404, "NotFound", `nodes "${like}" not found`);
  const chosen = name ?? nextName(model === undefined ? "node-0" : nameOf(model), new Set(nodes.map(nameOf)));
  const node = copyOf(model ?? {}, chosen);
  await kube.send("POST", NODES, node);
  return { kind: "kubectl", line: appliedLine(node), undo: async () => (await removeNode(kube, chosen)).line };
}

async function removeNode(kube: KubeClient, node: string): Promise<CommandDeed> {
  const before = await kube.get(pathOf(node));
  await kube.send("DELETE", pathOf(node));
  const restored = { ...copyOf(before, node), metadata: asManifest(before).metadata };
  const undo = async () => {
    await kube.send("POST", NODES, restored);
    return appliedLine(restored);
  };
  return { kind: "kubectl", line: `kubectl delete node ${shellQuote(node)}`, undo };
}

/** What is done to nodes, by verb. */
export const NODE_DEEDS: { readonly [Verb in NodeVerb]: (body: LabVerbs[Verb], tools: DeedTools) => Promise<CommandDeed> } = {
  "add-node": (body, { kube }) => addNode(kube, body),
  "remove-node": ({ node }, { kube }) => removeNode(kube, node),
  label: ({ node, key, value }, { kube }) => label(kube, node, key, value),
  taint: ({ node, key, value, effect }, { kube }) =>
    taint(kube, node, { key, ...(value === undefined || value === "" ? {} : { value }), effect }),
  untaint: ({ node, key, effect }, { kube }) => untaint(kube, node, { key, effect }),
  cordon: ({ node }, { kube }) => cordon(kube, node, true),
  uncordon: ({ node }, { kube }) => cordon(kube, node, false),
  "break-node": ({ node, how }, { kube }) => annotate(kube, node, how === "silent" ? { [SILENT]: "true" } : { [READY]: "false" }),
  "skew-clock": (body, { kube }) => skewClock(kube, body),
  "heal-node": ({ node }, { kube }) => annotate(kube, node, { [READY]: null, [SILENT]: null, [CLOCK_SKEW]: null }),
};
