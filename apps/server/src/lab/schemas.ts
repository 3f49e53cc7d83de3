import { SOURCES } from "@daemonscope/kube/source-status";
import {
  LAB_BACKUP_SECONDS,
  LAB_CAUSES,
  LAB_IMAGE_KINDS,
  LAB_PROBES,
  LAB_REFUSALS,
  LAB_SKEW_SECONDS,
  type LabCommand,
  type LabVerb,
} from "@daemonscope/shared/http/lab";
import type { ApiFailure } from "../platform/failure/api-failure.ts";
import { labError } from "./lab-error.ts";

/** The API validates names; this pattern only rejects impossible ones. */
const name = { type: "string", minLength: 1, maxLength: 253, pattern: "^(?!\\.{1,2}$)[^\\s/]+$" };
const key = { type: "string", minLength: 1, maxLength: 400 };
const value = { type: "string", maxLength: 400 };
const effect = { enum: ["NoSchedule", "PreferNoSchedule", "NoExecute"] };
const resource = { enum: SOURCES };

/** Limit of the body of a command without a manifest. Far above the longest names. */
export const COMMAND_BODY_BYTES = 64 * 1024;

const body = (properties: Readonly<Record<string, unknown>>, required: readonly string[] = []) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

const daemonSet = { namespace: name, daemonSet: name };

/** Bodies of the verbs, as JSON Schema. */
export const VERB_SCHEMAS: Readonly<Record<LabVerb, object>> = {
  "add-node": body({ name, like: name }),
  "remove-node": body({ node: name }, ["node"]),
  label: body({ node: name, key, value }, ["node", "key"]),
  taint: body({ node: name, key, value, effect }, ["node", "key", "effect"]),
  untaint: body({ node: name, key, effect }, ["node", "key", "effect"]),
  cordon: body({ node: name }, ["node"]),
  uncordon: body({ node: name }, ["node"]),
  "break-node": body({ node: name, how: { enum: ["notReady", "silent"] } }, ["node", "how"]),
  "heal-node": body({ node: name }, ["node"]),
  "set-image": body({ ...daemonSet, kind: { enum: LAB_IMAGE_KINDS }, container: name }, ["namespace", "daemonSet", "kind"]),
  // The verb checks the length, because its limit counts bytes.
  apply: body({ manifest: { type: "string", minLength: 1 } }, ["manifest"]),
  "delete-pod": body({ ...daemonSet, node: name }, ["namespace", "daemonSet", "node"]),
  "fail-probe": body({ ...daemonSet, node: name, probe: { enum: LAB_PROBES } }, ["namespace", "daemonSet", "node", "probe"]),
  cause: body({ ...daemonSet, node: name, cause: { enum: [...Object.values(LAB_CAUSES).flat(), "none"] } }, [
    "namespace",
    "daemonSet",
    "node",
    "cause",
  ]),
  "add-static-pod": body({ node: name, name, image: value }, ["node", "name"]),
  "remove-static-pod": body({ node: name, name }, ["node", "name"]),
  "delete-daemonset": body({ ...daemonSet, orphan: { type: "boolean" } }, ["namespace", "daemonSet"]),
  "drop-watches": body({ resource, how: { enum: ["reset", "end"] } }, ["how"]),
  stall: body({ resource }),
  resume: body({ resource }),
  garbage: body({ resource }),
  "expire-history": body({}),
  "older-state": body({ secondsAgo: { type: "integer", minimum: 1, maximum: LAB_BACKUP_SECONDS } }, ["secondsAgo"]),
  "skew-clock": body({ node: name, seconds: { type: "integer", minimum: -LAB_SKEW_SECONDS, maximum: LAB_SKEW_SECONDS } }, ["seconds"]),
  scheduler: body({ runs: { type: "boolean" } }, ["runs"]),
  refuse: body({ resource, status: { enum: LAB_REFUSALS }, times: { type: "integer", minimum: 1, maximum: 100 } }, [
    "resource",
    "status",
    "times",
  ]),
  slow: body({ ms: { type: "integer", minimum: 0, maximum: 10_000 } }, ["ms"]),
  forbid: body({ resource }, ["resource"]),
  allow: body({ resource }, ["resource"]),
};

/** Bodies of the other commands, as JSON Schema. */
export const COMMAND_SCHEMAS: Readonly<Record<LabCommand, object>> = {
  story: body({ name: { type: "string", minLength: 1, maxLength: 100 }, seed: { type: "integer", minimum: 0, maximum: 2 ** 32 - 1 } }, [
    "name",
  ]),
  play: body({ speed: { type: "number", minimum: 0.1, maximum: 100 } }),
  pause: body({}),
  step: body({}),
  back: body({}),
  advance: body({ ms: { type: "integer", minimum: 1, maximum: 600_000 } }, ["ms"]),
  undo: body({}),
};

interface SchemaProblem {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message?: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Returns the problem of a body as one sentence and its parts. */
export function invalidCommand(command: string, problems: readonly SchemaProblem[]): ApiFailure {
  const [problem] = problems;
  const field = problem?.instancePath.replace(/^\//, "") ?? "";
  const unknown = problem?.params.additionalProperty;
  const allowed = problem?.params.allowedValues;
  const missing = problem?.params.missingProperty;
  const unread = `The command ${command} cannot be read:`;
  if (typeof unknown === "string")
    return labError(400, "UnknownField", { command, field: unknown }, `${unread} it has no field ${unknown}.`);
  if (typeof missing === "string") return labError(400, "MissingField", { command, field: missing }, `${unread} it needs ${missing}.`);
  if (problem?.keyword === "pattern")
    return labError(400, "NotAName", { command, field }, `${unread} ${field} is a name, without spaces and slashes.`);
  if (Array.isArray(allowed)) {
    const values = allowed.join(", ");
    return labError(400, "NotOneOf", { command, field, allowed: values }, `${unread} ${field} is one of ${values}.`);
  }
  const rule = problem?.message ?? "cannot be read";
  return labError(400, "BadCommand", { command, field, rule }, `${unread} ${field === "" ? "its body" : field} ${rule}.`);
}
