import type { ImagineTools } from "@daemonscope/daemonset/imagine/imagine-tools";
import { decodeDaemonSet } from "../cluster/decode/decode-daemon-set.ts";
import { decodePodTemplate } from "../cluster/decode/decode-pod-template.ts";

/** What a manifest lacks and a stored object has. */
const STORED = { uid: "manifest", resourceVersion: "0" };

/** The decoders of the API's objects, for what somebody writes down. */
export const imagineTools: ImagineTools = {
  templateOf: decodePodTemplate,
  daemonSetOf(manifest) {
    const { metadata } = manifest;
    const decoded = decodeDaemonSet({ ...manifest, metadata: { namespace: "default", ...metadata, ...STORED } });
    return "object" in decoded ? { object: decoded.object } : { problem: decoded.problem };
  },
};
