import { humanDuration } from "@daemonscope/kube/values/human-duration";
import type { StoredObject } from "../../objects/contract.ts";
import { isJsonObject, type JsonObject, listIn, objectIn, objectsIn } from "../../objects/json.ts";
import { isTrue, spec, status } from "./cells.ts";

/** The cells of `kubectl get pods`. Source: kubernetes pkg/printers/internalversion/printers.go, printPod. */

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

function terminatedText({ reason, signal, exitCode }: JsonObject): string {
  if (textOf(reason) !== "") return textOf(reason);
  return Number(signal ?? 0) === 0 ? `ExitCode:${Number(exitCode ?? 0)}` : `Signal:${Number(signal)}`;
}

const state = (container: JsonObject, kind: "waiting" | "terminated" | "running"): JsonObject | undefined => {
  const found = objectIn(container, "state")[kind];
  return isJsonObject(found) ? found : undefined;
};

/** Sidecars are init containers that keep running. The cells count them as containers. */
function isSidecar(pod: StoredObject, name: unknown): boolean {
  return objectsIn(spec(pod), "initContainers").some((container) => container.name === name && container.restartPolicy === "Always");
}

/** Returns the status of the first init container that is not done; undefined if all are. */
function initStatus(pod: StoredObject): string | undefined {
  const total = listIn(spec(pod), "initContainers").length;
  for (const [at, container] of objectsIn(status(pod), "initContainerStatuses").entries()) {
    const terminated = state(container, "terminated");
    if (terminated !== undefined && Number(terminated.exitCode ?? 0) === 0) continue;
    if (isSidecar(pod, container.name) && container.started === true) continue;
    if (terminated !== undefined) return `Init:${terminatedText(terminated)}`;
    const waiting = textOf(state(container, "waiting")?.reason);
    return waiting !== "" && waiting !== "PodInitializing" ? `Init:${waiting}` : `Init:${at}/${total}`;
  }
  return undefined;
}

function mainStatus(pod: StoredObject, otherwise: string): string {
  let reason = otherwise;
  let running = false;
  for (const container of [...objectsIn(status(pod), "containerStatuses")].reverse()) {
    const waiting = textOf(state(container, "waiting")?.reason);
    const terminated = state(container, "terminated");
    if (waiting !== "") reason = waiting;
    else if (terminated !== undefined) reason = terminatedText(terminated);
    else if (container.ready === true && state(container, "running") !== undefined) running = true;
  }
  if (reason === "Completed" && running) return isTrue(pod, "Ready") ? "Running" : "NotReady";
  return reason;
}

/**
 * STATUS. Later sources win: phase, reason, gates, containers, init containers until they are done, deletion of the
 * pod.
 */
export function podStatus(pod: StoredObject): string {
  let reason = textOf(status(pod).reason) || textOf(status(pod).phase) || "Unknown";
  if (objectsIn(status(pod), "conditions").some((condition) => condition.type === "PodScheduled" && condition.reason === "SchedulingGated"))
    reason = "SchedulingGated";
  const initializing = initStatus(pod);
  reason = initializing !== undefined && !isTrue(pod, "Initialized") ? initializing : mainStatus(pod, reason);
  if (pod.metadata.deletionTimestamp === undefined) return reason;
  if (status(pod).reason === "NodeLost") return "Unknown";
  return status(pod).phase === "Succeeded" || status(pod).phase === "Failed" ? reason : "Terminating";
}

/** READY: `1/2`, the ready ones out of all containers and sidecars. */
export function podReady(pod: StoredObject): string {
  const total =
    listIn(spec(pod), "containers").length +
    objectsIn(spec(pod), "initContainers").filter((container) => container.restartPolicy === "Always").length;
  const ready =
    objectsIn(status(pod), "containerStatuses").filter((container) => container.ready === true && state(container, "running") !== undefined)
      .length +
    objectsIn(status(pod), "initContainerStatuses").filter((container) => isSidecar(pod, container.name) && container.ready === true)
      .length;
  return `${ready}/${total}`;
}

/** RESTARTS: `2`, or `2 (5m ago)` if the time is known. */
export function podRestarts(pod: StoredObject, nowMs: number): string {
  const containers = [
    ...objectsIn(status(pod), "containerStatuses"),
    ...objectsIn(status(pod), "initContainerStatuses").filter((container) => isSidecar(pod, container.name)),
  ];
  let restarts = 0;
  let lastMs = Number.NEGATIVE_INFINITY;
  for (const container of containers) {
    restarts += Number(container.restartCount ?? 0);
    const finished = Date.parse(textOf(objectIn(objectIn(container, "lastState"), "terminated").finishedAt));
    if (finished > lastMs) lastMs = finished;
  }
  return restarts > 0 && Number.isFinite(lastMs) ? `${restarts} (${humanDuration(nowMs - lastMs)} ago)` : String(restarts);
}

/** READINESS GATES: `1/2`, or `<none>`. */
export function podReadinessGates(pod: StoredObject): string {
  const gates = objectsIn(spec(pod), "readinessGates");
  if (gates.length === 0) return "<none>";
  return `${gates.filter((gate) => isTrue(pod, gate.conditionType)).length}/${gates.length}`;
}
