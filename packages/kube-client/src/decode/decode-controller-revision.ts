import type { KubeControllerRevision } from "@daemonscope/kube/objects";
import { controllerOf } from "@daemonscope/kube/owner";
import { decodeNamespacedMeta } from "./decode-meta.ts";
import { decodePortsOfTemplate } from "./decode-pod-template.ts";
import { type Decoded, undecodable } from "./decoded.ts";
import { integerField, isJson, objectField } from "./fields.ts";
import { isWithinDepthLimit, templateHash } from "./template-hash.ts";
import type { TemplateRedactor } from "./template-redactor.ts";

/** Reads a ControllerRevision with any owner. Keeps the hash of the template and its ports, and with `redact` the
 *  redacted template. Never throws. */
export function decodeControllerRevision(value: unknown, redact?: TemplateRedactor): Decoded<KubeControllerRevision> {
  const metadata = decodeNamespacedMeta(value);
  if (metadata === undefined || !isJson(value)) return undecodable("ControllerRevision", value);
  const { template } = objectField(objectField(value, "data"), "spec");
  const isTemplate = isJson(template) && isWithinDepthLimit(template);
  return {
    object: {
      metadata,
      revision: integerField(value, "revision"),
      ...(isTemplate ? { templateHash: templateHash(template), ports: decodePortsOfTemplate(template) } : {}),
      ...(isTemplate && redact !== undefined ? { fullTemplate: redact(template, controllerOf(metadata)?.uid ?? metadata.uid) } : {}),
    },
  };
}
