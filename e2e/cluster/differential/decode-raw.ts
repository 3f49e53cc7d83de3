import type { KubeControllerRevision, KubeDaemonSet, KubeNode, KubePod } from "@daemonscope/kube/objects";
import { decodeControllerRevision } from "@daemonscope/kube-client/decode/decode-controller-revision";
import { decodeDaemonSet } from "@daemonscope/kube-client/decode/decode-daemon-set";
import { decodeNode } from "@daemonscope/kube-client/decode/decode-node";
import { decodePod } from "@daemonscope/kube-client/decode/decode-pod";
import type { Decoded } from "@daemonscope/kube-client/decode/decoded";
import type { RawObject } from "./raw-mirror.ts";

function objectOf<T>(decoded: Decoded<T>): T {
  if ("object" in decoded) return decoded.object;
  throw new Error(`the API server sent what cannot be used: ${decoded.problem}`);
}

/** These functions decode raw objects with the decoders of the server. */
export const nodeOf = (raw: RawObject): KubeNode => objectOf(decodeNode(raw));
export const podOf = (raw: RawObject): KubePod => objectOf(decodePod(raw));
export const daemonSetOf = (raw: RawObject): KubeDaemonSet => objectOf(decodeDaemonSet(raw));
export const revisionOf = (raw: RawObject): KubeControllerRevision => objectOf(decodeControllerRevision(raw));
