import { roomFor } from "@daemonscope/daemonset/room/room-for";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { RoomAnswer } from "@daemonscope/shared/http/room";
import type { FastifyInstance } from "fastify";
import type { RouteContext } from "./context.ts";
import { daemonSetKeyOf, namesOf, nodeOf } from "./lookup.ts";
import { readAllocatable, readRoomPods } from "./room-reads.ts";
import { sendJson } from "./send-json.ts";

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
    const [waiting, bound, nodes] = await Promise.all([
      readRoomPods(reads, namespace, `metadata.name=${name}`),
      readRoomPods(reads, onlyNamespace, `spec.nodeName=${node}`),
      readAllocatable(reads, node),
    ]);
    const [pod] = waiting.objects;
    const [allocatable] = nodes.objects;
    if (pod === undefined || pod.isBound || allocatable === undefined) return sendJson(request, reply, none);
    const answer: RoomAnswer = { ...none, waiting: { pod: name, room: roomFor(pod, allocatable, bound.objects) }, isCut: bound.isCut };
    return sendJson(request, reply, answer);
  });
}
