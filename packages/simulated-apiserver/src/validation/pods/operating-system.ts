import type { FieldError } from "../../objects/failures.ts";
import { type JsonObject, objectIn, objectsIn, optionalIn, textIn } from "../../objects/json.ts";
import { containersWithPaths } from "../../objects/objects.ts";
import { forbiddenValue, invalidValue, notSupported, required } from "../fields/field-errors.ts";

const SYSTEMS = ["linux", "windows"];
const NOT_FOR_WINDOWS = "cannot be set for a windows pod";

/** Fields that a Windows pod may not have, in the order of the API server's checks. */
const POD_FIELDS = [
  "securityContext.appArmorProfile",
  "securityContext.seLinuxOptions",
  "hostUsers",
  "hostPID",
  "hostIPC",
  "securityContext.seccompProfile",
  "securityContext.fsGroup",
  "securityContext.fsGroupChangePolicy",
  "securityContext.sysctls",
  "shareProcessNamespace",
  "securityContext.runAsUser",
  "securityContext.runAsGroup",
  "securityContext.supplementalGroups",
  "securityContext.supplementalGroupsPolicy",
  "securityContext.seLinuxChangePolicy",
];
const CONTAINER_FIELDS = [
  "appArmorProfile",
  "seLinuxOptions",
  "seccompProfile",
  "capabilities",
  "readOnlyRootFilesystem",
  "privileged",
  "allowPrivilegeEscalation",
  "procMount",
  "runAsUser",
  "runAsGroup",
];

function windowsErrors(podSpec: JsonObject, base: string): readonly FieldError[] {
  const context = objectIn(podSpec, "securityContext");
  const podFields = POD_FIELDS.filter((path) => {
    const name = path.split(".").at(-1) ?? "";
    return (path === name ? podSpec[name] : context[name]) !== undefined;
  });
  return [
    ...podFields.map((path) => forbiddenValue(`${base}.${path}`, NOT_FOR_WINDOWS)),
    ...containersWithPaths(podSpec, base).flatMap(([container, field]) =>
      CONTAINER_FIELDS.filter((name) => objectIn(container, "securityContext")[name] !== undefined).map((name) =>
        forbiddenValue(`${field}.securityContext.${name}`, NOT_FOR_WINDOWS),
      ),
    ),
  ];
}

const hasWindowsOptions = (holder: JsonObject): boolean => optionalIn(objectIn(holder, "securityContext"), "windowsOptions") !== undefined;

function linuxErrors(podSpec: JsonObject, base: string): readonly FieldError[] {
  return [[podSpec, base] as const, ...containersWithPaths(podSpec, base)]
    .filter(([holder]) => hasWindowsOptions(holder))
    .map(([, field]) => forbiddenValue(`${field}.securityContext.windowsOptions`, "windows options cannot be set for a linux pod"));
}

/**
 * Returns the errors of a pod's operating system, and of fields that it does not support. Source:
 * pkg/apis/core/validation, validateOS, validateLinux, validateWindows.
 */
export function operatingSystemErrors(podSpec: JsonObject, base: string): readonly FieldError[] {
  const os = optionalIn(podSpec, "os");
  if (os === undefined) return [];
  const name = textIn(os, "name");
  if (name === "") return [required(`${base}.os.name`)];
  if (!SYSTEMS.includes(name)) return [notSupported(`${base}.os`, name, SYSTEMS)];
  return name === "linux" ? linuxErrors(podSpec, base) : windowsErrors(podSpec, base);
}

const hostProcessOf = (holder: JsonObject): unknown => objectIn(objectIn(holder, "securityContext"), "windowsOptions").hostProcess;

/**
 * Returns the errors of containers that are processes of a Windows host. Source: same, validateWindowsHostProcessPod.
 */
export function hostProcessErrors(podSpec: JsonObject, base: string): readonly FieldError[] {
  const podHostProcess = hostProcessOf(podSpec);
  const containers = containersWithPaths(podSpec, base);
  const errors: FieldError[] = [];
  for (const [container, field] of containers) {
    const containerHostProcess = hostProcessOf(container);
    if (podHostProcess !== undefined && containerHostProcess !== undefined && podHostProcess !== containerHostProcess)
      errors.push(
        invalidValue(
          `${field}.securityContext.windowsOptions.hostProcess`,
          containerHostProcess,
          `pod hostProcess value must be identical if both are specified, was ${String(podHostProcess)}`,
        ),
      );
  }
  const count = containers.filter(([container]) => (hostProcessOf(container) ?? podHostProcess) === true).length;
  if (count === 0) return errors;
  if (count < containers.length)
    errors.push(invalidValue(base, "", "If pod contains any hostProcess containers then all containers must be HostProcess containers"));
  if (podSpec.hostNetwork !== true)
    errors.push(invalidValue(`${base}.hostNetwork`, false, "hostNetwork must be true if pod contains any hostProcess containers"));
  return errors;
}

/** Rejects host resources in a pod with its own user namespace. Source: same, validateHostUsers. */
export function hostUserErrors(podSpec: JsonObject, base: string): readonly FieldError[] {
  if (podSpec.hostUsers !== false) return [];
  const why = "when `hostUsers` is false";
  return [
    ...(podSpec.hostNetwork === true ? [forbiddenValue(`${base}.hostNetwork`, why)] : []),
    ...(podSpec.hostPID === true ? [forbiddenValue(`${base}.HostPID`, why)] : []),
    ...(podSpec.hostIPC === true ? [forbiddenValue(`${base}.HostIPC`, why)] : []),
    ...containersWithPaths(podSpec, base)
      .filter(([container]) => objectsIn(container, "volumeDevices").length > 0)
      .map(([, field]) => forbiddenValue(`${field}.volumeDevices`, why)),
  ];
}
