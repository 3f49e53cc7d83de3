import { nodeLoad } from "@daemonscope/daemonset/capacity/node-load";
import { eligibleNodes } from "@daemonscope/daemonset/placement/eligibility";
import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { objectField, textsField } from "@daemonscope/kube-client/decode/fields";
import { inNamespace, WATCHED } from "@daemonscope/kube-client/http/resources";
import type { EligibilityAnswer, NodeAnswer } from "@daemonscope/shared/http/answers";
import { MAX_OVERHEAD_ROWS, type NodeCapacityAnswer } from "@daemonscope/shared/http/capacity";
import type { NodeFieldManagersAnswer } from "@daemonscope/shared/http/node-field-managers";
import type { NodePod, NodePodsAnswer } from "@daemonscope/shared/http/node-pods";
import { PATHS } from "@daemonscope/shared/http/paths";
import { podAnswersOf } from "@daemonscope/words/answers/pod-answer";
import type { FastifyInstance } from "fastify";
import { ApiFailure } from "../../../platform/failure/api-failure.ts";
import { fetchNode, fetchRequestingPods } from "../../../readings/on-demand/capacity-reads.ts";
import { readFailure } from "../../../readings/on-demand/read-failure.ts";
import { decodeNodeFieldManagers } from "../../../watch/decode/decode-node-field-managers.ts";
import { decodeNodePod } from "../../../watch/decode/decode-node-pod.ts";
import { decodeAllocatable } from "../../../watch/decode/decode-requesting-pod.ts";
import type { RouteContext } from "../../context.ts";
import { readParameters, requireDaemonSetKey, requireNode, requireSourceRead } from "../../lookup.ts";
import { sendJson } from "../../send-json.ts";
import { joinsRoute } from "./joins.ts";
import { labelsRoute } from "./labels.ts";
import { taintsRoute } from "./taints.ts";

/** GET /api/eligibility: whether each node may have a pod of a DaemonSet, with the deciding check of the pair's proof.
 *  O(nodes). */
function eligibilityRoute(app: FastifyInstance, { readingOf }: RouteContext): void {
  app.get(PATHS.eligibility, async (request, reply) => {
    const { namespace, daemonSet } = readParameters(request.query, { namespace: "namespace", daemonSet: "name" });
    const served = readingOf(request);
    const { reading, epoch } = served;
    const key = requireDaemonSetKey(served, namespace, daemonSet);
    requireSourceRead(served, "nodes", `where DaemonSet ${key} runs`);
    const object = reading.daemonSet(key);
    if (object === undefined) throw new ApiFailure(404, "DaemonSetNotFound", `DaemonSet ${key} has just gone.`);
    const answer: EligibilityAnswer = {
      at: reading.nowMs,
      epoch,
      uid: object.metadata.uid,
      classes: eligibleNodes(object.spec.template, reading.nodes(), reading.gates),
    };
    return sendJson(request, reply, answer);
  });
}

/** GET /api/node-managers: the last writers of a node's taints and labels. Read from the cluster on request, because
 *  managed fields enter neither model nor log (rule L5). */
function nodeManagersRoute(app: FastifyInstance, { liveReadingOf }: RouteContext): void {
  app.get(PATHS.nodeManagers, async (request, reply) => {
    const { name } = readParameters(request.query, { name: "name" });
    const served = liveReadingOf(request);
    const { reads, reading } = served;
    requireNode(served, name);
    const [managers] = (await fetchNode(reads, "node-managers", name, decodeNodeFieldManagers)).objects;
    if (managers === undefined) throw new ApiFailure(404, "Gone", `Node ${name} has just gone.`);
    const answer: NodeFieldManagersAnswer = { at: reading.nowMs, ...managers };
    return sendJson(request, reply, answer);
  });
}

/** GET /api/node-capacity: the requests on a node against its allocatable resources, and the share of daemon pods. Read
 *  from the cluster on request. */
