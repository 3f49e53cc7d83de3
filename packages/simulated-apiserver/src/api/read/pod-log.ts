import type { ServerResponse } from "node:http";
import type { StoredObject, StoreEvent } from "../../objects/contract.ts";
import { badRequest } from "../../objects/failures.ts";
import { isJsonObject, type JsonObject, listIn, objectIn } from "../../objects/json.ts";
import type { SimulatorStore } from "../../store/store.ts";
import { integerIn, switchIn } from "../request/query-values.ts";

interface PodLogRequest {
  readonly store: SimulatorStore;
  readonly pod: StoredObject;
  readonly query: URLSearchParams;
  readonly nowMs: number;
  readonly response: ServerResponse;
}

interface LogLine {
  readonly atMs: number;
  readonly text: string;
}

const containersOf = (pod: StoredObject): readonly JsonObject[] => listIn(objectIn(pod, "spec"), "containers").filter(isJsonObject);
const statusOf = (pod: StoredObject, container: string): JsonObject =>
  listIn(objectIn(pod, "status"), "containerStatuses")
    .filter(isJsonObject)
    .find(({ name }) => name === container) ?? {};

/** Returns the requested container. Throws 400 if it must be chosen or does not exist. */
function chosenContainer(pod: StoredObject, requested: string | null): string {
  const names = containersOf(pod).map(({ name }) => String(name));
  const { name } = pod.metadata;
  if (requested !== null && requested !== "") {
    if (names.includes(requested)) return requested;
    throw badRequest(`container ${requested} is not valid for pod ${name}`);
  }
  const [only] = names;
  if (only !== undefined && names.length === 1) return only;
  throw badRequest(`a container name must be specified for pod ${name}, choose one of: [${names.join(" ")}]`);
}

/** Returns the lines of a container: one at its start, one when it became ready, one at its end. */
function linesOf(pod: StoredObject, container: string, previous: boolean): readonly LogLine[] {
  const status = statusOf(pod, container);
  const { running, waiting, terminated } = objectIn(status, previous ? "lastState" : "state");
  const run = isJsonObject(running) ? running : isJsonObject(terminated) ? terminated : undefined;
  const image = containersOf(pod).find(({ name }) => name === container)?.image;
  if (run === undefined) {
    if (previous) throw badRequest(`previous terminated container "${container}" in pod "${pod.metadata.name}" not found`);
    const reason = isJsonObject(waiting) ? String(waiting.reason ?? "") : "";
    const why = reason === "" ? "" : `: ${reason}`;
    throw badRequest(
      /ImagePull/.test(reason)
        ? `container "${container}" in pod "${pod.metadata.name}" is waiting to start: trying and failing to pull image`
        : `container "${container}" in pod "${pod.metadata.name}" is waiting to start${why}`,
    );
  }
  const startedMs = Date.parse(String(run.startedAt ?? pod.metadata.creationTimestamp));
  const lines: LogLine[] = [
    { atMs: startedMs, text: `${container}: ${String(image)} started on ${String(objectIn(pod, "spec").nodeName)}` },
  ];
  const ready = listIn(objectIn(pod, "status"), "conditions").find((condition) => isJsonObject(condition) && condition.type === "Ready");
  if (!previous && status.ready === true && isJsonObject(ready))
    lines.push({ atMs: Math.max(startedMs, Date.parse(String(ready.lastTransitionTime))), text: `${container}: ready` });
  if (isJsonObject(terminated) && run === terminated)
    lines.push({ atMs: Date.parse(String(terminated.finishedAt)), text: `${container}: ended with ${String(terminated.exitCode)}` });
  return lines;
}

/** Formats lines as the kubelet does, with their times if requested. */
function formatLines(lines: readonly LogLine[], query: URLSearchParams): string {
  const stamp = switchIn(query, "timestamps") ? ({ atMs }: LogLine) => `${new Date(atMs).toISOString()} ` : () => "";
  return lines.map((line) => `${stamp(line)}${line.text}\n`).join("");
}

function selectedText(lines: readonly LogLine[], query: URLSearchParams, nowMs: number): string {
  const sinceSeconds = integerIn(query, "sinceSeconds");
  const sinceMs = sinceSeconds === undefined ? Date.parse(query.get("sinceTime") ?? "") : nowMs - sinceSeconds * 1000;
  const tail = integerIn(query, "tailLines");
  const recent = lines.filter(({ atMs }) => !(atMs < sinceMs));
  const kept = tail === undefined ? recent : recent.slice(recent.length - Math.min(tail, recent.length));
  const text = formatLines(kept, query);
  const limit = integerIn(query, "limitBytes");
  return limit === undefined ? text : text.slice(0, limit);
}

/**
 * Serves the log of a container as text; with `follow` until its pod is gone. Throws the API's 400 for a container
 * without a log.
 */
export function servePodLog({ store, pod, query, nowMs, response }: PodLogRequest): void {
  const container = chosenContainer(pod, query.get("container"));
  // A pod without a node has no log.
  if ((objectIn(pod, "spec").nodeName ?? "") === "") {
    response.writeHead(204);
    response.end();
    return;
  }
  const lines = linesOf(pod, container, switchIn(query, "previous"));
  response.writeHead(200, { "content-type": "text/plain" });
  const text = selectedText(lines, query, nowMs);
  if (!switchIn(query, "follow")) {
    response.end(text);
    return;
  }
  response.write(text);
  response.flushHeaders();
  let sentLines = lines.length;
  const follow = ({ type, object }: StoreEvent) => {
    if (object.metadata.uid !== pod.metadata.uid) return;
    if (type === "DELETED") {
      response.end();
      return;
    }
    const state = objectIn(statusOf(object, container), "state");
    if (!isJsonObject(state.running) && !isJsonObject(state.terminated)) return;
    const linesNow = linesOf(object, container, false);
    if (linesNow.length > sentLines) response.write(formatLines(linesNow.slice(sentLines), query));
    sentLines = linesNow.length;
  };
  const unsubscribe = store.subscribe("pods", follow);
  response.on("close", unsubscribe);
}
