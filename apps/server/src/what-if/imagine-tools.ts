import type { PreviewDecoders } from "@daemonscope/daemonset/imagine/imagine-tools";
import type { JsonObject } from "@daemonscope/kube/json-value";
import { decodeDaemonSet } from "../cluster/decode/decode-daemon-set.ts";
import { decodePodTemplate } from "../cluster/decode/decode-pod-template.ts";
import type { TemplateRedactor } from "../cluster/decode/keep-template.ts";
import type { LastAppliedConfigs } from "./last-applied.ts";

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
