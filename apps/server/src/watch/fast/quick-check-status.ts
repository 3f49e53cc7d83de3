import type { Buffer } from "node:buffer";
import { asciiCodesOf } from "@daemonscope/daemonset/pods/healthy-pod";
import { GATES_NOT_READY } from "@daemonscope/daemonset/pods/pod-facts";
import type { StartStep } from "@daemonscope/daemonset/pods/start-step";
import { LIST_LIMIT } from "@daemonscope/kube-client/decode/fields";
import { CONDITION, CONTAINER_STATUS, POD_STATUS, RUNNING, STATE, WAITING } from "@daemonscope/kube-client/fast/protobuf/decoded-fields";
import { CONDITION_TAG } from "@daemonscope/kube-client/fast/protobuf/read-condition";
import { CONTAINER_STATUS_TAG, RUNNING_TAG, STATE_TAG, WAITING_TAG } from "@daemonscope/kube-client/fast/protobuf/read-container-status";
import { fieldBegin, fieldEnd, fieldNumber, nextDecodedField, numbersOf } from "@daemonscope/kube-client/fast/protobuf/read-field";
import { STATUS_TAG } from "@daemonscope/kube-client/fast/protobuf/read-pod";
import { equalsBytes, NEEDS_FULL_DECODE, NO_TIME, secondsIn } from "./quick-check-bytes.ts";

const NUMBERS = {
  status: numbersOf(POD_STATUS),
  condition: numbersOf(CONDITION),
  container: numbersOf(CONTAINER_STATUS),
  state: numbersOf(STATE),
  running: numbersOf(RUNNING),
  waiting: numbersOf(WAITING),
};
const WORD = {
  true: asciiCodesOf("True"),
  false: asciiCodesOf("False"),
  ready: asciiCodesOf("Ready"),
  gatesNotReady: asciiCodesOf(GATES_NOT_READY),
  sandbox: asciiCodesOf("PodReadyToStartContainers"),
  creating: asciiCodesOf("ContainerCreating"),
  initializing: asciiCodesOf("PodInitializing"),
  running: asciiCodesOf("Running"),
  pending: asciiCodesOf("Pending"),
};
const MAX_RESTARTS = 2 ** 31;

/** The last status of a pod that was read (HealthyPodStatus), and the step that its start waits for. */
export const lastStatus: { phase: string; ready: boolean; sinceS: number | undefined; restarts: number; step: StartStep | undefined } = {
  phase: "",
  ready: false,
  sinceS: undefined,
  restarts: 0,
  step: undefined,
};

/** Statuses of the Ready and PodReadyToStartContainers conditions of the pod being read; "" if missing. */
let readyStatus = "";
let readySinceS: number | undefined;
let sandboxStatus = "";
/** True if a container of the pod being read waits with reason ContainerCreating, or PodInitializing. */
let isCreating = false;
let isInitializing = false;

const statusIn = (bytes: Buffer, from: number, to: number): string => {
  if (equalsBytes(WORD.true, bytes, from, to)) return "True";
  return equalsBytes(WORD.false, bytes, from, to) ? "False" : "Unknown";
};

/** Reads a condition; the first of each type counts. Returns false for unusual bytes, and for a pod that waits for a
 *  readiness gate. */
function readCondition(bytes: Buffer, from: number, to: number): boolean {
  let isReady = false;
  let isSandbox = false;
  let isOfGates = false;
  let status = "Unknown";
  let since = NO_TIME;
  for (let at = from; at < to; ) {
    const tag = nextDecodedField(NUMBERS.condition, bytes, at, to);
    if (tag === 0) break;
    const begin = fieldBegin();
    at = fieldEnd();
    if (tag === CONDITION_TAG.type) {
      isReady = equalsBytes(WORD.ready, bytes, begin, at);
      isSandbox = equalsBytes(WORD.sandbox, bytes, begin, at);
    } else if (tag === CONDITION_TAG.status) status = statusIn(bytes, begin, at);
    else if (tag === CONDITION_TAG.since) {
      const seconds = secondsIn(bytes, begin, at);
      if (seconds === NEEDS_FULL_DECODE) return false;
      if (seconds !== NO_TIME) since = seconds;
    } else if (tag === CONDITION_TAG.reason) isOfGates ||= equalsBytes(WORD.gatesNotReady, bytes, begin, at);
    else if (tag !== CONDITION_TAG.message) return false;
  }
  if (isReady && isOfGates) return false;
  if (isReady && readyStatus === "") {
    readyStatus = status;
    readySinceS = since === NO_TIME ? undefined : since;
  }
  if (isSandbox && sandboxStatus === "") sandboxStatus = status;
  return true;
}

const CONTAINER_STATE = { unexpected: -1, none: 0, running: 1, waiting: 2 } as const;
type ContainerStateCode = (typeof CONTAINER_STATE)[keyof typeof CONTAINER_STATE];

function isRunning(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; ) {
    const tag = nextDecodedField(NUMBERS.running, bytes, at, to);
    if (tag === 0) return true;
    at = fieldEnd();
    if (tag !== RUNNING_TAG.startedAt || secondsIn(bytes, fieldBegin(), at) === NEEDS_FULL_DECODE) return false;
  }
  return true;
}

