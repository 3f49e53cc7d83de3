import type { FieldError } from "../../../objects/failures.ts";
import { type JsonObject, objectIn, textIn } from "../../../objects/json.ts";
import { eachProblem, notSupported, required } from "../../fields/field-errors.ts";
import { dnsLabelProblems } from "../../fields/label-problems.ts";
import { containerPortErrors } from "./container-ports.ts";
import { environmentErrors, environmentSourceErrors } from "./environment.ts";
import { resourceErrors } from "./resources.ts";
import { resizePolicyErrors } from "./restart-rules.ts";
import { securityContextErrors } from "./security-context.ts";
import { volumeDeviceErrors, volumeMountErrors } from "./volume-mounts.ts";

export const PULL_POLICIES = ["Always", "IfNotPresent", "Never"];
const MESSAGE_POLICIES = ["File", "FallbackToLogsOnError"];

/** The parts of a pod that a container may refer to. */
export interface PodParts {
  /** Mountable volumes, by name. */
  readonly volumes: ReadonlyMap<string, JsonObject>;
  readonly claims: ReadonlySet<string>;
  readonly restartPolicy: string;
  readonly graceSeconds: number;
  readonly hostUsers: boolean;
}

function wordErrors(container: JsonObject, name: string, supported: readonly string[], base: string): readonly FieldError[] {
  const word = textIn(container, name);
  if (word === "") return [required(`${base}.${name}`)];
  return supported.includes(word) ? [] : [notSupported(`${base}.${name}`, word, supported)];
}

/** Returns the errors of a container of any kind. Source: pkg/apis/core/validation, validateContainerCommon. */
export function containerErrors(container: JsonObject, parts: PodParts, field: string): readonly FieldError[] {
  const name = textIn(container, "name");
  return [
    ...(name === "" ? [required(`${field}.name`)] : eachProblem(`${field}.name`, name, dnsLabelProblems(name))),
    ...(textIn(container, "image") === "" ? [required(`${field}.image`)] : []),
    ...wordErrors(container, "terminationMessagePolicy", MESSAGE_POLICIES, field),
    ...containerPortErrors(container, field),
    ...environmentErrors(container, field),
    ...environmentSourceErrors(container, field),
    ...volumeMountErrors(container, parts.volumes, field),
    ...volumeDeviceErrors(container, parts.volumes, field),
    ...wordErrors(container, "imagePullPolicy", PULL_POLICIES, field),
    ...resourceErrors(objectIn(container, "resources"), "container", parts.claims, `${field}.resources`),
    ...resizePolicyErrors(container, parts.restartPolicy, field),
    ...securityContextErrors(container, parts.hostUsers, field),
  ];
}
