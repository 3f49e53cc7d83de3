import { roomFor } from "@daemonscope/daemonset/room/room-for";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { RoomAnswer } from "@daemonscope/shared/http/room";
import type { FastifyInstance } from "fastify";
import { decodeAllocatable, decodeRoomPod } from "../cluster/decode/decode-room-pod.ts";
import { inNamespace, WATCHED } from "../cluster/resources.ts";
import type { RouteContext } from "./context.ts";
import { daemonSetKeyOf, namesOf, nodeOf } from "./lookup.ts";
import { type NeededRight, readFailure } from "./read-failure.ts";
import { sendJson } from "./send-json.ts";

/** More pods than a kubelet is made for. */
const READ = 1000;

/** Waits for a read; what fails says which right it takes. */
async function readWith<T>(right: NeededRight, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    throw readFailure(error, right);
  }
}

/** GET /api/room: what a pair's pod that waits for the scheduler needs of its node, and who has it. Read from the cluster when asked for. */
export function roomRoute(app: FastifyInstance, { live, reads }: RouteContext): void {
  app.get(PATHS.room, async (request, reply) => {
    const { namespace, daemonSet, node } = namesOf(request.query, { namespace: "namespace", daemonSet: "name", node: "name" });
    const key = daemonSetKeyOf(live, namespace, daemonSet);
    nodeOf(live, node);
    const { namespace: onlyNamespace } = reads;
    const none: RoomAnswer = { at: live.model.nowMs, waiting: undefined, onlyNamespace, isCut: false };
    const name = live.model.podsOf(key, node).find(({ scheduled }) => !scheduled)?.name;
    if (name === undefined) return sendJson(request, reply, none);
    const pods = (within: string | undefined, fieldSelector: string) =>
      readWith(
        { verb: "list", resource: WATCHED.pods.qualified, namespace: within },
        reads.list("room-pods", { path: inNamespace(WATCHED.pods, within).path, query: { fieldSelector }, limit: READ }, decodeRoomPod),
      );
    // Lists of one: who may watch these kinds may list them, and needs no other right.
    const [waiting, bound, nodes] = await Promise.all([
      pods(namespace, `metadata.name=${name}`),
      pods(onlyNamespace, `spec.nodeName=${node}`),
      readWith(
        { verb: "list", resource: WATCHED.nodes.qualified, namespace: undefined },
        reads.list(
          "room-node",
          { path: WATCHED.nodes.path, query: { fieldSelector: `metadata.name=${node}` }, limit: 1 },
          decodeAllocatable,
        ),
      ),
    ]);
    const [pod] = waiting.objects;
    const [allocatable] = nodes.objects;
    if (pod === undefined || pod.isBound || allocatable === undefined) return sendJson(request, reply, none);
    const answer: RoomAnswer = { ...none, waiting: { pod: name, room: roomFor(pod, allocatable, bound.objects) }, isCut: bound.isCut };
    return sendJson(request, reply, answer);
  });
}
