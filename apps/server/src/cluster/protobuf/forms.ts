import type { Buffer } from "node:buffer";
import type { KubeNode, KubePod } from "@daemonscope/kube/objects";
import { KEPT_FIELDS } from "./kept-fields.ts";
import type { KeptFields } from "./read-message.ts";
import { readNode } from "./read-node.ts";
import { readPod } from "./read-pod.ts";

/** How objects of a kind are read from protobuf. */
export interface ProtobufForm<T> {
  /** Into the projected object at once. Throws NotPlain or MalformedMessage for bytes that Kubernetes would not write. */
  readonly read: (bytes: Buffer, from: number, to: number) => T;
  /** Into an object as JSON would have it, field by field: for what `read` leaves, and to compare it with. */
  readonly fields: KeptFields;
}

export const POD_FORM: ProtobufForm<KubePod> = { read: readPod, fields: KEPT_FIELDS.pods };
export const NODE_FORM: ProtobufForm<KubeNode> = { read: readNode, fields: KEPT_FIELDS.nodes };
