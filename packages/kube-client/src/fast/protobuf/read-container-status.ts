import type { Buffer } from "node:buffer";
import type { ContainerEnd, ContainerState, ContainerStatusSummary } from "@daemonscope/kube/objects";
import { CONTAINER_STATUS, RUNNING, STATE, TERMINATED, WAITING } from "./decoded-fields.ts";
import { truncatedText } from "./interned-text.ts";
import { fieldBegin, fieldEnd, fieldNumber, readField, requireSingle, safeInteger, skipField } from "./read-field.ts";
import { timeText } from "./time-text.ts";

/** Tags: field number and wire type. */
export const CONTAINER_STATUS_TAG = { name: 10, state: 18, lastState: 26, ready: 32, restartCount: 40 } as const;
export const STATE_TAG = { waiting: 10, running: 18, terminated: 26 } as const;
export const WAITING_TAG = { reason: 10, message: 18 } as const;
export const RUNNING_TAG = { startedAt: 10 } as const;
const TERMINATED_TAG = { exitCode: 8, signal: 16, reason: 26, message: 34, startedAt: 42, finishedAt: 50 } as const;

function readWaiting(bytes: Buffer, from: number, to: number): ContainerState {
  let reason = "";
  let message = "";
  for (let at = from; at < to; ) {
    const tag = readField(bytes, at, to);
    at = fieldEnd();
    if (tag === WAITING_TAG.reason) reason = truncatedText(bytes, fieldBegin(), at) || reason;
    else if (tag === WAITING_TAG.message) message = truncatedText(bytes, fieldBegin(), at) || message;
    else skipField(WAITING, tag);
  }
  return message === "" ? { kind: "waiting", reason } : { kind: "waiting", reason, message };
}

function readRunning(bytes: Buffer, from: number, to: number): ContainerState {
  let startedAt: string | undefined;
  for (let at = from; at < to; ) {
    const tag = readField(bytes, at, to);
    at = fieldEnd();
    if (tag === RUNNING_TAG.startedAt) startedAt = timeText(bytes, fieldBegin(), at) ?? startedAt;
    else skipField(RUNNING, tag);
  }
  return startedAt === undefined ? { kind: "running" } : { kind: "running", startedAt };
}

function readTerminated(bytes: Buffer, from: number, to: number): ContainerState {
  let reason = "";
  let message = "";
  let exitCode = 0;
  let signal = 0;
  let startedAt: string | undefined;
  let finishedAt: string | undefined;
  for (let at = from; at < to; ) {
    const tag = readField(bytes, at, to);
    at = fieldEnd();
    if (tag === TERMINATED_TAG.exitCode) exitCode = safeInteger(fieldNumber());
    else if (tag === TERMINATED_TAG.reason) reason = truncatedText(bytes, fieldBegin(), at) || reason;
    else if (tag === TERMINATED_TAG.message) message = truncatedText(bytes, fieldBegin(), at) || message;
    else if (tag === TERMINATED_TAG.signal) signal = safeInteger(fieldNumber()) || signal;
    else if (tag === TERMINATED_TAG.startedAt) startedAt = timeText(bytes, fieldBegin(), at) ?? startedAt;
    else if (tag === TERMINATED_TAG.finishedAt) finishedAt = timeText(bytes, fieldBegin(), at) ?? finishedAt;
    else skipField(TERMINATED, tag);
  }
  return {
    kind: "terminated",
    reason,
    exitCode,
    ...(message === "" ? {} : { message }),
    ...(signal === 0 ? {} : { signal }),
    ...(startedAt === undefined ? {} : { startedAt }),
    ...(finishedAt === undefined ? {} : { finishedAt }),
  };
}

/** Throws UnsupportedEncoding if several of running, waiting and terminated are set, which no kubelet writes. The
 *  generic decoder then reads the object. */
function readState(bytes: Buffer, from: number, to: number): ContainerState | undefined {
  let state: ContainerState | undefined;
  for (let at = from; at < to; ) {
    const tag = readField(bytes, at, to);
    const begin = fieldBegin();
    at = fieldEnd();
    if (tag === STATE_TAG.running) state = requireSingle(state, readRunning(bytes, begin, at));
    else if (tag === STATE_TAG.waiting) state = requireSingle(state, readWaiting(bytes, begin, at));
    else if (tag === STATE_TAG.terminated) state = requireSingle(state, readTerminated(bytes, begin, at));
    else skipField(STATE, tag);
  }
  return state;
}

/** Reads the status of a container. Throws UnsupportedEncoding, MalformedMessage. */
export function readContainerStatus(bytes: Buffer, from: number, to: number): ContainerStatusSummary {
  let name = "";
  let ready = false;
  let restartCount = 0;
  let state: ContainerState | null | undefined;
  let last: ContainerState | null | undefined;
  for (let at = from; at < to; ) {
    const tag = readField(bytes, at, to);
    at = fieldEnd();
    if (tag === CONTAINER_STATUS_TAG.name) name = truncatedText(bytes, fieldBegin(), at);
    else if (tag === CONTAINER_STATUS_TAG.state) state = requireSingle(state, readState(bytes, fieldBegin(), at) ?? null);
    else if (tag === CONTAINER_STATUS_TAG.lastState) last = requireSingle(last, readState(bytes, fieldBegin(), at) ?? null);
    else if (tag === CONTAINER_STATUS_TAG.ready) ready = fieldNumber() !== 0;
    else if (tag === CONTAINER_STATUS_TAG.restartCount) restartCount = Math.max(0, safeInteger(fieldNumber()));
    else skipField(CONTAINER_STATUS, tag);
  }
  if (last?.kind !== "terminated") return state ? { name, ready, restartCount, state } : { name, ready, restartCount };
  const { kind: _, ...lastTerminated }: ContainerEnd & { readonly kind: string } = last;
  return { name, ready, restartCount, ...(state ? { state } : {}), lastTerminated };
}
