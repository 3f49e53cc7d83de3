import { nearestNames } from "@daemonscope/kube/nearest";
import {
  LONGEST_SINCE_SECONDS,
  type LogContainer,
  type LogMessage,
  type LogStream,
  MOST_TAIL_LINES,
  STREAMS_EACH,
} from "@daemonscope/shared/http/logs";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { FastifyInstance } from "fastify";
import { background } from "../background.ts";
import { type Json, objectField } from "../cluster/decode/fields.ts";
import { KubeRequestError } from "../cluster/kube-request-error.ts";
import { inNamespace, WATCHED } from "../cluster/resources.ts";
import type { LiveFrames } from "../frames/live-frames.ts";
import { containersOf } from "../logs/containers-of.ts";
import { followLog } from "../logs/follow-log.ts";
import { FollowedPods, type StreamReading } from "../logs/followed-pods.ts";
import { MessageWriter } from "../logs/message-writer.ts";
import { repeat } from "../logs/repeat.ts";
import { SAFETY_HEADERS } from "../safety/response-headers.ts";
import { ApiFailure } from "./api-failure.ts";
import type { RouteContext } from "./context.ts";
import { daemonSetKeyOf, namesOf, orNearest, podOf } from "./lookup.ts";
import { readFailure, saidProblem } from "./read-failure.ts";

const BEAT_MS = 10_000;
/** How soon a pod that came is followed. */
const LOOK_MS = 1000;
/** Not every change of a pod makes a frame. */
const QUIET_LOOKS = 5;
const LINES_OF_ONE = 500;
/** Of each, where many are followed together. */
const LINES_OF_EACH = 20;

function numberOf(name: string, text: string | undefined, most: number): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > most)
    throw new ApiFailure(400, "BadParameter", `The parameter ${name} must be a whole number from 1 to ${most}.`);
  return value;
}

function flagOf(name: string, text: string | undefined): boolean {
  if (text !== undefined && text !== "true" && text !== "false")
    throw new ApiFailure(400, "BadParameter", `The parameter ${name} must be true or false.`);
  return text === "true";
}

/** The DaemonSet's pods: those in trouble first, for the first of many are followed. */
function podsOf(live: LiveFrames, key: string) {
  const { model } = live;
  const rank = (ready: boolean, reason: unknown) => (reason !== undefined ? 0 : ready ? 2 : 1);
  return model
    .nodes()
    .flatMap(({ name: node }) => model.podsOf(key, node).map((pod) => ({ node, pod })))
    .sort((a, b) => rank(a.pod.ready, a.pod.reason) - rank(b.pod.ready, b.pod.reason) || (a.pod.name < b.pod.name ? -1 : 1));
}

/** Whether it is time to go through the pods again: when something changed, and now and then when nothing did, for that is O(nodes). */
function lookOut({ log }: LiveFrames): () => boolean {
  let seen = -1;
  let quiet = 0;
  return () => {
    quiet = log.state.seq === seen ? quiet + 1 : 0;
    seen = log.state.seq;
    return quiet % QUIET_LOOKS === 0;
  };
}