function nodeCapacityRoute(app: FastifyInstance, { liveReadingOf }: RouteContext): void {
  app.get(PATHS.nodeCapacity, async (request, reply) => {
    const { name } = readParameters(request.query, { name: "name" });
    const served = liveReadingOf(request);
    const { reads, reading } = served;
    requireNode(served, name);
    const { namespace: onlyNamespace } = reads;
    const [bound, nodes] = await Promise.all([
      fetchRequestingPods(reads, onlyNamespace, `spec.nodeName=${name}`),
      fetchNode(reads, "node-capacity", name, (node) => ({
        allocatable: decodeAllocatable(node),
        declaredFeatures: textsField(objectField(node, "status"), "declaredFeatures"),
      })),
    ]);
    const [node] = nodes.objects;
    if (node === undefined) throw new ApiFailure(404, "Gone", `Node ${name} has just gone.`);
    const load = nodeLoad(node.allocatable, bound.objects);
    const answer: NodeCapacityAnswer = {
      at: reading.nowMs,
      ...load,
      taxes: load.taxes.slice(0, MAX_OVERHEAD_ROWS),
      daemonSetCount: load.taxes.length,
      declaredFeatures: node.declaredFeatures,
      onlyNamespace,
      isCut: bound.isCut,
    };
    return sendJson(request, reply, answer);
  });
}

/** More pods than a kubelet is designed for. */
const MAX_PODS = 1000;

const RANKS: Readonly<Record<NodePod["owner"]["kind"], number>> = { daemonSet: 0, static: 1, controller: 2, orphan: 3, nobody: 4 };

const compare = (a: NodePod, b: NodePod): number =>
  RANKS[a.owner.kind] - RANKS[b.owner.kind] || compareTexts(`${a.namespace}/${a.name}`, `${b.namespace}/${b.name}`);

/** GET /api/node-pods: every pod that is bound to a node, by kind of creator. Read from the cluster on request. */
function nodePodsRoute(app: FastifyInstance, { liveReadingOf }: RouteContext): void {
  app.get(PATHS.nodePods, async (request, reply) => {
    const { name } = readParameters(request.query, { name: "name" });
    const served = liveReadingOf(request);
    const { reads, reading } = served;
    requireNode(served, name);
    const { namespace } = reads;
    try {
      const listQuery = {
        path: inNamespace(WATCHED.pods, namespace).path,
        query: { fieldSelector: `spec.nodeName=${name}` },
        limit: MAX_PODS,
      };
      const { objects, isCut } = await reads.list("node-pods", listQuery, decodeNodePod);
      const answer: NodePodsAnswer = { at: reading.nowMs, pods: [...objects].sort(compare), isCut };
      return sendJson(request, reply, answer);
    } catch (error) {
      throw readFailure(error, { verb: "list", resource: WATCHED.pods.qualified, namespace });
    }
  });
}

/** GET /api/node: a node with every DaemonSet's verdict and pods on it. */
function nodeRoute(app: FastifyInstance, { readingOf }: RouteContext): void {
  app.get(PATHS.node, async (request, reply) => {
    const { name } = readParameters(request.query, { name: "name" });
    const served = readingOf(request);
    const { reading } = served;
    const node = requireNode(served, name);
    const kubeletFacts = reading.conditionsOf(name);
    const answer: NodeAnswer = {
      at: reading.nowMs,
      node,
      conditions: kubeletFacts?.conditions ?? [],
      kubeletVersion: kubeletFacts?.kubeletVersion,
      daemonSets: reading.daemonSetKeys().flatMap((key) => {
        const placement = reading.placementOf(key, name);
        const facts = reading.setFacts(key);
        if (placement === undefined || facts === undefined) return [];
        const rejections = reading.rejectionsOf(key, name);
        const join = reading.joinOf(key, name);
        return {
          key,
          verdict: placement.verdict,
          cell: reading.cellAt(key, name),
          pods: podAnswersOf(reading, key, name, reading.isRead("controllerrevisions")),
          ...(rejections === undefined ? {} : { rejections }),
          ...(join === undefined ? {} : { join }),
          checks: placement.checks,
        };
      }),
    };
    return sendJson(request, reply, answer);
  });
}

/** Plugin: nodes, their taints and labels, and the rules that select them. */
export function nodeRoutes(app: FastifyInstance, context: RouteContext): void {
  nodeRoute(app, context);
  eligibilityRoute(app, context);
  taintsRoute(app, context);
  labelsRoute(app, context);
  nodePodsRoute(app, context);
  nodeCapacityRoute(app, context);
  nodeManagersRoute(app, context);
  joinsRoute(app, context);
}
