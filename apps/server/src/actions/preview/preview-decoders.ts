import type { PreviewDecoders } from "@daemonscope/daemonset/preview/preview-decoders";
import type { JsonObject } from "@daemonscope/kube/values/json-value";
import { decodeDaemonSet } from "@daemonscope/kube-client/decode/decode-daemon-set";
import { decodePodTemplate } from "@daemonscope/kube-client/decode/decode-pod-template";
import type { TemplateRedactor } from "@daemonscope/kube-client/decode/template-redactor";
import type { LastAppliedConfigs } from "./last-applied-configs.ts";

/** Fields that a manifest lacks and `decodeDaemonSet` requires. */
const STORED = { uid: "manifest", resourceVersion: "0" };

/** Returns the functions with which a preview of changes reads templates and manifests. `keepTemplate` redacts a
 *  template as stored ones are; `lastApplied` has what kubectl last applied. */
export const previewDecoders = (
  keepTemplate: TemplateRedactor | undefined,
  lastApplied: LastAppliedConfigs | undefined,
): PreviewDecoders => ({
  templateOf: decodePodTemplate,
  daemonSetOf(manifest) {
    const { metadata } = manifest;
    const decoded = decodeDaemonSet({ ...manifest, metadata: { namespace: "default", ...metadata, ...STORED } });
    return "object" in decoded ? { object: decoded.object } : { problem: decoded.problem };
  },
  ...(keepTemplate === undefined ? {} : { keptTemplate: (template, uid) => JSON.parse(keepTemplate(template, uid)) as JsonObject }),
  ...(lastApplied === undefined ? {} : { lastApplied: (key) => lastApplied.get(key) }),
});
