import type { KubeControllerRevision } from "@daemonscope/kube/objects";
import { controllerOf } from "@daemonscope/kube/owner";
import { timeMs } from "@daemonscope/kube/values/time";
import { ANNOTATIONS } from "@daemonscope/kube/well-known";
import { decodeNamespacedMeta } from "./decode-meta.ts";
import { decodePortsOfTemplate } from "./decode-pod-template.ts";
import { type Decoded, undecodable } from "./decoded.ts";
import { integerField, isJson, type Json, objectField, objectsField, textField } from "./fields.ts";
import { isWithinDepthLimit, templateHash } from "./template-hash.ts";
import type { TemplateRedactor } from "./template-redactor.ts";

/** Returns the last write of the number, from the managed fields. The controller writes a revision only to create,
 *  adopt or renumber it. */
function numberWrittenAtMs(metadata: Json): number | undefined {
  const times = objectsField(metadata, "managedFields").flatMap((entry) =>
    "f:revision" in objectField(entry, "fieldsV1") ? (timeMs(textField(entry, "time")) ?? []) : [],
  );
  return times.length === 0 ? undefined : Math.max(...times);
}

/** Returns the hash of the template before any restart; undefined if no restart was recorded in it. */
function hashWithoutRestart(template: Json): string | undefined {
  const metadata = objectField(template, "metadata");
  const { [ANNOTATIONS.restartedAt]: restartedAt, ...annotations } = objectField(metadata, "annotations");
  if (restartedAt === undefined) return undefined;
  const { annotations: _, ...bare } = metadata;
  return templateHash({ ...template, metadata: Object.keys(annotations).length === 0 ? bare : { ...bare, annotations } });
}

/** Reads a ControllerRevision with any owner. Keeps the hash of the template and its ports, and with `redact` the
 *  redacted template. Never throws. */
export function decodeControllerRevision(value: unknown, redact?: TemplateRedactor): Decoded<KubeControllerRevision> {
  const metadata = decodeNamespacedMeta(value);
  if (metadata === undefined || !isJson(value)) return undecodable("ControllerRevision", value);
  const { template } = objectField(objectField(value, "data"), "spec");
  const isTemplate = isJson(template) && isWithinDepthLimit(template);
  const writtenAtMs = numberWrittenAtMs(objectField(value, "metadata"));
  const restartOf = isTemplate ? hashWithoutRestart(template) : undefined;
  return {
    object: {
      metadata,
      revision: integerField(value, "revision"),
      ...(writtenAtMs === undefined ? {} : { writtenAtMs }),
      ...(restartOf === undefined ? {} : { restartOf }),
      ...(isTemplate ? { templateHash: templateHash(template), ports: decodePortsOfTemplate(template) } : {}),
      ...(isTemplate && redact !== undefined ? { fullTemplate: redact(template, controllerOf(metadata)?.uid ?? metadata.uid) } : {}),
    },
  };
}
