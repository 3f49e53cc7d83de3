import type { Buffer } from "node:buffer";
import type { KubePod } from "@daemonscope/kube/objects";
import { affinityNodeName, sidecarNames, unboundPodSpec } from "../../decode/decode-pod.ts";
import { intern, type Json, LIST_LIMIT } from "../../decode/fields.ts";
import { AFFINITY, CONTAINER, GATE, INIT_CONTAINER, POD_SPEC, UNBOUND_POD_SPEC } from "./decoded-fields.ts";
import { truncatedText } from "./interned-text.ts";
import { fieldBegin, fieldEnd, readField, requireSingle, skipField } from "./read-field.ts";
import { type FieldSpecs, readLeniently, readMessage } from "./read-message.ts";
import { UnsupportedEncoding, WIRE } from "./wire.ts";

/** Tags: field number and wire type. */
export const SPEC_TAG = { container: 18, nodeName: 82, affinity: 146, initContainer: 162, gate: 306 } as const;
export const CONTAINER_TAG = { name: 10, image: 18 } as const;
const GATE_TAG = { name: 10 } as const;

const NO_GATES: readonly string[] = Object.freeze([]);

/** `container=image` by image, then by name. There are few texts, and many pods share each. */
const imageTexts = new Map<string, Map<string, string>>();
const MAX_IMAGES = 5000;

function imageText(name: string, image: string): string {
  let byName = imageTexts.get(image);
  const known = byName?.get(name);
  if (known !== undefined) return known;
  if (imageTexts.size >= MAX_IMAGES) imageTexts.clear();
  const text = intern(`${name}=${image}`);
  byName ??= new Map();
  byName.set(name, text);
  imageTexts.set(image, byName);
  return text;
}

function readContainer(bytes: Buffer, from: number, to: number): string {
  let name = "";
  let image = "";
  for (let at = from; at < to; ) {
    const tag = readField(bytes, at, to);
    at = fieldEnd();
    if (tag === CONTAINER_TAG.name) name = truncatedText(bytes, fieldBegin(), at);
    else if (tag === CONTAINER_TAG.image) image = truncatedText(bytes, fieldBegin(), at) || image;
    else skipField(CONTAINER, tag);
  }
  return imageText(name, image);
}

function readGate(bytes: Buffer, from: number, to: number): string {
  let name = "";
  for (let at = from; at < to; ) {
    const tag = readField(bytes, at, to);
    at = fieldEnd();
    if (tag === GATE_TAG.name) name = truncatedText(bytes, fieldBegin(), at);
    else skipField(GATE, tag);
  }
  return name;
}

/** Checks a message whose fields are texts or such messages, without decoding it. Throws if it is malformed. */
function checkTexts(fields: FieldSpecs, bytes: Buffer, from: number, to: number): void {
  for (let at = from; at < to; ) {
    const tag = readField(bytes, at, to);
    const begin = fieldBegin();
    at = fieldEnd();
    const field = fields[tag >>> 3];
    if (field === undefined) continue;
    if ((tag & 7) !== WIRE.bytes) throw new UnsupportedEncoding();
    if (field.holds === "message" || field.holds === "messages") checkTexts(field.fields, bytes, begin, at);
  }
}

/** Reads the names of the sidecars from the spec of a pod that was read without fault. */
export function readSidecarNames(bytes: Buffer, from: number, to: number): ReadonlySet<string> {
  const initContainers: Json[] = [];
  for (let at = from; at < to; ) {
    const tag = readField(bytes, at, to);
    const begin = fieldBegin();
    at = fieldEnd();
    if (tag === SPEC_TAG.initContainer && initContainers.length < LIST_LIMIT)
      initContainers.push(readLeniently(INIT_CONTAINER, bytes, begin, at));
  }
  return sidecarNames(initContainers);
}

/** Reads the spec of a pod: its node or the node it is pinned to, its images and its gates. Throws UnsupportedEncoding,
 *  MalformedMessage. */
export function readPodSpec(bytes: Buffer, from: number, to: number): KubePod["spec"] {
  let nodeName = "";
  let first: string | undefined;
  let others: string[] | undefined;
  let gates: string[] | undefined;
  let affinityFrom: number | undefined;
  let affinityTo = 0;
  for (let at = from; at < to; ) {
    const tag = readField(bytes, at, to);
    at = fieldEnd();
    if (tag === SPEC_TAG.container) {
      const text = readContainer(bytes, fieldBegin(), at);
      if (first === undefined) first = text;
      else {
        others ??= [];
        others.push(text);
      }
    } else if (tag === SPEC_TAG.nodeName) nodeName = truncatedText(bytes, fieldBegin(), at) || nodeName;
    else if (tag === SPEC_TAG.affinity) {
      affinityFrom = requireSingle(affinityFrom, fieldBegin());
      affinityTo = at;
    } else if (tag === SPEC_TAG.gate) {
      gates ??= [];
      gates.push(readGate(bytes, fieldBegin(), at));
    } else skipField(POD_SPEC, tag);
  }
  if ((others?.length ?? 0) >= LIST_LIMIT || (gates?.length ?? 0) > LIST_LIMIT) throw new UnsupportedEncoding();
  const images = others === undefined ? first : intern([first, ...others].join("\n"));
  const schedulingGates = gates ?? NO_GATES;
  // The affinity of a bound pod is not used, but it may be malformed.
  if (nodeName !== "" && affinityFrom !== undefined) checkTexts(AFFINITY, bytes, affinityFrom, affinityTo);
  if (nodeName !== "" && images !== undefined) return { nodeName, images, schedulingGates };
  const affinityName =
    nodeName !== "" || affinityFrom === undefined
      ? undefined
      : affinityNodeName({ affinity: readMessage(AFFINITY, bytes, affinityFrom, affinityTo) });
  return {
    ...(nodeName === "" ? {} : { nodeName }),
    ...(affinityName === undefined ? {} : { affinityNodeName: affinityName }),
    ...(images === undefined ? {} : { images }),
    schedulingGates,
    ...(nodeName === "" ? { unbound: unboundPodSpec(readMessage(UNBOUND_POD_SPEC, bytes, from, to)) } : {}),
  };
}
