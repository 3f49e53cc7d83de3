import type { FieldError } from "../../objects/failures.ts";
import { type JsonObject, objectIn, optionalIn, textIn } from "../../objects/json.ts";
import { containersWithPaths } from "../../objects/objects.ts";
import { forbiddenValue, invalidValue } from "../fields/field-errors.ts";
import { descendingPathErrors } from "../fields/paths.ts";

const MIRROR = "kubernetes.io/config.mirror";
const DELETION_COST = "controller.kubernetes.io/pod-deletion-cost";
const SECCOMP = "seccomp.security.alpha.kubernetes.io/pod";
const SECCOMP_CONTAINER = "container.seccomp.security.alpha.kubernetes.io/";
const APP_ARMOR = "container.apparmor.security.beta.kubernetes.io/";

function isInt32(text: string): boolean {
  return /^(?:0|-?[1-9]\d*|-0\d*)$/.test(text) && Number(text) >= -(2 ** 31) && Number(text) < 2 ** 31;
}

function seccompErrors(profile: string, field: string): readonly FieldError[] {
  if (profile === "runtime/default" || profile === "docker/default" || profile === "unconfined") return [];
  if (profile.startsWith("localhost/")) return descendingPathErrors(profile.slice("localhost/".length), field);
  return [invalidValue(field, profile, "must be a valid seccomp profile")];
}

function appArmorErrors(key: string, profile: string, podSpec: JsonObject, base: string): readonly FieldError[] {
  const container = key.slice(APP_ARMOR.length);
  const field = `${base}[${key}]`;
  const isKnown = containersWithPaths(podSpec, "").some(([{ name }]) => name === container);
  const isProfile = ["", "runtime/default", "unconfined"].includes(profile) || profile.startsWith("localhost/");
  return [
    ...(isKnown ? [] : [invalidValue(field, container, "container not found")]),
    ...(isProfile ? [] : [invalidValue(field, profile, `invalid AppArmor profile name: ${JSON.stringify(profile)}`)]),
  ];
}

/**
 * Returns the errors of annotations that have a meaning on a pod. Source: pkg/apis/core/validation,
 * ValidatePodSpecificAnnotations.
 */
export function podAnnotationErrors(annotations: unknown, podSpec: JsonObject, field: string): readonly FieldError[] {
  const values = objectIn({ annotations }, "annotations");
  const keys = Object.keys(values);
  if (keys.length === 0) return [];
  const errors: FieldError[] = [];
  if (values[MIRROR] !== undefined && textIn(podSpec, "nodeName") === "")
    errors.push(invalidValue(`${field}[${MIRROR}]`, values[MIRROR], "must set spec.nodeName if mirror pod annotation is set"));
  if (values[DELETION_COST] !== undefined && !isInt32(textIn(values, DELETION_COST)))
    errors.push(invalidValue(`${field}[${DELETION_COST}]`, values[DELETION_COST], "must be a 32bit integer"));
  for (const key of keys)
    if (key === SECCOMP || key.startsWith(SECCOMP_CONTAINER)) errors.push(...seccompErrors(textIn(values, key), `${field}.${key}`));
  for (const key of keys) if (key.startsWith(APP_ARMOR)) errors.push(...appArmorErrors(key, textIn(values, key), podSpec, field));
  return errors;
}

interface ProfileKind {
  /** Values of the annotation by profile type. */
  readonly words: Readonly<Record<string, readonly string[]>>;
  readonly what: string;
  readonly part: string;
}

const SECCOMP_KIND: ProfileKind = {
  words: { Unconfined: ["unconfined"], RuntimeDefault: ["runtime/default", "docker/default"] },
  what: "seccomp",
  part: "seccompProfile",
};
const APP_ARMOR_KIND: ProfileKind = {
  words: { Unconfined: ["unconfined"], RuntimeDefault: ["runtime/default"] },
  what: "apparmor",
  part: "appArmorProfile",
};

function mismatch(annotation: unknown, profile: JsonObject, { words, what, part }: ProfileKind, path: string): readonly FieldError[] {
  if (typeof annotation !== "string") return [];
  const type = textIn(profile, "type");
  const field = `${path}.securityContext.${part}`;
  const otherType = forbiddenValue(`${field}.type`, `${what} type in annotation and field must match`);
  const expected = words[type];
  if (expected !== undefined) return expected.includes(annotation) ? [] : [otherType];
  if (type !== "Localhost") return [];
  if (!annotation.startsWith("localhost/")) return [otherType];
  return annotation === `localhost/${String(profile.localhostProfile)}`
    ? []
    : [forbiddenValue(`${field}.localhostProfile`, `${what} profile in annotation and field must match`)];
}

/**
 * Rejects profiles that differ between annotations and fields. Source: same, validateSeccompAnnotationsAndFields and
 * validateAppArmorAnnotationsAndFieldsMatchOnCreate.
 */
export function profileMismatches(annotations: unknown, podSpec: JsonObject, base: string): readonly FieldError[] {
  const values = objectIn({ annotations }, "annotations");
  if (Object.keys(values).length === 0) return [];
  const context = objectIn(podSpec, "securityContext");
  const containers = containersWithPaths(podSpec, base);
  const securityContextPart = (container: JsonObject, part: string) => optionalIn(objectIn(container, "securityContext"), part);
  const isWindows = objectIn(podSpec, "os").name === "windows";
  return [
    ...mismatch(values[SECCOMP], optionalIn(context, "seccompProfile") ?? {}, SECCOMP_KIND, base),
    ...containers.flatMap(([container, path]) =>
      mismatch(
        values[`${SECCOMP_CONTAINER}${textIn(container, "name")}`],
        securityContextPart(container, "seccompProfile") ?? {},
        SECCOMP_KIND,
        path,
      ),
    ),
    ...(isWindows ? [] : containers).flatMap(([container, path]) =>
      mismatch(
        values[`${APP_ARMOR}${textIn(container, "name")}`],
        securityContextPart(container, "appArmorProfile") ?? optionalIn(context, "appArmorProfile") ?? {},
        APP_ARMOR_KIND,
        path,
      ),
    ),
  ];
}
