import { isJsonObject, type JsonObject, objectIn, textIn } from "../objects/json.ts";
import { VOLUME_KINDS } from "../validation/pods/volumes/volumes.ts";

/** Sets the fields that are missing or null. */
export function setMissing(target: JsonObject, fields: JsonObject): void {
  for (const [field, value] of Object.entries(fields)) if (target[field] === undefined || target[field] === null) target[field] = value;
}

const PROBES = ["livenessProbe", "readinessProbe", "startupProbe"];
const WITH_MODES = ["configMap", "secret", "projected", "downwardAPI"];
const TOKEN_SECONDS = 3600;

/** Returns the objects of a list in a field, for editing; other elements are skipped. */
const partsOf = (parent: JsonObject, field: string): readonly JsonObject[] => {
  const list = parent[field];
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
};

function defaultAction(handler: unknown): void {
  if (isJsonObject(handler) && isJsonObject(handler.httpGet)) setMissing(handler.httpGet, { path: "/", scheme: "HTTP" });
}

function defaultFieldRef(holder: JsonObject): void {
  if (isJsonObject(holder.fieldRef)) setMissing(holder.fieldRef, { apiVersion: "v1" });
  // The API server writes an unset divisor as 0.
  if (isJsonObject(holder.resourceFieldRef)) setMissing(holder.resourceFieldRef, { divisor: "0" });
}

function defaultVolume(volume: JsonObject): void {
  if (!VOLUME_KINDS.some((kind) => isJsonObject(volume[kind]))) volume.emptyDir = {};
  if (isJsonObject(volume.hostPath)) setMissing(volume.hostPath, { type: "" });
  if (isJsonObject(volume.image)) setMissing(volume.image, { pullPolicy: pullPolicyOf(volume.image.reference) });
  // 420 is 0644 in octal.
  for (const kind of WITH_MODES) if (isJsonObject(volume[kind])) setMissing(volume[kind], { defaultMode: 420 });
  for (const file of partsOf(objectIn(volume, "downwardAPI"), "items")) defaultFieldRef(file);
  for (const source of partsOf(objectIn(volume, "projected"), "sources")) {
    if (isJsonObject(source.serviceAccountToken)) setMissing(source.serviceAccountToken, { expirationSeconds: TOKEN_SECONDS });
    for (const file of partsOf(objectIn(source, "downwardAPI"), "items")) defaultFieldRef(file);
  }
}

function defaultContainer(container: JsonObject): void {
  setMissing(container, {
    resources: {},
    terminationMessagePath: "/dev/termination-log",
    terminationMessagePolicy: "File",
    imagePullPolicy: pullPolicyOf(container.image),
  });
  for (const port of partsOf(container, "ports")) setMissing(port, { protocol: "TCP" });
  for (const variable of partsOf(container, "env")) defaultFieldRef(objectIn(variable, "valueFrom"));
  for (const hook of ["postStart", "preStop"]) defaultAction(objectIn(container, "lifecycle")[hook]);
  for (const kind of PROBES) {
    const probe = container[kind];
    if (!isJsonObject(probe)) continue;
    if (isJsonObject(probe.grpc)) setMissing(probe.grpc, { service: "" });
    setMissing(probe, { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 });
    defaultAction(probe);
  }
}

/** Sets the API server's defaults of a pod spec, also in a template; edits it. Source: pkg/apis/core/v1/defaults.go. */
export function defaultPodSpec(spec: JsonObject): void {
  setMissing(spec, {
    restartPolicy: "Always",
    terminationGracePeriodSeconds: 30,
    dnsPolicy: "ClusterFirst",
    schedulerName: "default-scheduler",
    securityContext: {},
  });
  for (const volume of partsOf(spec, "volumes")) defaultVolume(volume);
  for (const list of ["initContainers", "containers", "ephemeralContainers"])
    for (const container of partsOf(spec, list)) defaultContainer(container);
}

/** Returns Always for `latest` and for an image without a tag and a digest, because their content may change. */
function pullPolicyOf(image: unknown): "Always" | "IfNotPresent" {
  const last =
    String(image ?? "")
      .split("/")
      .at(-1) ?? "";
  return !last.includes("@") && (!last.includes(":") || last.endsWith(":latest")) ? "Always" : "IfNotPresent";
}

/** Copies the account between `serviceAccountName` and its old name `serviceAccount`. For templates. */
export function defaultAccount(spec: JsonObject): void {
  const account = textIn(spec, "serviceAccountName") || textIn(spec, "serviceAccount");
  if (account !== "") Object.assign(spec, { serviceAccountName: account, serviceAccount: account });
}
