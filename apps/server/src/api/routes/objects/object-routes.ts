import { nodeFit } from "@daemonscope/daemonset/capacity/node-fit";
import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import type { DaemonSetPodsAnswer } from "@daemonscope/shared/http/answers";
import type { FitAnswer } from "@daemonscope/shared/http/capacity";
import { PATHS } from "@daemonscope/shared/http/paths";
import { MAX_PODS, MAX_QUERY_LENGTH, MIN_QUERY_LENGTH, type PodMatch, type PodSearchAnswer } from "@daemonscope/shared/http/pod-search";
import { podAnswersOf } from "@daemonscope/words/answers/pod-answer";
import type { FastifyInstance } from "fastify";
import { ApiFailure } from "../../../platform/failure/api-failure.ts";
import { fetchAllocatable, fetchRequestingPods } from "../../../readings/on-demand/capacity-reads.ts";
import { podTrailAt } from "../../../readings/pod-trail-at.ts";
import type { RouteContext } from "../../context.ts";
import { readParameters, requireDaemonSetKey, requireNode, requireSourceRead } from "../../lookup.ts";
import { sendJson } from "../../send-json.ts";
import { eventsRoute } from "./events.ts";
import { explainRoute } from "./explain.ts";
import { logsRoute } from "./logs.ts";
import { podRoute } from "./pod.ts";
import { reachRoute } from "./reach.ts";
import { revisionsRoute } from "./revisions.ts";
import { yamlRoute } from "./yaml.ts";

/** GET /api/pods-named: pods of DaemonSets by a part of their name. O(pods). */
function podSearchRoute(app: FastifyInstance, { readingOf }: RouteContext): void {
  app.get(PATHS.podsNamed, async (request, reply) => {
    const { text } = readParameters(request.query, { text: "any" });
    const searchText = text.trim().toLowerCase();
    if (searchText.length < MIN_QUERY_LENGTH || searchText.length > MAX_QUERY_LENGTH)
      throw new ApiFailure(
        400,
        "BadParameter",
        `The parameter text is a part of a pod's name: ${MIN_QUERY_LENGTH} to ${MAX_QUERY_LENGTH} letters.`,
      );
    const served = readingOf(request);
    requireSourceRead(served, "pods", "pods by their name");
    const found: PodMatch[] = [];
    for (const { key, pod } of served.reading.pods())
      if (pod.name.includes(searchText)) found.push({ name: pod.name, node: pod.node, key });
    found.sort((a, b) => compareTexts(a.name, b.name));
    const answer: PodSearchAnswer = { at: served.reading.nowMs, pods: found.slice(0, MAX_PODS), total: found.length };
    return sendJson(request, reply, answer);
  });
}

/** GET /api/trail: the history of the pod of one node × DaemonSet, and its present wait. */
function trailRoute(app: FastifyInstance, { readingOf, pastOf }: RouteContext): void {
  app.get(PATHS.trail, async (request, reply) => {
    const { namespace, daemonSet, node } = readParameters(request.query, { namespace: "namespace", daemonSet: "name", node: "name" });
    const served = readingOf(request);
    const record = served.reading.daemonSetRecord(requireDaemonSetKey(served, namespace, daemonSet));
    requireNode(served, node);
    requireSourceRead(served, "pods", `the pod of ${daemonSet} on ${node}`);
    if (record === undefined) throw new ApiFailure(404, "DaemonSetNotFound", `DaemonSet ${namespace}/${daemonSet} has just gone.`);
    return sendJson(request, reply, await podTrailAt(served.reading, () => pastOf(request), record, node));
  });
}

function imagesByHash(reading: ClusterReading, key: string, hashes: Iterable<string | undefined>): DaemonSetPodsAnswer["imagesByHash"] {
  const images: Record<string, readonly string[]> = {};
  for (const hash of new Set(hashes)) {
    const containers = reading.containersOf(key, hash);
    if (hash !== undefined && containers !== undefined) images[hash] = containers.map(({ image }) => image);
  }
  return images;
}

/** GET /api/daemonset-pods: every node that has or wants a pod of the DaemonSet, sorted by node. O(nodes). */
function daemonSetPodsRoute(app: FastifyInstance, { readingOf }: RouteContext): void {
  app.get(PATHS.daemonSetPods, async (request, reply) => {
    const { namespace, daemonSet } = readParameters(request.query, { namespace: "namespace", daemonSet: "name" });
    const served = readingOf(request);
    const { reading } = served;
    const key = requireDaemonSetKey(served, namespace, daemonSet);
    const record = reading.daemonSetRecord(key);
    const facts = reading.setFacts(key);
    if (record === undefined || facts === undefined) throw new ApiFailure(404, "DaemonSetNotFound", `DaemonSet ${key} has just gone.`);
    const names = reading.nodes().map((node) => node.name);
    const hashes = names.flatMap((node) => reading.podsOf(key, node).map(({ hash }) => hash));
    const answer: DaemonSetPodsAnswer = {
      at: reading.nowMs,
      daemonSet: record,
      imagesByHash: imagesByHash(reading, key, hashes),
      nodes: names.sort().flatMap((node) => {
        const verdict = reading.verdictOf(key, node);
        const pods = reading.podsOf(key, node);
        if (verdict !== "run" && pods.length === 0) return [];
        return {
          node,
          verdict,
          cell: reading.cellAt(key, node),
          pods: podAnswersOf(reading, key, node, reading.isRead("controllerrevisions")),
        };
      }),
    };
    return sendJson(request, reply, answer);
  });
}

/** GET /api/fit: the resources that a pair's unscheduled pod needs on its node, and the pods that hold them. Read from
 *  the cluster on request. */
function fitRoute(app: FastifyInstance, { liveReadingOf }: RouteContext): void {
  app.get(PATHS.fit, async (request, reply) => {
    const { namespace, daemonSet, node } = readParameters(request.query, { namespace: "namespace", daemonSet: "name", node: "name" });
    const served = liveReadingOf(request);
    const { reads, reading } = served;
    const key = requireDaemonSetKey(served, namespace, daemonSet);
    requireNode(served, node);
    const { namespace: onlyNamespace } = reads;
    const none: FitAnswer = { at: reading.nowMs, waiting: undefined, onlyNamespace, isCut: false };
    const name = reading.podsOf(key, node).find(({ scheduled }) => !scheduled)?.name;
    if (name === undefined) return sendJson(request, reply, none);
    const [waiting, bound, nodes] = await Promise.all([
      fetchRequestingPods(reads, namespace, `metadata.name=${name}`),
      fetchRequestingPods(reads, onlyNamespace, `spec.nodeName=${node}`),
      fetchAllocatable(reads, node),
    ]);
    const [pod] = waiting.objects;
    const [allocatable] = nodes.objects;
    if (pod === undefined || pod.isBound || allocatable === undefined) return sendJson(request, reply, none);
    const answer: FitAnswer = { ...none, waiting: { pod: name, fit: nodeFit(pod, allocatable, bound.objects) }, isCut: bound.isCut };
    return sendJson(request, reply, answer);
  });
}

/** Plugin: DaemonSets, their pods, and other objects. */
export function objectRoutes(app: FastifyInstance, context: RouteContext): void {
  explainRoute(app, context);
  trailRoute(app, context);
  daemonSetPodsRoute(app, context);
  podSearchRoute(app, context);
  eventsRoute(app, context);
  podRoute(app, context);
  fitRoute(app, context);
  revisionsRoute(app, context);
  yamlRoute(app, context);
  reachRoute(app, context);
  logsRoute(app, context);
}
