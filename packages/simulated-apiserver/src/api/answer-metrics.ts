import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { StoredObject } from "../objects/contract.ts";
import { StoreError } from "../objects/failures.ts";
import { sendJson } from "./answer/respond.ts";
import { methodNotAllowed } from "./answer/status-body.ts";
import { type Measurement, measureNode, measurePod } from "./measured/measure.ts";
import { MEASURED_GROUP, MEASURED_VERSION, type MeasuredName, type MetricsTarget } from "./measured/measured-resource.ts";
import { representationOf } from "./read/representation.ts";
import { switchIn } from "./request/query-values.ts";
import { selectorOf } from "./request/selectors.ts";
import { countRequest, type ServedCluster } from "./served-cluster.ts";

const forbidden = ({ resource, namespace, name }: MetricsTarget, verb: string): StoreError => {
  const subject = `${resource.name}.${MEASURED_GROUP}${name === undefined ? "" : ` "${name}"`}`;
  const scope = namespace === undefined ? "at the cluster scope" : `in the namespace "${namespace}"`;
  return new StoreError({
    code: 403,
    reason: "Forbidden",
    message: `${subject} is forbidden: User "simulated" cannot ${verb} resource "${resource.name}" in API group "${MEASURED_GROUP}" ${scope}`,
    details: { ...(name === undefined ? {} : { name }), group: MEASURED_GROUP, kind: resource.name },
  });
};

function notFound(group: string | undefined, kind: string, name: string): StoreError {
  const qualified = group === undefined ? kind : `${kind}.${group}`;
  const details = { name, ...(group === undefined ? {} : { group }), kind };
  return new StoreError({ code: 404, reason: "NotFound", message: `${qualified} "${name}" not found`, details });
}

const NAME_COLUMN = { name: "Name", type: "string", format: "name", description: "Name of the resource", priority: 0 };
const column = (name: string, format: string) => ({ name, type: "string", format, description: "", priority: 0 });
const COLUMNS = [NAME_COLUMN, column("cpu", "quantity"), column("memory", "quantity"), column("Window", "duration")];

const withKind = (kind: string, { body }: Measurement) => ({ kind, apiVersion: MEASURED_VERSION, ...body });

const tableOf = (kind: string, measurements: readonly Measurement[]) => ({
  kind: "Table",
  apiVersion: "meta.k8s.io/v1",
  metadata: {},
  // Source: metrics-server pkg/api/table.go: without a row there are no columns.
  columnDefinitions: measurements.length === 0 ? null : COLUMNS,
  rows: measurements.map((each) => ({
    cells: [each.name, each.usage.cpu, each.usage.memory, each.window],
    object: withKind(kind, each),
  })),
});

/**
 * Answers requests to metrics.k8s.io: get and list, as JSON or as the table that `kubectl get` prints. Its resources
 * cannot be written or watched. Throws the API's refusals. Source: metrics-server pkg/api/pod.go, node.go.
 */
export async function answerMetrics(
  cluster: ServedCluster,
  request: IncomingMessage,
  response: ServerResponse,
  target: MetricsTarget,
  query: URLSearchParams,
): Promise<void> {
  const { store, clock, faults } = cluster;
  const { resource, namespace, name } = target;
  if (request.method !== "GET" || switchIn(query, "watch")) throw methodNotAllowed();
  const verb = name === undefined ? "list" : "get";
  const ruleName: MeasuredName = `${resource.name}.${MEASURED_GROUP}`;
  countRequest(cluster, `${verb} ${ruleName}`);
  if (faults.delayMs > 0) await delay(faults.delayMs);
  if (faults.isForbidden(ruleName, verb)) throw forbidden(target, verb);
  const nowMs = clock.nowMs();
  const measure = (object: StoredObject) => (resource.name === "pods" ? measurePod : measureNode)(store, object, nowMs);
  const form = representationOf(request.headers.accept, query) ?? { kind: "json" };
  if (name !== undefined) {
    const object = store.get(resource.name, namespace, name);
    if (object === undefined) throw notFound(undefined, resource.name, name);
    const measurement = measure(object);
    const qualifiedName = namespace === undefined ? name : `${namespace}/${name}`;
    if (measurement === undefined) throw notFound(MEASURED_GROUP, resource.name === "pods" ? "podmetrics" : "nodemetrics", qualifiedName);
    sendJson(response, 200, form.kind === "table" ? tableOf(resource.kind, [measurement]) : withKind(resource.kind, measurement));
    return;
  }
  const selected = selectorOf(resource.name, query);
  const objects = store
    .list(resource.name)
    .filter((object) => (namespace === undefined || object.metadata.namespace === namespace) && selected?.(object) !== false);
  const measurements = objects.flatMap((object) => measure(object) ?? []);
  const list = { kind: `${resource.kind}List`, apiVersion: MEASURED_VERSION, metadata: {}, items: measurements.map(({ body }) => body) };
  sendJson(response, 200, form.kind === "table" ? tableOf(resource.kind, measurements) : list);
}