/** GET /api/logs: what one container of a pod, or of all pods of a DaemonSet, writes; of all pods, also of those that come later. Ends with the reader. */
export function logsRoute(app: FastifyInstance, { live, reads, logs }: RouteContext): void {
  async function containersFor(namespace: string, daemonSet: string, pod: string | undefined) {
    const resource = pod === undefined ? WATCHED.daemonsets : WATCHED.pods;
    const asked = { path: inNamespace(resource, namespace).path, query: { fieldSelector: `metadata.name=${pod ?? daemonSet}` }, limit: 1 };
    const templateOf = (object: Json) => (pod === undefined ? objectField(objectField(object, "spec"), "template") : object);
    try {
      const { objects } = await reads.list(`containers of ${resource.name}`, asked, (object) => containersOf(templateOf(object)));
      const [found] = objects;
      if (found !== undefined) return found;
    } catch (error) {
      throw readFailure(error, { verb: "list", resource: resource.qualified, namespace });
    }
    throw new ApiFailure(404, "Gone", `${pod ?? daemonSet} has just gone.`);
  }

  function chosen(containers: readonly LogContainer[], name: string, about: string): string {
    if (containers.some((each) => each.name === name)) return name;
    const nearest = nearestNames(
      name,
      containers.map((each) => each.name),
    );
    throw new ApiFailure(404, "ContainerNotFound", `${about} has no container ${name}.${orNearest(nearest)}`, nearest);
  }

  app.get(PATHS.logs, { exposeHeadRoute: false }, async (request, reply) => {
    if (logs === undefined)
      throw new ApiFailure(403, "LogsOff", "This server was started with --no-logs: what containers write is not shown. kubectl shows it.");
    const asked = namesOf(
      request.query,
      { namespace: "namespace", daemonSet: "name" },
      { pod: "name", container: "name", previous: "any", tail: "any", since: "any" },
    );
    const { namespace, daemonSet } = asked;
    const key = daemonSetKeyOf(live, namespace, daemonSet);
    const tailLines = numberOf("tail", asked.tail, MOST_TAIL_LINES);
    const sinceSeconds = numberOf("since", asked.since, LONGEST_SINCE_SECONDS);
    const previous = flagOf("previous", asked.previous);
    const pods = asked.pod === undefined ? podsOf(live, key) : [podOf(live, key, asked.pod)];
    const { containers, standard } = await containersFor(namespace, daemonSet, asked.pod);
    const container = chosen(containers, asked.container ?? standard, asked.pod ?? `DaemonSet ${key}`);
    const first = pods.slice(0, STREAMS_EACH);
    const places = logs.take(first.length);
    if (places === undefined) {
      reply.header("retry-after", "10");
      throw new ApiFailure(503, "TooManyStreams", "Too many logs are followed at this time: choose one pod, or close another page.");
    }
    reply.hijack();
    const { raw } = reply;
    if (raw.destroyed) {
      for (const giveBack of places) giveBack();
      return reply;
    }
    raw.writeHead(200, {
      ...SAFETY_HEADERS,
      "content-type": "application/x-ndjson; charset=utf-8",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    });
    const writer = new MessageWriter(raw);
    const tell = (message: LogMessage) => writer.write(message);
    const right = { verb: "get", resource: "pods/log", namespace } as const;
    const read = async ({ stream, isLater, signal, onOpen, onLines }: StreamReading) => {
      const lines = isLater ? Math.max(tailLines ?? 0, LINES_OF_ONE) : (tailLines ?? (first.length === 1 ? LINES_OF_ONE : LINES_OF_EACH));
      try {
        await followLog({
          transport: reads.transport,
          namespace,
          stream,
          previous,
          tailLines: lines,
          sinceSeconds,
          signal,
          onOpen,
          onLines,
        });
      } catch (error) {
        if (!(error instanceof KubeRequestError)) throw error;
        return signal.aborted ? undefined : saidProblem(error, right);
      }
      return undefined;
    };
    const followed = new FollowedPods(
      {
        container,
        isInit: containers.some(({ name, kind }) => name === container && kind === "init"),
        take: () => logs.take(1)?.[0],
        read,
        tell,
        podNow: ({ node, pod }) => live.model.podsOf(key, node).find(({ uid }) => uid === pod.uid),
        nowMs: () => live.clock.nowMs(),
      },
      pods.slice(STREAMS_EACH),
    );
    const stops = [followed.close.bind(followed), repeat(BEAT_MS, () => tell({ kind: "beat" }))];
    raw.on("close", () => {
      for (const stop of stops) stop();
    });
    const { epoch } = live.log.state;
    const isWorthALook = lookOut(live);
    background(
      (async () => {
        const streams = first.map(({ node, pod }): LogStream => ({ pod: pod.name, node, container }));
        await tell({ kind: "streams", streams, leftOut: pods.length - first.length, containers, container });
        followed.begin(first, places);
        if (asked.pod !== undefined || previous) {
          await followed.settled();
          raw.end();
          return;
        }
        if (raw.destroyed) return;
        const stopLooking = repeat(LOOK_MS, async () => {
          const isElsewhere = live.log.state.epoch !== epoch;
          if (isElsewhere || (live.model.daemonSetRecord(key) === undefined && !followed.isAnyOpen)) {
            followed.close();
            await followed.settled();
            raw.end();
          } else if (isWorthALook()) await followed.look(podsOf(live, key));
        });
        stops.push(stopLooking);
      })(),
    );
    return reply;
  });
}
