import { nearestNames } from "@daemonscope/kube/nearest";
import { LONGEST_SINCE_SECONDS, type LogContainer, type LogStream, MOST_TAIL_LINES, STREAMS_EACH } from "@daemonscope/shared/http/logs";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { FastifyInstance } from "fastify";
import { background } from "../background.ts";
import { systemTimers } from "../clock.ts";
import { type Json, objectField } from "../cluster/decode/fields.ts";
import { KubeRequestError } from "../cluster/kube-request-error.ts";
import { inNamespace, WATCHED } from "../cluster/resources.ts";
import type { LiveFrames } from "../frames/live-frames.ts";
import { containersOf } from "../logs/containers-of.ts";
import { followLog } from "../logs/follow-log.ts";
import { MessageWriter } from "../logs/message-writer.ts";
import { SAFETY_HEADERS } from "../safety/response-headers.ts";
import { ApiFailure } from "./api-failure.ts";
import type { RouteContext } from "./context.ts";
import { daemonSetKeyOf, namesOf, orNearest, podOf } from "./lookup.ts";
import { readFailure, saidProblem } from "./read-failure.ts";

const BEAT_MS = 10_000;
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

/** GET /api/logs: what one container of a pod, or of all pods of a DaemonSet, writes. Ends with the reader. */
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
    const streams = pods.slice(0, STREAMS_EACH).map(({ node, pod }): LogStream => ({ pod: pod.name, node, container }));
    const giveBack = logs.take(streams.length);
    if (giveBack === undefined) {
      reply.header("retry-after", "10");
      throw new ApiFailure(503, "TooManyStreams", "Too many logs are followed at this time: choose one pod, or close another page.");
    }
    reply.hijack();
    const { raw } = reply;
    if (raw.destroyed) {
      giveBack();
      return reply;
    }
    raw.writeHead(200, {
      ...SAFETY_HEADERS,
      "content-type": "application/x-ndjson; charset=utf-8",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    });
    // One each: a signal that many wait for warns of a leak.
    const left = streams.map(() => new AbortController());
    const writer = new MessageWriter(raw);
    let beat = systemTimers.after(BEAT_MS, tellBeat);
    function tellBeat(): void {
      background(writer.write({ kind: "beat" }));
      beat = systemTimers.after(BEAT_MS, tellBeat);
    }
    raw.on("close", () => {
      for (const each of left) each.abort();
      beat.cancel();
      giveBack();
    });
    const right = { verb: "get", resource: "pods/log", namespace } as const;
    const followOne = async (stream: LogStream, at: number) => {
      let problem: string | undefined;
      const { signal } = left[at] ?? new AbortController();
      try {
        await followLog({
          transport: reads.transport,
          namespace,
          stream,
          previous,
          tailLines: tailLines ?? (streams.length === 1 ? LINES_OF_ONE : LINES_OF_EACH),
          sinceSeconds,
          signal,
          onLines: (lines) => writer.write({ kind: "lines", stream: at, lines }),
        });
      } catch (error) {
        if (!(error instanceof KubeRequestError)) throw error;
        problem = saidProblem(error, right);
      }
      await writer.write({ kind: "ended", stream: at, problem });
    };
    background(
      (async () => {
        await writer.write({ kind: "streams", streams, leftOut: pods.length - streams.length, containers, container });
        await Promise.all(streams.map(followOne));
        raw.end();
      })(),
    );
    return reply;
  });
}
