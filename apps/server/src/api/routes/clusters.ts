import { randomBytes } from "node:crypto";
import { compareTemplates } from "@daemonscope/daemonset/revisions/template/compare-templates";
import { nearestNames } from "@daemonscope/kube/base/nearest";
import type { JsonValue } from "@daemonscope/kube/values/json-value";
import { objectField } from "@daemonscope/kube-client/decode/fields";
import { createTemplateRedactor, type TemplateRedactor } from "@daemonscope/kube-client/decode/template-redactor";
import type { ClustersDifferenceAnswer } from "@daemonscope/shared/http/clusters";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Principal } from "../../access/auth/principal.ts";
import { principalOf } from "../../access/auth/request-principal.ts";
import type { NamedCluster } from "../../clusters/cluster-runtime.ts";
import { ClusterSummaries } from "../../clusters/cluster-summaries.ts";
import type { MultiCluster } from "../../clusters/clusters.ts";
import { scopedClusters } from "../../clusters/scoped-clusters.ts";
import { ApiFailure } from "../../platform/failure/api-failure.ts";
import { suggestionSuffix } from "../../platform/failure/suggestion-suffix.ts";
import { fetchObject } from "../../readings/on-demand/fetch-object.ts";
import { currentReading } from "../../readings/readings.ts";
import type { RouteContext } from "../context.ts";
import { requireDaemonSetKey } from "../lookup.ts";
import { sendJson } from "../send-json.ts";

function optionalParameter(query: unknown, name: string): string | undefined {
  const value = (query as Readonly<Record<string, unknown>>)[name];
  if (value !== undefined && typeof value !== "string")
    throw new ApiFailure(400, "BadParameter", `The parameter ${name} is given twice: once is needed.`);
  return value;
}

function requiredParameter(query: unknown, name: string): string {
  const value = optionalParameter(query, name);
  if (value === undefined)
    throw new ApiFailure(400, "BadParameter", `The parameter ${name} is missing: this path needs namespace, daemonSet, from, to.`);
  return value;
}

interface TemplateQuestion {
  readonly cluster: string;
  readonly namespace: string;
  readonly daemonSet: string;
}

/** Returns the template of a DaemonSet in the named cluster, as its watch keeps it. If another process watches the
 *  cluster, no templates are kept, so its API server is read. */
async function templateIn(
  { named }: MultiCluster,
  { cluster, namespace, daemonSet }: TemplateQuestion,
  viewer: Principal,
  redact: TemplateRedactor,
): Promise<JsonValue> {
  const part = named.find(({ name }) => name === cluster);
  if (part === undefined) {
    const nearest = nearestNames(
      cluster,
      named.map(({ name }) => name),
    );
    throw new ApiFailure(
      404,
      "ClusterNotFound",
      `This server watches no cluster ${cluster.slice(0, 100)}.${suggestionSuffix(nearest)}`,
      nearest,
    );
  }
  const served = currentReading(part.live);
  const key = requireDaemonSetKey(served, namespace, daemonSet, `cluster ${cluster}`);
  if (part.readsAs !== undefined) {
    const object = await fetchObject(await part.readsAs(viewer), { kind: "DaemonSet", namespace, name: daemonSet });
    const { uid = "" } = served.reading.daemonSet(key)?.metadata ?? {};
    return JSON.parse(redact(objectField(objectField(object, "spec"), "template"), uid)) as JsonValue;
  }
  const template = served.reading.daemonSet(key)?.fullTemplate;
  if (template === undefined) throw new ApiFailure(404, "NoTemplate", `The template of DaemonSet ${key} in ${cluster} cannot be read.`);
  // The decoder of this program wrote the text, so it is valid JSON.
  return JSON.parse(template) as JsonValue;
}

/** Caches the summaries of each principal: of everything, or of the user's access scope. */
function summariesOf(run: string): (several: MultiCluster, viewer: Principal) => ClusterSummaries {
  const known = new WeakMap<Principal, { several: MultiCluster; readonly summaries: ClusterSummaries }>();
  let count = 0;
  return (several, viewer) => {
    const before = known.get(viewer);
    if (before !== undefined) {
      before.several = several;
      return before.summaries;
    }
    const entry: { several: MultiCluster; readonly summaries: ClusterSummaries } = {
      several,
      summaries: new ClusterSummaries(
        () => entry.several,
        `${run}${(count++).toString(36)}`,
        () => performance.now(),
      ),
    };
    known.set(viewer, entry);
    return entry.summaries;
  };
}

const CLUSTERS_ACCESS = { config: { access: "clusters" } } as const;

/** Plugin. GET /api/clusters and GET /api/clusters/difference: only on a server of several clusters, now or later. */
export function clusterRoutes(app: FastifyInstance, { showsValues, clusters }: Pick<RouteContext, "showsValues" | "clusters">): void {
  if (clusters.several === undefined && !clusters.mayGrow) return;
  const summariesFor = summariesOf(randomBytes(6).toString("hex"));
  const redact = createTemplateRedactor({ key: randomBytes(32), showValues: showsValues, isComparedAcross: true });
  const seenBy = async (request: FastifyRequest) => {
    if (request.clusterName !== undefined)
      throw new ApiFailure(404, "NotOfOneCluster", "This is about all clusters of the server: leave out /clusters/NAME.");
    const { several } = clusters;
    const all = several ?? { named: clusters.all as readonly NamedCluster[], unusable: [], notes: [] };
    return scopedClusters(all, principalOf(request));
  };
  app.get(PATHS.clusters, CLUSTERS_ACCESS, async (request, reply) => {
    const since = optionalParameter(request.query, "since");
    return sendJson(request, reply, summariesFor(await seenBy(request), principalOf(request)).answer(since));
  });
  app.get(PATHS.clustersDifference, CLUSTERS_ACCESS, async (request, reply) => {
    const [namespace, daemonSet, from, to] = ["namespace", "daemonSet", "from", "to"].map((name) =>
      requiredParameter(request.query, name),
    ) as [string, string, string, string];
    const several = await seenBy(request);
    // An agent may have another name in the other cluster.
    const toNamespace = optionalParameter(request.query, "toNamespace") ?? namespace;
    const toDaemonSet = optionalParameter(request.query, "toDaemonSet") ?? daemonSet;
    const [fromTemplate, toTemplate] = await Promise.all([
      templateIn(several, { cluster: from, namespace, daemonSet }, principalOf(request), redact),
      templateIn(several, { cluster: to, namespace: toNamespace, daemonSet: toDaemonSet }, principalOf(request), redact),
    ]);
    const difference = compareTemplates(fromTemplate, toTemplate);
    const answer: ClustersDifferenceAnswer = { from, to, difference, showsValues };
    return sendJson(request, reply, answer);
  });
}
