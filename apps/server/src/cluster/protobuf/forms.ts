import type { Buffer } from "node:buffer";
import type { KubeNode, KubePod } from "@daemonscope/kube/objects";
import { KEPT_FIELDS } from "./kept-fields.ts";
import type { KeptFields } from "./read-message.ts";
import { readNode } from "./read-node.ts";
import { readPod } from "./read-pod.ts";

/** Protobuf readers of one kind. */
export interface ProtobufForm<T> {
  /** Decodes into the projected object directly. Throws NotPlain or MalformedMessage for bytes that Kubernetes
   *  would not write. */
  readonly read: (bytes: Buffer, from: number, to: number) => T;
  /** Decodes field by field into an object as in JSON: for objects that `read` rejects, and for comparison. */
  readonly fields: KeptFields;
}

export const POD_FORM: ProtobufForm<KubePod> = { read: readPod, fields: KEPT_FIELDS.pods };
export const NODE_FORM: ProtobufForm<KubeNode> = { read: readNode, fields: KEPT_FIELDS.nodes };
