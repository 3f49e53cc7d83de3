import type { FieldError } from "../../../objects/failures.ts";
import { type JsonObject, listIn, objectsIn, optionalIn, textIn } from "../../../objects/json.ts";
import { duplicateValue, invalidValue, notSupported, rangeErrors, required } from "../../fields/field-errors.ts";
import { appArmorErrors, seccompErrors, windowsOptionErrors } from "./security-profiles.ts";

const ID_MAX = 2 ** 31 - 1;
const idErrors = (context: JsonObject, name: string, base: string): readonly FieldError[] =>
  rangeErrors(context[name], 0, ID_MAX, `${base}.${name}`);

/** Returns a security context as the API server prints it, with its internal field names and order. */
function internalForm(context: JsonObject) {
  const capabilities = optionalIn(context, "capabilities");
  const seLinuxOptions = optionalIn(context, "seLinuxOptions");
  const windowsOptions = optionalIn(context, "windowsOptions");
  const profile = (name: string) => {
    const value = optionalIn(context, name);
    return value === undefined ? null : { Type: textIn(value, "type"), LocalhostProfile: value.localhostProfile ?? null };
  };
  const windows = windowsOptions && {
    GMSACredentialSpecName: windowsOptions.gmsaCredentialSpecName ?? null,
    GMSACredentialSpec: windowsOptions.gmsaCredentialSpec ?? null,
    RunAsUserName: windowsOptions.runAsUserName ?? null,
    HostProcess: windowsOptions.hostProcess ?? null,
  };
  const seLinux = seLinuxOptions && {
    User: textIn(seLinuxOptions, "user"),
    Role: textIn(seLinuxOptions, "role"),
    Type: textIn(seLinuxOptions, "type"),
    Level: textIn(seLinuxOptions, "level"),
  };
  return {
    Capabilities: capabilities === undefined ? null : { Add: capabilities.add ?? null, Drop: capabilities.drop ?? null },
    Privileged: context.privileged ?? null,
    SELinuxOptions: seLinux ?? null,
    WindowsOptions: windows ?? null,
    RunAsUser: context.runAsUser ?? null,
    RunAsGroup: context.runAsGroup ?? null,
    RunAsNonRoot: context.runAsNonRoot ?? null,
    ReadOnlyRootFilesystem: context.readOnlyRootFilesystem ?? null,
    AllowPrivilegeEscalation: context.allowPrivilegeEscalation ?? null,
    ProcMount: context.procMount ?? null,
    SeccompProfile: profile("seccompProfile"),
    AppArmorProfile: profile("appArmorProfile"),
  };
}

const PROC_MOUNTS = ["Default", "Unmasked"];

/**
 * Returns the errors of a container's security context. `hostUsers` states whether its users are the host's. Source:
 * pkg/apis/core/validation, ValidateSecurityContext.
 */
export function securityContextErrors(container: JsonObject, hostUsers: boolean, base: string): readonly FieldError[] {
  const context = optionalIn(container, "securityContext");
  if (context === undefined) return [];
  const field = `${base}.securityContext`;
  const errors: FieldError[] = [...idErrors(context, "runAsUser", field), ...idErrors(context, "runAsGroup", field)];
  const { procMount } = context;
  if (procMount !== undefined && !PROC_MOUNTS.includes(String(procMount)))
    errors.push(notSupported(`${field}.procMount`, procMount, PROC_MOUNTS));
  if (procMount === "Unmasked" && hostUsers)
    errors.push(invalidValue(`${field}.procMount`, procMount, "`hostUsers` must be false to use `Unmasked`"));
  errors.push(...seccompErrors(context, field));
  if (context.allowPrivilegeEscalation === false) {
    const cannot = (what: string) =>
      invalidValue(field, internalForm(context), `cannot set \`allowPrivilegeEscalation\` to false and ${what}`);
    if (context.privileged === true) errors.push(cannot("`privileged` to true"));
    for (const capability of listIn(context.capabilities, "add"))
      if (capability === "CAP_SYS_ADMIN") errors.push(cannot("`capabilities.Add` CAP_SYS_ADMIN"));
  }
  return [...errors, ...windowsOptionErrors(context, field), ...appArmorErrors(context, field)];
}

const SYSCTL_MAX = 253;
const SEGMENT = "[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
const SYSCTL = `^(${SEGMENT}[\\./])*${SEGMENT}$`;
const isSysctl = new RegExp(SYSCTL);
const IPC_NAMES = /^(?:kernel\.(?:sem|shm|shmall|shmmax|shmmni|shm_rmid_forced|msg|msgmax|msgmnb|msgmni)|fs\.mqueue\..*)$/;

/**
 * Writes the name with dots, where the kernel's files have slashes. The first dot or slash of the name is its
 * separator.
 */
function dotted(name: string): string {
  const first = /[./]/.exec(name)?.[0];
  return first === "/" ? name.replace(/[./]/g, (mark) => (mark === "/" ? "." : "/")) : name;
}

function sysctlErrors(context: JsonObject, podSpec: JsonObject, base: string): readonly FieldError[] {
  const seen = new Set<string>();
  return objectsIn(context, "sysctls").flatMap((sysctl, at) => {
    const field = `${base}.sysctls[${at}].name`;
    const name = textIn(sysctl, "name");
    const errors: FieldError[] = [];
    if (name === "") errors.push(required(field));
    else if (name.length > SYSCTL_MAX || !isSysctl.test(name))
      errors.push(invalidValue(field, name, `must have at most ${SYSCTL_MAX} characters and match regex ${SYSCTL}`));
    else if (seen.has(name)) errors.push(duplicateValue(field, name));
    if (podSpec.hostNetwork === true && dotted(name).startsWith("net."))
      errors.push(invalidValue(field, name, "may not be specified when 'hostNetwork' is true"));
    else if (podSpec.hostIPC === true && IPC_NAMES.test(dotted(name)))
      errors.push(invalidValue(field, name, "may not be specified when 'hostIPC' is true"));
    seen.add(name);
    return errors;
  });
}

function oneOf(context: JsonObject, name: string, supported: readonly string[], base: string): readonly FieldError[] {
  const value = context[name];
  return value === undefined || supported.includes(String(value)) ? [] : [notSupported(`${base}.${name}`, value, supported)];
}

/** Returns the errors of a pod's security context. Source: same, validatePodSpecSecurityContext. */
export function podSecurityContextErrors(podSpec: JsonObject, base: string): readonly FieldError[] {
  const context = optionalIn(podSpec, "securityContext") ?? {};
  const field = `${base}.securityContext`;
  return [
    ...["fsGroup", "runAsUser", "runAsGroup"].flatMap((name) => idErrors(context, name, field)),
    ...listIn(context, "supplementalGroups").flatMap((group, at) => rangeErrors(group, 0, ID_MAX, `${field}.supplementalGroups[${at}]`)),
    ...(podSpec.shareProcessNamespace === true && podSpec.hostPID === true
      ? [invalidValue(`${field}.shareProcessNamespace`, true, "ShareProcessNamespace and HostPID cannot both be enabled")]
      : []),
    ...sysctlErrors(context, podSpec, field),
    ...oneOf(context, "fsGroupChangePolicy", ["Always", "OnRootMismatch"], field),
    ...seccompErrors(context, field),
    ...windowsOptionErrors(context, field),
    ...appArmorErrors(context, field),
    ...oneOf(context, "supplementalGroupsPolicy", ["Merge", "Strict"], field),
    ...oneOf(context, "seLinuxChangePolicy", ["Recursive"], field),
  ];
}
