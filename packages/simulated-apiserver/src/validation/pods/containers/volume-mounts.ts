import type { FieldError } from "../../../objects/failures.ts";
import { isJsonObject, type JsonObject, objectIn, objectsIn, textIn } from "../../../objects/json.ts";
import { forbiddenValue, invalidValue, notFoundValue, notSupported, required } from "../../fields/field-errors.ts";
import { backstepErrors, descendingPathErrors } from "../../fields/paths.ts";

const PROPAGATIONS = ["Bidirectional", "HostToContainer", "None"];
const RECURSIVE = ["Disabled", "Enabled", "IfPossible"];

function propagationErrors(mount: JsonObject, container: JsonObject, field: string): readonly FieldError[] {
  const { mountPropagation } = mount;
  if (mountPropagation === undefined) return [];
  const isPrivileged = objectIn(container, "securityContext").privileged === true;
  return [
    ...(PROPAGATIONS.includes(String(mountPropagation)) ? [] : [notSupported(field, mountPropagation, PROPAGATIONS)]),
    ...(mountPropagation === "Bidirectional" && !isPrivileged
      ? [forbiddenValue(field, "Bidirectional mount propagation is available only to privileged containers")]
      : []),
  ];
}

function recursionErrors({ recursiveReadOnly, readOnly, mountPropagation }: JsonObject, field: string): readonly FieldError[] {
  if (recursiveReadOnly === undefined || recursiveReadOnly === "Disabled") return [];
  if (!RECURSIVE.includes(String(recursiveReadOnly))) return [notSupported(field, recursiveReadOnly, RECURSIVE)];
  return [
    ...(readOnly === true ? [] : [forbiddenValue(field, "may only be specified when readOnly is true")]),
    ...(mountPropagation === undefined || mountPropagation === "None"
      ? []
      : [forbiddenValue(field, "may only be specified when mountPropagation is None or not specified")]),
  ];
}

type Volumes = ReadonlyMap<string, JsonObject>;

/**
 * Returns the errors of a container's mounts; `volumes` are the mountable ones. Source: pkg/apis/core/validation,
 * ValidateVolumeMounts.
 */
export function volumeMountErrors(container: JsonObject, volumes: Volumes, base: string): readonly FieldError[] {
  const devices = new Map(objectsIn(container, "volumeDevices").map((device) => [textIn(device, "name"), textIn(device, "devicePath")]));
  const devicePaths = new Set(devices.values());
  const paths = new Set<string>();
  const listPath = `${base}.volumeMounts`;
  return objectsIn(container, "volumeMounts").flatMap((mount, at) => {
    const field = `${listPath}[${at}]`;
    const name = textIn(mount, "name");
    const path = textIn(mount, "mountPath");
    const subPath = textIn(mount, "subPath");
    const expression = textIn(mount, "subPathExpr");
    const errors: FieldError[] = [];
    if (name === "") errors.push(required(`${field}.name`));
    if (!volumes.has(name)) errors.push(notFoundValue(`${field}.name`, name));
    if (path === "") errors.push(required(`${field}.mountPath`));
    if (paths.has(path)) errors.push(invalidValue(`${field}.mountPath`, path, "must be unique"));
    paths.add(path);
    if (devices.has(name)) errors.push(invalidValue(`${field}.name`, name, "must not already exist in volumeDevices"));
    if (devicePaths.has(path)) errors.push(invalidValue(`${field}.mountPath`, path, "must not already exist as a path in volumeDevices"));
    // Most of the following paths lack the index of the mount, as in the API server.
    if (subPath !== "") errors.push(...descendingPathErrors(subPath, `${listPath}.subPath`));
    if (expression !== "" && subPath !== "")
      errors.push(invalidValue(`${field}.subPathExpr`, expression, "subPathExpr and subPath are mutually exclusive"));
    if (expression !== "") errors.push(...descendingPathErrors(expression, `${listPath}.subPathExpr`));
    errors.push(...propagationErrors(mount, container, `${listPath}.mountPropagation`));
    errors.push(...recursionErrors(mount, `${listPath}.recursiveReadOnly`));
    return errors;
  });
}

/** Returns the errors of a container's block devices. Source: same, ValidateVolumeDevices. */
export function volumeDeviceErrors(container: JsonObject, volumes: Volumes, base: string): readonly FieldError[] {
  const mounts = new Map(objectsIn(container, "volumeMounts").map((mount) => [textIn(mount, "name"), textIn(mount, "mountPath")]));
  const mountPaths = new Set(mounts.values());
  const names = new Set<string>();
  const paths = new Set<string>();
  return objectsIn(container, "volumeDevices").flatMap((device, at) => {
    const field = `${base}.volumeDevices[${at}]`;
    const name = textIn(device, "name");
    const path = textIn(device, "devicePath");
    const volume = volumes.get(name);
    const errors: FieldError[] = [];
    if (name === "") errors.push(required(`${field}.name`));
    if (names.has(name)) errors.push(invalidValue(`${field}.name`, name, "must be unique"));
    if (volume === undefined) errors.push(notFoundValue(`${field}.name`, name));
    else if (!isJsonObject(volume.persistentVolumeClaim) && !isJsonObject(volume.ephemeral))
      errors.push(
        invalidValue(`${field}.name`, name, "can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode"),
      );
    if (path === "") errors.push(required(`${field}.devicePath`));
    if (paths.has(path)) errors.push(invalidValue(`${field}.devicePath`, path, "must be unique"));
    if (path !== "" && backstepErrors(path, field).length > 0)
      errors.push(invalidValue(`${field}.devicePath`, path, "can not contain backsteps ('..')"));
    else paths.add(path);
    if (mounts.has(name)) errors.push(invalidValue(`${field}.name`, name, "must not already exist in volumeMounts"));
    if (mountPaths.has(path)) errors.push(invalidValue(`${field}.devicePath`, path, "must not already exist as a path in volumeMounts"));
    if (name !== "") names.add(name);
    return errors;
  });
}
