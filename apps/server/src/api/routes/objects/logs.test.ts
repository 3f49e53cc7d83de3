import { type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { dropObject, putPod } from "@daemonscope/daemonset/model/cluster-event";
import { type RawApiServer, type Request, startRawApiServer } from "@daemonscope/kube-client/http/api-server.fixture";
import type { LogMessage } from "@daemonscope/shared/http/logs";
import type { FastifyInstance } from "fastify";
import { afterEach, describe, expect, it } from "vitest";
import { kubePod } from "../../../cluster.fixture.ts";
import { serverOnManualTime } from "../../context.fixture.ts";

const started: RawApiServer[] = [];
afterEach(async () => {
  for (const server of started.splice(0)) await server.close();
});

const OBJECT = {
  metadata: { name: "logs" },
  spec: {
    initContainers: [{ name: "setup" }],
    containers: [{ name: "agent" }, { name: "sidecar" }],
    template: { spec: { initContainers: [{ name: "setup" }], containers: [{ name: "agent" }, { name: "sidecar" }] } },
  },
};

/** An API server whose kubelets answer with `answer`. */
async function serverWithLogs(answer: (request: Request) => { readonly status?: number; readonly text: string }, logs = true) {
  const api = await startRawApiServer((request, response) => {
    if (!request.path.endsWith("/log")) {
      response.end(JSON.stringify({ kind: "List", metadata: { resourceVersion: "9" }, items: [OBJECT] }));
      return;
    }
    const { status = 200, text } = answer(request);
    response.writeHead(status, { "content-type": status === 200 ? "text/plain" : "application/json" });
    response.end(text);
  });
  started.push(api);
  return { api, ...serverOnManualTime({ apiServer: api.url, logs }) };
}

const messagesOf = (body: string): readonly LogMessage[] =>
  body
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as LogMessage);
/** Follows all pods over a separate connection, and disconnects once `isEnough` is true. */
async function followLogs(app: FastifyInstance, isEnough: (messages: readonly LogMessage[]) => boolean): Promise<readonly LogMessage[]> {
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const path = "/api/logs?namespace=kube-system&daemonSet=logs";
  const asked = request({ host: "127.0.0.1", port, path, headers: { host: "127.0.0.1:7373" } });
  const response = await new Promise<IncomingMessage>((done) => asked.on("response", done).end());
  let body = "";
  for await (const part of response) {
    body += String(part);
    if (isEnough(messagesOf(body.slice(0, body.lastIndexOf("\n") + 1)))) break;
  }
  asked.destroy();
  await app.close();
  return messagesOf(body);
}

const ends = (messages: readonly LogMessage[]) => messages.filter(({ kind }) => kind === "ended").length;
const logRequest = (api: RawApiServer) => api.requests.find(({ path }) => path.endsWith("/log"));

