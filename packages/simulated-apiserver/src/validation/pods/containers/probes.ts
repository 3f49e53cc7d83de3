import type { FieldError } from "../../../objects/failures.ts";
import { type JsonObject, listIn, numberIn, objectsIn, optionalIn, textIn } from "../../../objects/json.ts";
import { eachProblem, forbiddenValue, invalidValue, negative, notSupported, required } from "../../fields/field-errors.ts";
import { portNameProblems } from "../../fields/label-problems.ts";
import { headerNameProblems } from "../../fields/name-problems.ts";
import { portNumberErrors } from "./container-ports.ts";

const SCHEMES = ["HTTP", "HTTPS"];

const portErrors = (port: unknown, field: string): readonly FieldError[] =>
  typeof port === "string" ? eachProblem(field, port, portNameProblems(port)) : portNumberErrors(Number(port ?? 0), field);

function httpErrors(action: JsonObject, field: string): readonly FieldError[] {
  const scheme = textIn(action, "scheme");
  return [
    ...(textIn(action, "path") === "" ? [required(`${field}.path`)] : []),
    ...portErrors(action.port, `${field}.port`),
    ...(SCHEMES.includes(scheme) ? [] : [notSupported(`${field}.scheme`, scheme, SCHEMES)]),
    ...objectsIn(action, "httpHeaders").flatMap((header) =>
      eachProblem(`${field}.httpHeaders`, textIn(header, "name"), headerNameProblems(textIn(header, "name"))),
    ),
  ];
}

function sleepErrors(action: JsonObject, field: string, graceSeconds: number): readonly FieldError[] {
  const seconds = numberIn(action, "seconds") ?? 0;
  if (seconds >= 0 && seconds <= graceSeconds) return [];
  return [invalidValue(field, seconds, `must be non-negative and less than terminationGracePeriodSeconds (${graceSeconds})`)];
}

const ACTIONS = ["exec", "httpGet", "tcpSocket", "grpc", "sleep"] as const;

function actionErrors(kind: (typeof ACTIONS)[number], action: JsonObject, field: string, graceSeconds: number): readonly FieldError[] {
  switch (kind) {
    case "exec":
      return listIn(action, "command").length === 0 ? [required(`${field}.command`)] : [];
    case "httpGet":
      return httpErrors(action, field);
    case "tcpSocket":
    case "grpc":
      return portErrors(action.port, `${field}.port`);
    case "sleep":
      return sleepErrors(action, field, graceSeconds);
  }
}

/** Returns the errors of a handler, which has exactly one action. Source: pkg/apis/core/validation, validateHandler. */
function handlerErrors(handler: JsonObject, field: string, graceSeconds: number): readonly FieldError[] {
  const present = ACTIONS.filter((kind) => optionalIn(handler, kind) !== undefined);
  if (present.length === 0) return [required(field, "must specify a handler type")];
  return present.flatMap((kind, at) =>
    at === 0
      ? actionErrors(kind, optionalIn(handler, kind) ?? {}, `${field}.${kind}`, graceSeconds)
      : [forbiddenValue(`${field}.${kind}`, "may not specify more than 1 handler type")],
  );
}

const COUNTS = ["initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold", "failureThreshold"];

function probeErrors(container: JsonObject, kind: string, base: string, graceSeconds: number): readonly FieldError[] {
  const probe = optionalIn(container, kind);
  if (probe === undefined) return [];
  const field = `${base}.${kind}`;
  const grace = numberIn(probe, "terminationGracePeriodSeconds");
  const errors: FieldError[] = [...handlerErrors(probe, field, graceSeconds)];
  for (const name of COUNTS) errors.push(...negative(probe[name], `${field}.${name}`));
  if (grace !== undefined && grace <= 0)
    errors.push(invalidValue(`${field}.terminationGracePeriodSeconds`, grace, "must be greater than 0"));
  if (kind === "readinessProbe") {
    if (grace !== undefined)
      errors.push(invalidValue(`${field}.terminationGracePeriodSeconds`, grace, "must not be set for readinessProbes"));
  } else if (numberIn(probe, "successThreshold") !== 1)
    errors.push(invalidValue(`${field}.successThreshold`, numberIn(probe, "successThreshold") ?? 0, "must be 1"));
  return errors;
}

function lifecycleErrors(container: JsonObject, base: string, graceSeconds: number): readonly FieldError[] {
  const lifecycle = optionalIn(container, "lifecycle");
  if (lifecycle === undefined) return [];
  return ["postStart", "preStop"].flatMap((hook) => {
    const handler = optionalIn(lifecycle, hook);
    return handler === undefined ? [] : handlerErrors(handler, `${base}.lifecycle.${hook}`, graceSeconds);
  });
}

export const PROBES = ["livenessProbe", "readinessProbe", "startupProbe"] as const;

/**
 * Returns the errors of a container's start and stop handlers and probes. Source: same, validateLifecycle and
 * validateProbe.
 */
export const lifeErrors = (container: JsonObject, base: string, graceSeconds: number): readonly FieldError[] => [
  ...lifecycleErrors(container, base, graceSeconds),
  ...PROBES.flatMap((kind) => probeErrors(container, kind, base, graceSeconds)),
];
