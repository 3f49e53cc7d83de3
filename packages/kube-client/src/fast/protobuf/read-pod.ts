import type { Buffer } from "node:buffer";
import type { Condition, ContainerStatusSummary, KubePod, ObjectMeta } from "@daemonscope/kube/objects";
import { notableInitContainers, withFinalEnds, withResources } from "../../decode/decode-pod.ts";
import { LIST_LIMIT } from "../../decode/fields.ts";
import { DECODED_FIELDS, POD_RESOURCES_SPEC, POD_STATUS } from "./decoded-fields.ts";
import { truncatedText } from "./interned-text.ts";
import { readCondition, withType } from "./read-condition.ts";
import { readContainerStatus } from "./read-container-status.ts";
import { fieldBegin, fieldEnd, readField, requireSingle, skipField } from "./read-field.ts";
import { readMessage } from "./read-message.ts";
import { readMeta } from "./read-meta.ts";
import { readPodSpec, readSidecarNames } from "./read-pod-spec.ts";
import { timeText } from "./time-text.ts";
import { UnsupportedEncoding } from "./wire.ts";

/** Tags: field number and wire type. */
export const POD_TAG = { metadata: 10, spec: 18, status: 26 } as const;
export const STATUS_TAG = {
  phase: 10,
  condition: 18,
  message: 26,
  reason: 34,
  startTime: 58,
  container: 66,
  initContainer: 82,
  nominatedNodeName: 90,
} as const;

interface Texts {
  readonly phase: string;
  readonly reason: string;
  readonly message: string;
  readonly nominatedNodeName: string;
}

/** Returns the names of the sidecars. Throws UnsupportedEncoding if the spec follows the status, which no API server
 *  writes. */
function sidecarsIn(bytes: Buffer, specFrom: number, specTo: number): ReadonlySet<string> {
  if (specTo === 0) throw new UnsupportedEncoding();
  return readSidecarNames(bytes, specFrom, specTo);
}

/** `specFrom`, `specTo`: the spec of the pod; `specTo` is 0 if it was not read. */
function readPodStatus(bytes: Buffer, from: number, to: number, specFrom: number, specTo: number): KubePod["status"] {
  const texts = { phase: "", reason: "", message: "", nominatedNodeName: "" };
  let startTime: string | undefined;
  const conditions: Condition[] = [];
  const containers: ContainerStatusSummary[] = [];
  const initContainers: ContainerStatusSummary[] = [];
  for (let at = from; at < to; ) {
    const tag = readField(bytes, at, to);
    const begin = fieldBegin();
    at = fieldEnd();
    if (tag === STATUS_TAG.condition) conditions.push(readCondition(bytes, begin, at));
    else if (tag === STATUS_TAG.container) containers.push(readContainerStatus(bytes, begin, at));
    else if (tag === STATUS_TAG.initContainer) initContainers.push(readContainerStatus(bytes, begin, at));
    else if (tag === STATUS_TAG.phase) texts.phase = truncatedText(bytes, begin, at) || texts.phase;
    else if (tag === STATUS_TAG.startTime) startTime = timeText(bytes, begin, at) ?? startTime;
    else if (tag === STATUS_TAG.message) texts.message = truncatedText(bytes, begin, at) || texts.message;
    else if (tag === STATUS_TAG.reason) texts.reason = truncatedText(bytes, begin, at) || texts.reason;
    else if (tag === STATUS_TAG.nominatedNodeName) texts.nominatedNodeName = truncatedText(bytes, begin, at) || texts.nominatedNodeName;
    else skipField(POD_STATUS, tag);
  }
  if (Math.max(conditions.length, containers.length, initContainers.length) > LIST_LIMIT) throw new UnsupportedEncoding();
  const notable =
    initContainers.length === 0 ? initContainers : notableInitContainers(initContainers, () => sidecarsIn(bytes, specFrom, specTo));
  return statusOf(texts, startTime, withType(conditions), notable.length === 0 ? containers : [...notable, ...containers]);
}

function statusOf(
  { phase: rawPhase, reason, message, nominatedNodeName }: Texts,
  startTime: string | undefined,
  conditions: readonly Condition[],
  containers: readonly ContainerStatusSummary[],
): KubePod["status"] {
  const phase = rawPhase || "Pending";
  // Nearly all pods have only these fields, and objects of one shape are faster than spread results.
  if (startTime !== undefined && reason === "" && message === "" && nominatedNodeName === "")
    return { phase, conditions, containers, startTime };
  return {
    phase,
    conditions,
    containers,
    ...(reason === "" ? {} : { reason }),
    ...(message === "" ? {} : { message }),
    ...(startTime === undefined ? {} : { startTime }),
    ...(nominatedNodeName === "" ? {} : { nominatedNodeName }),
  };
}

const NO_STATUS: KubePod["status"] = Object.freeze({ phase: "Pending", conditions: Object.freeze([]), containers: Object.freeze([]) });

const isNamespaced = (metadata: ObjectMeta): metadata is KubePod["metadata"] => metadata.namespace !== undefined;

/** Reads a pod into the result of `decodePod`, without an intermediate object. Throws UnsupportedEncoding or
 *  MalformedMessage for bytes that the generic decoder must read. */
export function readPod(bytes: Buffer, from: number, to: number): KubePod {
  let metadata: ObjectMeta | undefined;
  let spec: KubePod["spec"] | undefined;
  let status: KubePod["status"] | undefined;
  let specFrom = 0;
  let specTo = 0;
  for (let at = from; at < to; ) {
    const tag = readField(bytes, at, to);
    const begin = fieldBegin();
    at = fieldEnd();
    if (tag === POD_TAG.metadata) metadata = requireSingle(metadata, readMeta(bytes, begin, at));
    else if (tag === POD_TAG.spec) {
      spec = requireSingle(spec, readPodSpec(bytes, begin, at));
      specFrom = begin;
      specTo = at;
    } else if (tag === POD_TAG.status) status = requireSingle(status, readPodStatus(bytes, begin, at, specFrom, specTo));
    else skipField(DECODED_FIELDS.pods, tag);
  }
  if (metadata === undefined || spec === undefined || !isNamespaced(metadata)) throw new UnsupportedEncoding();
  const podStatus = status ?? NO_STATUS;
  const resources = () => readMessage(POD_RESOURCES_SPEC, bytes, specFrom, specTo);
  return { metadata, spec: withResources(spec, metadata, podStatus, resources), status: withFinalEnds(podStatus, resources) };
}
