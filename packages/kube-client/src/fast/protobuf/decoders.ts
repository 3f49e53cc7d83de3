import type { Buffer } from "node:buffer";
import type { KubeNode, KubePod } from "@daemonscope/kube/objects";
import { DECODED_FIELDS } from "./decoded-fields.ts";
import type { FieldSpecs } from "./read-message.ts";
import { readNode } from "./read-node.ts";
import { readPod } from "./read-pod.ts";

/** Protobuf readers of one kind. */
export interface ProtobufDecoder<T> {
  /** Decodes directly into the typed object. Throws UnsupportedEncoding or MalformedMessage for bytes that
   *  Kubernetes would not write. */
  readonly read: (bytes: Buffer, from: number, to: number) => T;
  /** Decodes field by field into an object as in JSON: for objects that `read` rejects, and for comparison. */
  readonly fields: FieldSpecs;
}

export const POD_DECODER: ProtobufDecoder<KubePod> = { read: readPod, fields: DECODED_FIELDS.pods };
export const NODE_DECODER: ProtobufDecoder<KubeNode> = { read: readNode, fields: DECODED_FIELDS.nodes };