/** Reports whether the container waits for a normal step of the start. */
function isStarting(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; ) {
    const tag = nextDecodedField(NUMBERS.waiting, bytes, at, to);
    if (tag === 0) break;
    const begin = fieldBegin();
    at = fieldEnd();
    if (tag === WAITING_TAG.reason) {
      if (equalsBytes(WORD.creating, bytes, begin, at)) isCreating = true;
      else if (equalsBytes(WORD.initializing, bytes, begin, at)) isInitializing = true;
      else return false;
    } else if (tag !== WAITING_TAG.message) return false;
  }
  return true;
}

/** Returns `unexpected` for a terminated container and for unusual bytes, which must be decoded completely. */
function stateIn(bytes: Buffer, from: number, to: number): ContainerStateCode {
  let state: ContainerStateCode = CONTAINER_STATE.none;
  for (let at = from; at < to; ) {
    const tag = nextDecodedField(NUMBERS.state, bytes, at, to);
    if (tag === 0) break;
    const begin = fieldBegin();
    at = fieldEnd();
    if (state !== CONTAINER_STATE.none) return CONTAINER_STATE.unexpected;
    if (tag === STATE_TAG.running && isRunning(bytes, begin, at)) state = CONTAINER_STATE.running;
    else if (tag === STATE_TAG.waiting && isStarting(bytes, begin, at)) state = CONTAINER_STATE.waiting;
    else return CONTAINER_STATE.unexpected;
  }
  return state;
}

function readContainer(bytes: Buffer, from: number, to: number, isInit: boolean): boolean {
  let state: ContainerStateCode = CONTAINER_STATE.none;
  let restarts = 0;
  let states = 0;
  for (let at = from; at < to; ) {
    const tag = nextDecodedField(NUMBERS.container, bytes, at, to);
    if (tag === 0) break;
    const begin = fieldBegin();
    at = fieldEnd();
    if (tag === CONTAINER_STATUS_TAG.state) {
      state = stateIn(bytes, begin, at);
      if (state === CONTAINER_STATE.unexpected || ++states > 1) return false;
    } else if (tag === CONTAINER_STATUS_TAG.restartCount) {
      restarts = fieldNumber();
      if (restarts >= MAX_RESTARTS) return false;
    } else if (tag === CONTAINER_STATUS_TAG.lastState) {
      // Kubernetes writes an empty one for a container that never ended.
      if (begin < at) return false;
    } else if (tag !== CONTAINER_STATUS_TAG.name && tag !== CONTAINER_STATUS_TAG.ready) return false;
  }
  // Init containers count only while they delay the pod.
  if (!isInit || state === CONTAINER_STATE.waiting) lastStatus.restarts += restarts;
  return true;
}

function stepIn(): StartStep | undefined {
  if (readyStatus === "True") return undefined;
  if (sandboxStatus === "False") return "sandbox";
  if (isCreating) return sandboxStatus === "True" ? "image" : "volumesOrImage";
  if (isInitializing) return "initContainers";
  return lastStatus.phase === "Running" ? "readiness" : undefined;
}

/** Reads the status of a bound pod into `lastStatus`. Returns false if the pod has a problem, or if the bytes are
 *  unusual. Never throws. */
export function quickCheckStatus(bytes: Buffer, from: number, to: number): boolean {
  lastStatus.phase = "";
  lastStatus.restarts = 0;
  readyStatus = "";
  readySinceS = undefined;
  sandboxStatus = "";
  isCreating = false;
  isInitializing = false;
  let elements = 0;
  for (let at = from; at < to; ) {
    const tag = nextDecodedField(NUMBERS.status, bytes, at, to);
    if (tag === 0) break;
    const begin = fieldBegin();
    at = fieldEnd();
    if (tag === STATUS_TAG.condition) {
      if (!readCondition(bytes, begin, at) || ++elements > LIST_LIMIT) return false;
    } else if (tag === STATUS_TAG.container || tag === STATUS_TAG.initContainer) {
      if (!readContainer(bytes, begin, at, tag === STATUS_TAG.initContainer) || ++elements > LIST_LIMIT) return false;
    } else if (tag === STATUS_TAG.phase) {
      if (lastStatus.phase !== "") return false;
      if (equalsBytes(WORD.running, bytes, begin, at)) lastStatus.phase = "Running";
      else if (equalsBytes(WORD.pending, bytes, begin, at)) lastStatus.phase = "Pending";
      else return false;
    } else if (tag === STATUS_TAG.startTime) {
      if (secondsIn(bytes, begin, at) === NEEDS_FULL_DECODE) return false;
    } else if (tag !== STATUS_TAG.message && tag !== STATUS_TAG.reason && tag !== STATUS_TAG.nominatedNodeName) return false;
  }
  // A kubelet always writes a phase.
  if (lastStatus.phase === "") return false;
  lastStatus.ready = readyStatus === "True";
  lastStatus.sinceS = readySinceS;
  lastStatus.step = stepIn();
  return true;
}
