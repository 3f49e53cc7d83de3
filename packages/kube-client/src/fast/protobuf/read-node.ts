import type { Buffer } from "node:buffer";
import type { Condition, KubeNode, ObjectMeta, Taint } from "@daemonscope/kube/objects";
import { nodeAllocatable } from "../../decode/decode-node-allocatable.ts";
import { intern, LIST_LIMIT, MAP_LIMIT } from "../../decode/fields.ts";
import { sharedNodeInfo } from "../../decode/shared-node-info.ts";
import { DECODED_FIELDS, NODE_INFO, NODE_SPEC, NODE_STATUS, TAINT } from "./decoded-fields.ts";
import { truncatedText } from "./interned-text.ts";
import { readCondition, withType } from "./read-condition.ts";
import { fieldBegin, fieldEnd, fieldNumber, readField, requireSingle, skipField } from "./read-field.ts";
import { quantityText } from "./read-message.ts";
import { readMeta } from "./read-meta.ts";
import { timeText } from "./time-text.ts";
import { UnsupportedEncoding } from "./wire.ts";

/** Tags: field number and wire type. */
export const NODE_TAG = { metadata: 10, spec: 18, status: 26 } as const;
const SPEC_TAG = { unschedulable: 32, taint: 42 } as const;
const TAINT_TAG = { key: 10, value: 18, effect: 26, timeAdded: 34 } as const;
export const NODE_STATUS_TAG = { allocatable: 18, condition: 34, nodeInfo: 58 } as const;
const ENTRY_TAG = { key: 10, value: 18 } as const;
const INFO_TAG = { kernelVersion: 34, osImage: 42, containerRuntimeVersion: 50, kubeletVersion: 58, architecture: 82 } as const;

function readTaint(bytes: Buffer, from: number, to: number): Taint {
  let key = "";
  let value = "";
  let effect = "";
  let timeAdded: string | undefined;
  for (let at = from; at < to; ) {
    const tag = readField(bytes, at, to);
    at = fieldEnd();
    if (tag === TAINT_TAG.key) key = truncatedText(bytes, fieldBegin(), at);
    else if (tag === TAINT_TAG.value) value = truncatedText(bytes, fieldBegin(), at) || value;
    else if (tag === TAINT_TAG.effect) effect = truncatedText(bytes, fieldBegin(), at);
    else if (tag === TAINT_TAG.timeAdded) timeAdded = timeText(bytes, fieldBegin(), at) ?? timeAdded;
    else skipField(TAINT, tag);
  }
  return { key, effect, ...(value === "" ? {} : { value }), ...(timeAdded === undefined ? {} : { timeAdded }) };
}

function readNodeSpec(bytes: Buffer, from: number, to: number): KubeNode["spec"] {
  const taints: Taint[] = [];
  let unschedulable = false;
  for (let at = from; at < to; ) {
    const tag = readField(bytes, at, to);
    at = fieldEnd();
    if (tag === SPEC_TAG.unschedulable) unschedulable = fieldNumber() !== 0 || unschedulable;
    else if (tag === SPEC_TAG.taint) taints.push(readTaint(bytes, fieldBegin(), at));
    else skipField(NODE_SPEC, tag);
  }
  if (taints.length > LIST_LIMIT) throw new UnsupportedEncoding();
  return { taints, unschedulable };
}

type StatusInfo = Pick<KubeNode["status"], "kubeletVersion" | "nodeInfo">;

