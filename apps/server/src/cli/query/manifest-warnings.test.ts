import { expect, it } from "vitest";
import { checkedDaemonSet } from "../../watch/manifests/manifest-objects.ts";
import { readDocuments } from "../../watch/manifests/read-documents.ts";
import { parseCommand } from "../options/parse-command.ts";
import { manifestWarnings } from "./manifest-warnings.ts";

function gates() {
  const command = parseCommand(["what-if", "cordon n"], {}, "test");
  if (command.kind !== "what-if") throw new Error(command.kind);
  return command.config.gates;
}

const PREFIX = "DaemonSet tools/probe (f.yaml) would be refused by the API server: ";

/** Returns the objections to a valid manifest with added fields, without their common beginning. */
function objections({
  container = "",
  pod = "",
  spec = "",
  top = "",
}: Partial<Record<"container" | "pod" | "spec" | "top", string>>): readonly string[] {
  const manifest = `apiVersion: apps/v1
kind: DaemonSet
metadata: {name: probe, namespace: tools, generateName: x}
spec:
  selector: {matchLabels: {app: probe}}
${spec}  template:
    metadata: {labels: {app: probe}}
    spec: {containers: [{name: probe, image: "probe:1"${container}}]${pod}}
${top}`;
  const [document] = readDocuments(manifest, "f.yaml");
  if (document === undefined) throw new Error("no document");
  const warnings = manifestWarnings("daemonsets", checkedDaemonSet(document, "tools"), gates());
  return warnings.map((warning) => (warning.startsWith(PREFIX) ? warning.slice(PREFIX.length) : warning));
}

const CONTAINER = "spec.template.spec.containers[0]";

it.each<readonly [Parameters<typeof objections>[0], string]>([
  [{ container: ", env: [{name: A, value: 5}]" }, `${CONTAINER}.env[0].value is 5 and must be a string: it is left out.`],
  [{ container: ", env: {A: b}" }, `${CONTAINER}.env is an object and must be a list: it is left out.`],
  [
    { container: ", resources: {limits: {cpu: abc}}" },
    `${CONTAINER}.resources.limits.cpu is "abc" and must be a quantity such as 100m or 1Gi: it is left out.`,
  ],
  [{ container: ", imagePulPolicy: Always" }, `unknown field "${CONTAINER}.imagePulPolicy": did you mean imagePullPolicy?`],
  [
    { container: ", securityContext: {privileged: 1}" },
    `${CONTAINER}.securityContext.privileged is 1 and must be true or false: it is left out.`,
  ],
  [{ container: ", command: sh" }, `${CONTAINER}.command is "sh" and must be a list: it is left out.`],
  [{ container: ", args: [1]" }, `${CONTAINER}.args[0] is 1 and must be a string: it is left out.`],
  [
    { pod: ", volumes: [{name: v, hostPth: {path: /var}}]" },
    'unknown field "spec.template.spec.volumes[0].hostPth": did you mean hostPath?',
  ],
  [
    { pod: ", terminationGracePeriodSeconds: abc" },
    'spec.template.spec.terminationGracePeriodSeconds is "abc" and must be a whole number: it is left out.',
  ],
  [{ pod: ", serviceAccountName: 5" }, "spec.template.spec.serviceAccountName is 5 and must be a string: it is left out."],
  [{ pod: ", toleration: []" }, 'unknown field "spec.template.spec.toleration": did you mean tolerations?'],
  [
    { pod: ", affinity: {nodeAffinity: {requiredDuringSchedulingRequiredDuringExecution: {}}}" },
    'unknown field "spec.template.spec.affinity.nodeAffinity.requiredDuringSchedulingRequiredDuringExecution": did you mean requiredDuringSchedulingIgnoredDuringExecution?',
  ],
  [{ spec: "  replicas: 3\n" }, 'unknown field "spec.replicas": it is left out.'],
  [{ spec: "  minReadySecond: 3\n" }, 'unknown field "spec.minReadySecond": did you mean minReadySeconds?'],
])("reports a field or a type that the kind does not have: %j", (added, sentence) => {
  expect(objections(added)).toEqual([sentence]);
});

it("accepts valid fields of each type, and ignores the status", () => {
  const container =
    ", env: [{name: A, value: '5'}, {name: B, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}], resources: {limits: {cpu: 1, memory: 1Gi}}" +
    ", livenessProbe: {httpGet: {port: http, path: /}}, ports: [{name: http, containerPort: 80}], command: [sh], securityContext: {privileged: true}";
  const pod = ", hostPID: true, volumes: [{name: v, hostPath: {path: /var}}], priorityClassName: system-node-critical, tolerations: null";
  const spec = "  minReadySeconds: 3\n  updateStrategy: {rollingUpdate: {maxUnavailable: 10%}}\n";
  expect(objections({ container, pod, spec, top: "status: {aFieldOfALaterRelease: 1}\n" })).toEqual([]);
});
