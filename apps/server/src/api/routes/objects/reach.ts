import type { Json } from "@daemonscope/kube-client/decode/fields";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import { endpointSlicesPath, servicesPath } from "@daemonscope/kube-client/http/resources";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { ReachAnswer } from "@daemonscope/shared/http/reach";
import type { FastifyInstance } from "fastify";
import { ApiFailure } from "../../../platform/failure/api-failure.ts";
import { readFailure, readFailureMessage } from "../../../readings/on-demand/read-failure.ts";
import type { LiveReading } from "../../../readings/readings.ts";
import { decodeService, decodeSlice } from "../../../readings/services/decode-service.ts";
import { nearMissOf, type ReachPod, reachPorts, selectsPods, serviceReachOf } from "../../../readings/services/service-reach.ts";
import type { OnDemandReads } from "../../../watch/on-demand-reads.ts";
import type { RouteContext } from "../../context.ts";
import { readParameters, requireDaemonSetKey } from "../../lookup.ts";
import { sendJson } from "../../send-json.ts";

/** Maximum objects of one namespace. */
const LIMIT = 5000;
/** Maximum Services whose addresses are read, and maximum near misses. */
const MAX_SERVICES = 20;

function podsOf({ reading }: LiveReading, key: string): readonly ReachPod[] {
  return reading.nodes().flatMap(({ name: node }) =>
    reading.podsOf(key, node).map(({ name, scheduled, ready, deletingSinceMs }) => ({
      name,
      node,
      scheduled,
      ready,
      terminating: deletingSinceMs !== undefined,
    })),
  );
}

/** GET /api/reach: the ways to reach a DaemonSet's pods. Services and EndpointSlices are read on request. Without the
 *  right to read them, the answer has the rest. */
export function reachRoute(app: FastifyInstance, { liveReadingOf }: RouteContext): void {
  async function tryList<T>(
    reads: OnDemandReads,
    unread: string[],
    resource: string,
    asked: Parameters<OnDemandReads["list"]>[1] & { readonly namespace: string },
    read: (object: Json) => T | undefined,
  ) {
    const { namespace, ...rest } = asked;
    const right = { verb: "list", resource, namespace } as const;
    try {
      return await reads.list(resource, rest, read);
    } catch (error) {
      if (!(error instanceof KubeRequestError) || error.code !== "forbidden") throw readFailure(error, right);
      unread.push(readFailureMessage(error, right));
      return undefined;
    }
  }

  app.get(PATHS.reach, async (request, reply) => {
    const { namespace, daemonSet } = readParameters(request.query, { namespace: "namespace", daemonSet: "name" });
    const served = liveReadingOf(request);
    const { reads, reading } = served;
    const key = requireDaemonSetKey(served, namespace, daemonSet);
    const template = reading.daemonSet(key)?.spec.template;
    if (template === undefined) throw new ApiFailure(404, "DaemonSetNotFound", `DaemonSet ${key} has just gone.`);
    const unread: string[] = [];
    const services = await tryList(reads, unread, "services", { namespace, path: servicesPath(namespace), limit: LIMIT }, decodeService);
    const matches = (services?.objects ?? []).filter((service) => selectsPods(service, template.labels)).slice(0, MAX_SERVICES);
    const names = matches.map(({ name }) => name);
    const query = { labelSelector: `kubernetes.io/service-name in (${names.join(",")})` };
    const slices =
      names.length === 0
        ? { objects: [], isCut: false }
        : await tryList(
            reads,
            unread,
            "endpointslices.discovery.k8s.io",
            { namespace, path: endpointSlicesPath(namespace), query, limit: LIMIT },
            decodeSlice,
          );
    const addresses = slices?.objects.flat() ?? [];
    const pods = podsOf(served, key);
    const nodes = reading.nodes().map(({ name }) => name);
    const answer: ReachAnswer = {
      at: reading.nowMs,
      hostNetwork: template.hostNetwork,
      ports: reachPorts(template),
      pods: pods.length,
      readyPods: pods.filter(({ ready }) => ready).length,
      services: matches.map((service) =>
        serviceReachOf(
          service,
          addresses.filter((address) => address.service === service.name),
          slices === undefined ? [] : pods,
          slices === undefined ? [] : nodes,
        ),
      ),
      nearMisses: (services?.objects ?? []).flatMap((service) => nearMissOf(service, template.labels) ?? []).slice(0, MAX_SERVICES),
      addressesRead: slices !== undefined,
      unread,
      isCut: services?.isCut === true || slices?.isCut === true,
    };
    return sendJson(request, reply, answer);
  });
}