function readInfo(bytes: Buffer, from: number, to: number): StatusInfo {
  let kubeletVersion: string | undefined;
  let kernelVersion: string | undefined;
  let osImage: string | undefined;
  let runtimeVersion: string | undefined;
  let architecture: string | undefined;
  for (let at = from; at < to; ) {
    const tag = readField(bytes, at, to);
    at = fieldEnd();
    if (tag === INFO_TAG.kubeletVersion) kubeletVersion = truncatedText(bytes, fieldBegin(), at);
    else if (tag === INFO_TAG.kernelVersion) kernelVersion = truncatedText(bytes, fieldBegin(), at);
    else if (tag === INFO_TAG.osImage) osImage = truncatedText(bytes, fieldBegin(), at);
    else if (tag === INFO_TAG.containerRuntimeVersion) runtimeVersion = truncatedText(bytes, fieldBegin(), at);
    else if (tag === INFO_TAG.architecture) architecture = truncatedText(bytes, fieldBegin(), at);
    else skipField(NODE_INFO, tag);
  }
  const nodeInfo = sharedNodeInfo(kernelVersion, osImage, runtimeVersion, architecture);
  return { ...(kubeletVersion === undefined ? {} : { kubeletVersion }), ...(nodeInfo === undefined ? {} : { nodeInfo }) };
}

/** Reads one resource into `quantities`. */
function readQuantity(quantities: Record<string, string>, bytes: Buffer, from: number, to: number): void {
  let key = "";
  let valueFrom = 0;
  let valueTo = 0;
  for (let at = from; at < to; ) {
    const tag = readField(bytes, at, to);
    at = fieldEnd();
    if (tag === ENTRY_TAG.key) key = truncatedText(bytes, fieldBegin(), at);
    else if (tag === ENTRY_TAG.value) {
      valueFrom = fieldBegin();
      valueTo = at;
    }
  }
  quantities[key] = quantityText(bytes, valueFrom, valueTo);
}

function readNodeStatus(bytes: Buffer, from: number, to: number): KubeNode["status"] {
  const conditions: Condition[] = [];
  let info: StatusInfo | undefined;
  let quantities: Record<string, string> | undefined;
  let entries = 0;
  for (let at = from; at < to; ) {
    const tag = readField(bytes, at, to);
    at = fieldEnd();
    if (tag === NODE_STATUS_TAG.condition) conditions.push(readCondition(bytes, fieldBegin(), at));
    else if (tag === NODE_STATUS_TAG.nodeInfo) info = requireSingle(info, readInfo(bytes, fieldBegin(), at));
    else if (tag === NODE_STATUS_TAG.allocatable) {
      quantities ??= Object.create(null) as Record<string, string>;
      if (++entries > MAP_LIMIT) throw new UnsupportedEncoding();
      readQuantity(quantities, bytes, fieldBegin(), at);
    } else skipField(NODE_STATUS, tag);
  }
  if (conditions.length > LIST_LIMIT) throw new UnsupportedEncoding();
  const allocatable = quantities === undefined ? undefined : nodeAllocatable(quantities);
  const status = { conditions: withType(conditions), ...info };
  return allocatable === undefined ? status : { ...status, allocatable };
}

const NO_SPEC: KubeNode["spec"] = Object.freeze({ taints: Object.freeze([]), unschedulable: false });
const NO_STATUS: KubeNode["status"] = Object.freeze({ conditions: Object.freeze([]) });

/** Reads a node into the result of `decodeNode`, without an intermediate object. Throws UnsupportedEncoding or
 *  MalformedMessage for bytes that the generic decoder must read. */
export function readNode(bytes: Buffer, from: number, to: number): KubeNode {
  let metadata: ObjectMeta | undefined;
  let spec: KubeNode["spec"] | undefined;
  let status: KubeNode["status"] | undefined;
  for (let at = from; at < to; ) {
    const tag = readField(bytes, at, to);
    const begin = fieldBegin();
    at = fieldEnd();
    if (tag === NODE_TAG.metadata) metadata = requireSingle(metadata, readMeta(bytes, begin, at));
    else if (tag === NODE_TAG.spec) spec = requireSingle(spec, readNodeSpec(bytes, begin, at));
    else if (tag === NODE_TAG.status) status = requireSingle(status, readNodeStatus(bytes, begin, at));
    else skipField(DECODED_FIELDS.nodes, tag);
  }
  if (metadata === undefined || metadata.namespace !== undefined) throw new UnsupportedEncoding();
  // The same string object as in the node's pods.
  return { metadata: { ...metadata, name: intern(metadata.name) }, spec: spec ?? NO_SPEC, status: status ?? NO_STATUS };
}
