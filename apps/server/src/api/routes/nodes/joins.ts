import { type JoinTimes, joinTimesInParts } from "@daemonscope/daemonset/model/join-times";
import { systemTimers } from "@daemonscope/kube-client/flow-control/clock";
import type { JoinsAnswer } from "@daemonscope/shared/http/joins";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { FastifyInstance } from "fastify";
import { drainInSlices } from "../../../feed/drain-in-slices.ts";
import type { RouteContext } from "../../context.ts";
import { readParameters, requireDaemonSetKey, requireSourceRead } from "../../lookup.ts";
import { sendJson } from "../../send-json.ts";

/** Returns the DaemonSet that the nodes of each pool waited for longest, by its 99th percentile. */
function slowestAgents(times: readonly JoinTimes[]): ReadonlyMap<string, JoinTimes> {
  const slowest = new Map<string, JoinTimes>();
  for (const each of times) {
    const known = slowest.get(each.pool);
    if (known === undefined || each.ready.p99Ms > known.ready.p99Ms) slowest.set(each.pool, each);
  }
  return slowest;
}

/** GET /api/joins: the times from join to ready of a DaemonSet, by pool. O(nodes + recent nodes × DaemonSets). */
export function joinsRoute(app: FastifyInstance, { readingOf }: RouteContext): void {
  app.get(PATHS.joins, async (request, reply) => {
    const { namespace, daemonSet } = readParameters(request.query, { namespace: "namespace", daemonSet: "name" });
    const served = readingOf(request);
    const { reading } = served;
    const key = requireDaemonSetKey(served, namespace, daemonSet);
    for (const source of ["nodes", "pods"] as const) requireSourceRead(served, source, `joins of DaemonSet ${key}`);
    const times = await drainInSlices(joinTimesInParts(reading), systemTimers);
    const slowest = slowestAgents(times);
    const answer: JoinsAnswer = {
      at: reading.nowMs,
      pools: times
        .filter((each) => each.daemonSet === key)
        .map(({ daemonSet: _, ...pool }) => {
          const agent = slowest.get(pool.pool);
          const { p99Ms } = pool.ready;
          const isSlower = agent !== undefined && agent.ready.p99Ms > p99Ms;
          return { ...pool, slowestAgent: isSlower ? { daemonSet: agent.daemonSet, p99Ms: agent.ready.p99Ms } : { daemonSet: key, p99Ms } };
        }),
    };
    return sendJson(request, reply, answer);
  });
}
