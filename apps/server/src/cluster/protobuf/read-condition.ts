import type { Buffer } from "node:buffer";
import type { Condition } from "@daemonscope/kube/objects";
import { keptText } from "./interned-text.ts";
import { CONDITION } from "./kept-fields.ts";
import { fieldBegin, fieldEnd, leaveUnread, readField } from "./read-field.ts";
import { timeText } from "./time-text.ts";

/** Fields by number and kind. */
const TAG = { type: 10, status: 18, since: 34, reason: 42, message: 50 } as const;

/** Reads a condition of a pod or a node; undefined for one without a type. Throws NotPlain, MalformedMessage. */
export function readCondition(bytes: Buffer, from: number, to: number): Condition | undefined {
  let type = "";
  let status = "Unknown";
  let reason = "";
  let message = "";
  let since: string | undefined;
  for (let at = from; at < to; ) {
    const tag = readField(bytes, at, to);
    at = fieldEnd();
    if (tag === TAG.type) type = keptText(bytes, fieldBegin(), at);
    else if (tag === TAG.status) status = keptText(bytes, fieldBegin(), at);
    else if (tag === TAG.since) since = timeText(bytes, fieldBegin(), at) ?? since;
    else if (tag === TAG.reason) reason = keptText(bytes, fieldBegin(), at) || reason;
    else if (tag === TAG.message) message = keptText(bytes, fieldBegin(), at) || message;
    else leaveUnread(CONDITION, tag);
  }
  return type === "" ? undefined : conditionOf(type, status, reason, message, since);
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