describe("logs", () => {
  it("of a DaemonSet are those of the first container of its pods, followed, with timestamps", async () => {
    const { app, api, model, daemonSet, tick } = await serverWithLogs(() => ({ text: "2026-01-01T00:00:00Z hello\nlast words" }));
    model.apply(putPod(kubePod(daemonSet, "n3")));
    tick();
    const messages = await followLogs(app, (all) => ends(all) === 2);
    const [first, ...rest] = messages;
    expect(first).toMatchObject({ kind: "streams", leftOut: 0, container: "agent" });
    expect(first?.kind === "streams" ? first.streams.map(({ node }) => node).sort() : []).toEqual(["n1", "n3"]);
    expect(first?.kind === "streams" ? first.containers : []).toContainEqual({ name: "setup", kind: "init" });
    expect(rest).toContainEqual({ kind: "lines", stream: 0, lines: ["2026-01-01T00:00:00Z hello"] });
    expect(rest).toContainEqual({ kind: "lines", stream: 1, lines: ["last words"] });
    const asked = Object.fromEntries(logRequest(api)?.query ?? []);
    expect(asked).toEqual({ container: "agent", timestamps: "true", tailLines: "20", follow: "true" });
  });

  it("continue with a later pod, until the DaemonSet is deleted", async () => {
    const { app, model, daemonSet, tick } = await serverWithLogs(({ path }) => ({ text: `2026-01-01T00:00:00Z ${path}\n` }));
    let isReplaced = false;
    const messages = await followLogs(app, (all) => {
      if (ends(all) === 1 && !isReplaced) {
        isReplaced = true;
        model.apply(dropObject("pods", kubePod(daemonSet, "n1").metadata.uid));
        model.apply(putPod(kubePod(daemonSet, "n1", { suffix: "later" })));
        tick();
      }
      if (all.some(({ kind }) => kind === "joined")) {
        model.apply(dropObject("daemonsets", daemonSet.metadata.uid));
        tick();
      }
      return false;
    });
    expect(messages).toContainEqual({ kind: "lines", stream: 1, lines: [expect.stringContaining("/pods/logs-later/log")] });
    expect(messages.find(({ kind }) => kind === "joined")).toMatchObject({
      stream: 1,
      after: 0,
      opened: { pod: "logs-later", node: "n1" },
    });
  });

  it("of one pod support another container, the previous run, and limits of lines and minutes", async () => {
    const { get, api, model } = await serverWithLogs(() => ({ text: "" }));
    const pod = model.reading.podsOf("kube-system/logs", "n1")[0]?.name ?? "";
    await get(`/api/logs?namespace=kube-system&daemonSet=logs&pod=${pod}&container=setup&previous=true&tail=7&since=60`);
    expect(Object.fromEntries(logRequest(api)?.query ?? [])).toEqual({
      container: "setup",
      timestamps: "true",
      tailLines: "7",
      previous: "true",
      sinceSeconds: "60",
    });
    const wrong = await get(`/api/logs?namespace=kube-system&daemonSet=logs&pod=${pod}&container=agnet`);
    expect(wrong.json()).toMatchObject({ code: "ContainerNotFound", nearest: ["agent"] });
    for (const [query, message] of [
      ["tail=0", "The parameter tail must be a whole number from 1 to 5000."],
      ["tail=-5", "The parameter tail must be a whole number from 1 to 5000."],
      ["tail=9999999", "The parameter tail must be a whole number from 1 to 5000."],
      ["since=a_b", "The parameter since must be a whole number from 1 to 604800."],
      ["previous=YES!", "The parameter previous must be true or false."],
    ] as const) {
      const refused = await get(`/api/logs?namespace=kube-system&daemonSet=logs&${query}`);
      expect([refused.statusCode, refused.json()]).toMatchObject([400, { message }]);
    }
  });

  it("that fail end with the API server's message, and a missing right with a kubectl command", async () => {
    const kubelet = 'Get "https://10.0.0.1:10250/containerLogs/x": dial tcp 10.0.0.1:10250: connect: connection refused';
    const down = await serverWithLogs(() => ({ status: 500, text: JSON.stringify({ kind: "Status", message: kubelet }) }));
    const [ended] = (await followLogs(down.app, (all) => ends(all) === 1)).slice(-1);
    expect(ended).toMatchObject({ kind: "ended", problem: `${kubelet}.` });
    const refused = await serverWithLogs(() => ({ status: 403, text: JSON.stringify({ kind: "Status", message: "pods is forbidden" }) }));
    const [denied] = (await followLogs(refused.app, (all) => ends(all) === 1)).slice(-1);
    expect(denied).toMatchObject({
      problem: "pods is forbidden; needs the verb get on pods/log; try: kubectl auth can-i get pods/log -n kube-system",
    });
  });

  it("G13 close their requests if the reader disconnects", async () => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((done) => {
      release = done;
    });
    const api = await startRawApiServer(({ path }, response) => {
      if (!path.endsWith("/log")) {
        response.end(JSON.stringify({ kind: "List", metadata: { resourceVersion: "9" }, items: [OBJECT] }));
        return;
      }
      response.on("close", release);
      response.write("2026-01-01T00:00:00Z hello\n");
    });
    started.push(api);
    const { app } = serverOnManualTime({ apiServer: api.url });
    await app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.server.address() as AddressInfo;
    const path = "/api/logs?namespace=kube-system&daemonSet=logs";
    const asked = request({ host: "127.0.0.1", port, path, headers: { host: "127.0.0.1:7373" } });
    const response = await new Promise<IncomingMessage>((done) => asked.on("response", done).end());
    for await (const part of response) if (String(part).includes("hello")) break;
    asked.destroy();
    await released;
    await app.close();
  });

  it("G13 are neither shown nor requested with --no-logs", async () => {
    const { get, api } = await serverWithLogs(() => ({ text: "x" }), false);
    const answer = await get("/api/logs?namespace=kube-system&daemonSet=logs");
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ code: "LogsOff" });
    expect(api.requests).toEqual([]);
  });
});
