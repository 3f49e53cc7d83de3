import { compareTemplates } from "@daemonscope/daemonset/revisions/compare-templates";
import type { JsonValue } from "@daemonscope/kube/json-value";
import { nearestNames } from "@daemonscope/kube/nearest";
import type { ClustersDifferenceAnswer } from "@daemonscope/shared/http/clusters";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { FastifyInstance } from "fastify";
import { ClusterSummaries } from "../clusters/cluster-summaries.ts";
import type { SeveralClusters } from "../clusters/clusters.ts";
import { ApiFailure } from "../safety/api-failure.ts";
import { orNearest } from "../safety/or-nearest.ts";
import type { RouteContext } from "./context.ts";
import { daemonSetKeyOf } from "./lookup.ts";
import { sendJson } from "./send-json.ts";

function one(query: unknown, name: string): string | undefined {
  const value = (query as Readonly<Record<string, unknown>>)[name];
  if (value !== undefined && typeof value !== "string")
    throw new ApiFailure(400, "BadParameter", `The parameter ${name} is given twice: once is needed.`);
  return value;
}

function needed(query: unknown, name: string): string {
  const value = one(query, name);
  if (value === undefined)
    throw new ApiFailure(400, "BadParameter", `The parameter ${name} is missing: this path needs namespace, daemonSet, from, to.`);
  return value;
}

/** The template of a DaemonSet in the cluster of this name, as its watch keeps it. */
function templateIn({ named }: SeveralClusters, cluster: string, namespace: string, daemonSet: string): JsonValue {
  const part = named.find(({ name }) => name === cluster);
  if (part === undefined) {
    const nearest = nearestNames(
      cluster,
      named.map(({ name }) => name),
    );
    throw new ApiFailure(404, "ClusterNotFound", `This server watches no cluster ${cluster.slice(0, 100)}.${orNearest(nearest)}`, nearest);
  }
  const served = part.readingOf({ url: "/" });
  const key = daemonSetKeyOf(served, namespace, daemonSet);
  const template = served.reading.daemonSet(key)?.fullTemplate;
  if (template === undefined) throw new ApiFailure(404, "NoTemplate", `The template of DaemonSet ${key} in ${cluster} cannot be read.`);
  // Our own text, written by the decoder.
  return JSON.parse(template) as JsonValue;
}

/** GET /api/clusters, and GET /api/clusters/difference: only where several clusters are watched. */
export function clustersRoutes(
  app: FastifyInstance,
  several: SeveralClusters,
  { showsValues }: Pick<RouteContext, "showsValues">,
  run: string,
): void {
  const summaries = new ClusterSummaries(several, run, () => performance.now());
  app.get(PATHS.clusters, async (request, reply) => sendJson(request, reply, summaries.answer(one(request.query, "since"))));
  app.get(PATHS.clustersDifference, async (request, reply) => {
    const [namespace, daemonSet, from, to] = ["namespace", "daemonSet", "from", "to"].map((name) => needed(request.query, name)) as [
      string,
      string,
      string,
      string,
    ];
    const difference = compareTemplates(templateIn(several, from, namespace, daemonSet), templateIn(several, to, namespace, daemonSet));
    const answer: ClustersDifferenceAnswer = { from, to, difference, showsValues };
    return sendJson(request, reply, answer);
  });
}
