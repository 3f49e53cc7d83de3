import type { Buffer } from "node:buffer";
import type { Condition } from "@daemonscope/kube/objects";
import { SmallByteCache } from "./byte-cache.ts";
import { CONDITION } from "./decoded-fields.ts";
import { truncatedText } from "./interned-text.ts";
import { fieldBegin, fieldEnd, readField, skipField } from "./read-field.ts";
import { timeText } from "./time-text.ts";

/** Tags: field number and wire type. */
export const CONDITION_TAG = { type: 10, status: 18, since: 34, reason: 42, message: 50 } as const;

/** Pods that changed in the same second have byte-identical conditions, and most conditions of a pod do not
 *  change. Only conditions with messages are long. */
const conditionCache = new SmallByteCache<Condition>(8192, 96);

/** Reads a condition of a pod or a node. A missing type is read as empty. Throws UnsupportedEncoding,
 *  MalformedMessage. */
export function readCondition(bytes: Buffer, from: number, to: number): Condition {
  return conditionCache.get(bytes, from, to, decodeCondition);
}

function decodeCondition(bytes: Buffer, from: number, to: number): Condition {
  let type = "";
  let status = "Unknown";
  let reason = "";
  let message = "";
  let since: string | undefined;
  for (let at = from; at < to; ) {
    const tag = readField(bytes, at, to);
    at = fieldEnd();
    if (tag === CONDITION_TAG.type) type = truncatedText(bytes, fieldBegin(), at);
    else if (tag === CONDITION_TAG.status) status = truncatedText(bytes, fieldBegin(), at);
    else if (tag === CONDITION_TAG.since) since = timeText(bytes, fieldBegin(), at) ?? since;
    else if (tag === CONDITION_TAG.reason) reason = truncatedText(bytes, fieldBegin(), at) || reason;
    else if (tag === CONDITION_TAG.message) message = truncatedText(bytes, fieldBegin(), at) || message;
    else skipField(CONDITION, tag);
  }
  return conditionOf(type, status, reason, message, since);
}

function conditionOf(type: string, status: string, reason: string, message: string, lastTransitionTime: string | undefined): Condition {
  if (message === "" && lastTransitionTime !== undefined)
    return reason === "" ? { type, status, lastTransitionTime } : { type, status, reason, lastTransitionTime };
  return {
    type,
    status,
    ...(reason === "" ? {} : { reason }),
    ...(message === "" ? {} : { message }),
    ...(lastTransitionTime === undefined ? {} : { lastTransitionTime }),
  };
}

/** Drops conditions without a type. */
export function withType(conditions: Condition[]): readonly Condition[] {
  for (const { type } of conditions) if (type === "") return conditions.filter((each) => each.type !== "");
  return conditions;
}
