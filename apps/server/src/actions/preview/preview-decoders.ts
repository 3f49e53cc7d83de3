import type { PreviewDecoders } from "@daemonscope/daemonset/preview/preview-decoders";
import type { JsonObject } from "@daemonscope/kube/values/json-value";
import { decodeDaemonSet } from "@daemonscope/kube-client/decode/decode-daemon-set";
import { decodePodTemplate } from "@daemonscope/kube-client/decode/decode-pod-template";
import type { TemplateRedactor } from "@daemonscope/kube-client/decode/template-redactor";
import type { LastAppliedConfigs } from "./last-applied-configs.ts";

/** Fields that a stored object has and a manifest lacks. */
const STORED = { uid: "manifest", resourceVersion: "0" };

/** Decoders of the API's objects for manifests, and the comparison with stored objects. */
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
