import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import type { DaemonSetPodsAnswer } from "@daemonscope/shared/http/answers";
import { PATHS } from "@daemonscope/shared/http/paths";
import { podAnswer } from "@daemonscope/words/answers/pod-answer";
import type { FastifyInstance } from "fastify";
import { ApiFailure } from "../../../platform/failure/api-failure.ts";
import type { RouteContext } from "../../context.ts";
import { readParameters, requireDaemonSetKey } from "../../lookup.ts";
import { sendJson } from "../../send-json.ts";

function imagesByHash(reading: ClusterReading, key: string, hashes: Iterable<string | undefined>): DaemonSetPodsAnswer["imagesByHash"] {
  const images: Record<string, readonly string[]> = {};
  for (const hash of new Set(hashes)) {
    const containers = reading.containersOf(key, hash);
    if (hash !== undefined && containers !== undefined) images[hash] = containers.map(({ image }) => image);
  }
  return images;
}

/** GET /api/daemonset-pods: every node that has or wants a pod of the DaemonSet, sorted by node. O(nodes). */
export function daemonSetPodsRoute(app: FastifyInstance, { readingOf }: RouteContext): void {
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
          pods: pods.map((pod) =>
            podAnswer(pod, facts, reading.nowMs, reading.isRead("controllerrevisions"), reading.containersOf(key, pod.hash)),
          ),
        };
      }),
    };
    return sendJson(request, reply, answer);
  });
}
