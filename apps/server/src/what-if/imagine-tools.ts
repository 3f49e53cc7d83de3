import type { ImagineTools } from "@daemonscope/daemonset/imagine/imagine-tools";
import type { JsonObject } from "@daemonscope/kube/json-value";
import { decodeDaemonSet } from "../cluster/decode/decode-daemon-set.ts";
import { decodePodTemplate } from "../cluster/decode/decode-pod-template.ts";
import type { KeepTemplate } from "../cluster/decode/keep-template.ts";
import type { LastApplied } from "./last-applied.ts";

/** What a manifest lacks and a stored object has. */
const STORED = { uid: "manifest", resourceVersion: "0" };

/** The decoders of the API's objects, for what somebody writes down, and how it compares with what is stored. */
export const imagineTools = (keepTemplate: KeepTemplate | undefined, lastApplied: LastApplied | undefined): ImagineTools => ({
  templateOf: decodePodTemplate,
  daemonSetOf(manifest) {
    const { metadata } = manifest;
    const decoded = decodeDaemonSet({ ...manifest, metadata: { namespace: "default", ...metadata, ...STORED } });
    return "object" in decoded ? { object: decoded.object } : { problem: decoded.problem };
  },
  ...(keepTemplate === undefined ? {} : { keptTemplate: (template, uid) => JSON.parse(keepTemplate(template, uid)) as JsonObject }),
  ...(lastApplied === undefined ? {} : { lastApplied: (key) => lastApplied.get(key) }),
});
