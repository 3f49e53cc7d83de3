import { kubectlLine } from "@daemonscope/daemonset/actions/changes/kubectl-line";
import { objectField, objectsField, textField } from "@daemonscope/kube-client/decode/fields";
import type { LabVerbs } from "@daemonscope/shared/http/lab";
import { listPath, namedPath } from "../../actions/requests/api-path.ts";
import type { KubeClient } from "../kube-client.ts";
import { labError } from "../lab-error.ts";
import type { LabCommandResult, LabTools } from "../lab-result.ts";
import { podOn } from "./daemonset-steps.ts";

const READY = "control-plane.test/ready";
const SILENT = "control-plane.test/silent";
const CLOCK_SKEW = "control-plane.test/clock-skew";

const SCHEDULER = "control-plane.test/scheduler";
const FAULT = "control-plane.test/fault";
const PROBE_FAILS = "control-plane.test/probe-fails";

const annotateLine = (...words: readonly string[]): string => kubectlLine(undefined, undefined, ["annotate", "node", ...words]);

/** An object with annotations: its path, and the line of kubectl that changes them. */
interface Annotated {
  readonly path: string;
  line(...changes: readonly string[]): string;
}

const nodeNamed = (name: string): Annotated => ({
  path: namedPath({ resource: "nodes", name }),
  line: (...changes) => annotateLine(name, "--overwrite", ...changes),
});

/** Sets annotations that control the simulated kubelet. */
async function annotate(
  kube: KubeClient,
  object: Annotated,
  annotations: Readonly<Record<string, string | null>>,
): Promise<LabCommandResult> {
  const current = objectField(objectField(await kube.get(object.path), "metadata"), "annotations");
  const old = Object.fromEntries(Object.keys(annotations).map((key) => [key, typeof current[key] === "string" ? current[key] : null]));
  await kube.merge(object.path, { metadata: { annotations } });
  const changes = Object.entries(annotations).map(([key, value]) => (value === null ? `${key}-` : `${key}=${value}`));
  return {
    kind: "kubectl",
    line: object.line(...changes),
    undo: async () => (await annotate(kube, object, old)).line,
  };
}

/** The namespace whose annotation stops the scheduler. */
const SYSTEM: Annotated = {
  path: "/api/v1/namespaces/kube-system",
  line: (...changes) => kubectlLine(undefined, undefined, ["annotate", "namespace", "kube-system", "--overwrite", ...changes]),
};

/** Skews the clock of one node, or of all nodes. */
async function skewClock(kube: KubeClient, { node, seconds }: LabVerbs["skew-clock"]): Promise<LabCommandResult> {
  const annotations = { [CLOCK_SKEW]: seconds === 0 ? null : `${seconds}s` };
  if (node !== undefined) return annotate(kube, nodeNamed(node), annotations);
  const results: LabCommandResult[] = [];
  for (const each of objectsField(await kube.get(listPath({ resource: "nodes" })), "items"))
    results.push(await annotate(kube, nodeNamed(textField(objectField(each, "metadata"), "name") ?? ""), annotations));
  const line = annotateLine("--all", "--overwrite", `${CLOCK_SKEW}${seconds === 0 ? "-" : `=${seconds}s`}`);
  const undo = async () => {
    const lines: string[] = [];
    for (const each of results) lines.push((await each.undo?.()) ?? "");
    return lines.join("\n");
  };
  return { kind: "kubectl", line, undo };
}

/** Lets a kind of probes of a pod fail, or all of them answer again. */
async function failProbe(tools: LabTools, body: LabVerbs["fail-probe"]): Promise<LabCommandResult> {
  const { namespace, probe } = body;
  const name = await podOn(tools, body);
  const pod: Annotated = {
    path: namedPath({ resource: "pods", namespace, name }),
    line: (...changes) => kubectlLine(undefined, namespace, ["annotate", "pod", name, "--overwrite", ...changes]),
  };
  return annotate(tools.kube, pod, { [PROBE_FAILS]: probe === "none" ? null : probe });
}

/**
 * Produces a cause for a DaemonSet on a node, or ends it. The annotation lists the faults of all nodes:
 * `oomKilled=worker-01,crash=worker-02`.
 */
async function produceCause({ kube }: LabTools, { namespace, daemonSet, node, cause }: LabVerbs["cause"]): Promise<LabCommandResult> {
  await kube.get(namedPath({ resource: "nodes", name: node }));
  const path = namedPath({ resource: "daemonsets", namespace, name: daemonSet });
  const { [FAULT]: before } = objectField(objectField(await kube.get(path), "metadata"), "annotations");
  const entries = typeof before === "string" && before !== "" ? before.split(",") : [];
  const others = entries.filter((entry) => !entry.endsWith(`=${node}`));
  const next = cause === "none" ? others : [...others, `${cause}=${node}`];
  if (next.join() === entries.join()) throw labError(409, "SoAlready", {}, "The objects already have these values: nothing is sent.");
  const object: Annotated = {
    path,
    line: (...changes) => kubectlLine(undefined, namespace, ["annotate", "ds", daemonSet, "--overwrite", ...changes]),
  };
  return annotate(kube, object, { [FAULT]: next.length === 0 ? null : next.join() });
}

type KubeletVerb = "cause" | "fail-probe" | "break-node" | "heal-node" | "skew-clock" | "scheduler";

/** Faults of the cluster behind the API, by verb; kubectl has none of these effects on a real cluster. */
export const KUBELET_FAULTS: { readonly [Verb in KubeletVerb]: (body: LabVerbs[Verb], tools: LabTools) => Promise<LabCommandResult> } = {
  "break-node": ({ node, how }, { kube }) =>
    annotate(kube, nodeNamed(node), how === "silent" ? { [SILENT]: "true" } : { [READY]: "false" }),
  "heal-node": ({ node }, { kube }) => annotate(kube, nodeNamed(node), { [READY]: null, [SILENT]: null, [CLOCK_SKEW]: null }),
  cause: (body, tools) => produceCause(tools, body),
  "fail-probe": (body, tools) => failProbe(tools, body),
  "skew-clock": (body, { kube }) => skewClock(kube, body),
  scheduler: ({ runs }, { kube }) => annotate(kube, SYSTEM, { [SCHEDULER]: runs ? null : "stopped" }),
};
