import type { FieldError } from "../../../objects/failures.ts";
import { isJsonObject, type JsonObject, objectsIn, textIn } from "../../../objects/json.ts";
import { duplicateValue, forbiddenValue, invalidValue, notFoundValue, required } from "../../fields/field-errors.ts";
import { containerErrors, type PodParts } from "./container.ts";
import { hostPortConflicts } from "./container-ports.ts";
import { lifeErrors, PROBES } from "./probes.ts";
import { containerRestartErrors, initRestartErrors } from "./restart-rules.ts";

/** Returns the errors of a pod spec's containers. Source: pkg/apis/core/validation, validateContainers. */
export function mainContainerErrors(podSpec: JsonObject, parts: PodParts, base: string): readonly FieldError[] {
  const containers = objectsIn(podSpec, "containers");
  const listPath = `${base}.containers`;
  if (containers.length === 0) return [required(listPath)];
  const names = new Set<string>();
  return [
    ...containers.flatMap((container, at) => {
      const field = `${listPath}[${at}]`;
      const name = textIn(container, "name");
      const repeats = names.has(name);
      names.add(name);
      return [
        ...containerErrors(container, parts, field),
        ...(repeats ? [duplicateValue(`${field}.name`, name)] : []),
        ...lifeErrors(container, field, parts.graceSeconds),
        ...containerRestartErrors(container, field),
      ];
    }),
    ...hostPortConflicts(containers, listPath),
  ];
}

const ONLY_SIDECARS = "may not be set for init containers without restartPolicy=Always";

function initErrors(container: JsonObject, parts: PodParts, field: string): readonly FieldError[] {
  if (container.restartPolicy === "Always") return lifeErrors(container, field, parts.graceSeconds);
  return [
    ...["lifecycle", ...PROBES]
      .filter((name) => isJsonObject(container[name]))
      .map((name) => forbiddenValue(`${field}.${name}`, ONLY_SIDECARS)),
    ...objectsIn(container, "resizePolicy").flatMap((policy, at) =>
      policy.restartPolicy === "RestartContainer"
        ? [
            invalidValue(
              `${field}.resizePolicy[${at}].restartPolicy`,
              "RestartContainer",
              "must not be set to 'RestartContainer' for non-sidecar initContainers",
            ),
          ]
        : [],
    ),
  ];
}

/** Returns the errors of the init containers, including sidecars. Source: same, validateInitContainers. */
export function initContainerErrors(podSpec: JsonObject, parts: PodParts, base: string): readonly FieldError[] {
  const containers = objectsIn(podSpec, "initContainers");
  if (containers.length === 0) return [];
  const names = new Set(objectsIn(podSpec, "containers").map((container) => textIn(container, "name")));
  const listPath = `${base}.initContainers`;
  return containers.flatMap((container, at) => {
    const field = `${listPath}[${at}]`;
    const name = textIn(container, "name");
    const repeats = names.has(name);
    if (name !== "") names.add(name);
    return [
      ...containerErrors(container, parts, field),
      ...initRestartErrors(container, field),
      ...(repeats ? [duplicateValue(`${field}.name`, name)] : []),
      // The API server checks each init container alone, with index 0.
      ...hostPortConflicts([container], listPath),
      ...initErrors(container, parts, field),
    ];
  });
}

/** Fields that an ephemeral container may not have, in the order of the API server's type. */
const NOT_EPHEMERAL = [
  "ports",
  "resources",
  "resizePolicy",
  "restartPolicy",
  "restartPolicyRules",
  "livenessProbe",
  "readinessProbe",
  "startupProbe",
  "lifecycle",
];
const NO_EPHEMERAL = "cannot be set for an Ephemeral Container";

/** Lists and resources always exist. They count as set if they are not empty. */
function isSet(part: string, value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return part === "resources" && isJsonObject(value) ? Object.keys(value).length > 0 : value !== undefined;
}

/** Rejects an image with surrounding blanks; only pods are checked. Source: same, validateContainerOnlyForPod. */
export function blankImageErrors(container: JsonObject, field: string): readonly FieldError[] {
  const image = textIn(container, "image");
  return image === image.trim() ? [] : [invalidValue(`${field}.image`, image, "must not have leading or trailing whitespace")];
}

/** Returns the errors of the ephemeral containers. Source: same, validateEphemeralContainers. */
export function ephemeralContainerErrors(podSpec: JsonObject, parts: PodParts, base: string): readonly FieldError[] {
  const containers = objectsIn(podSpec, "ephemeralContainers");
  if (containers.length === 0) return [];
  const others = new Set(
    ["containers", "initContainers"].flatMap((list) => objectsIn(podSpec, list).map(({ name }) => String(name ?? ""))),
  );
  const names = new Set(others);
  return containers.flatMap((container, at) => {
    const field = `${base}.ephemeralContainers[${at}]`;
    const name = textIn(container, "name");
    const target = textIn(container, "targetContainerName");
    const repeats = names.has(name);
    names.add(name);
    return [
      ...containerErrors(container, parts, field),
      ...blankImageErrors(container, field),
      ...(repeats ? [duplicateValue(`${field}.name`, name)] : []),
      ...(target !== "" && !others.has(target) ? [notFoundValue(`${field}.targetContainerName`, target)] : []),
      ...NOT_EPHEMERAL.filter((part) => isSet(part, container[part])).map((part) => forbiddenValue(`${field}.${part}`, NO_EPHEMERAL)),
      ...objectsIn(container, "volumeMounts").flatMap((mount, index) =>
        ["subPath", "subPathExpr"]
          .filter((part) => textIn(mount, part) !== "")
          .map((part) => forbiddenValue(`${field}.volumeMounts[${index}].${part}`, NO_EPHEMERAL)),
      ),
    ];
  });
}
