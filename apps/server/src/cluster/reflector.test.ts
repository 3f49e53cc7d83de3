import type { ServerResponse } from "node:http";
import type { KubeNode } from "@daemonscope/kube/objects";
import { afterEach, describe, expect, it } from "vitest";
import { systemTimers } from "../clock.ts";
import { eventLine, listJson, nodeJson, type RawApiServer, type Request, startRawApiServer } from "./api-server.fixture.ts";
import { plainTransport } from "./connection.ts";
import { decodeNode } from "./decode/decode-node.ts";
import { PACE } from "./pace.ts";
import { Reflector } from "./reflector.ts";
import { WATCHED } from "./resources.ts";

const QUICK = { ...PACE, retryFirstMs: 5, retryLimitMs: 20, forbiddenRetryMs: 30, silenceMs: 80, listMarkerMs: 60, shortWatchMs: 40 };

let server: RawApiServer | undefined;
let stop: AbortController | undefined;
let running: Promise<void> | undefined;
afterEach(async () => {
  stop?.abort();
  await running;
  await server?.close();
});

async function reflect(answer: (request: Request, response: ServerResponse) => void, streaming = false) {
  server = await startRawApiServer(answer);
  stop = new AbortController();
  const nodes = new Map<string, KubeNode>();
  const log: string[] = [];
  const reflector = new Reflector<KubeNode>({
    resource: WATCHED.nodes,
    transport: plainTransport(server.url),
    decode: decodeNode,
    pace: QUICK,
    nowMs: () => Date.now(),
    random: () => 0.5,
    timers: systemTimers,
    streamsLists: () => Promise.resolve(streaming),
    listTurn: (list) => list(),
    sink: {
      put(node) {
        nodes.set(node.metadata.uid, node);
        log.push(`put ${node.metadata.name} ${node.metadata.resourceVersion}`);
      },
      drop(uid, name) {
        nodes.delete(uid);
        log.push(`drop ${name}`);
      },
      status: (status) => log.push(`status ${status.state}`),
      problem: (text) => log.push(`problem ${text}`),
      synced: () => log.push("synced"),
      gap: () => log.push("gap"),
    },
  });
  running = reflector.run(stop.signal);
  return { nodes, log, reflector, names: () => [...nodes.values()].map((node) => node.metadata.name).sort() };
}

/** Looks until it holds: nothing here waits for a fixed time. */
async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 2000; turn++) {
    if (holds()) return;
    await new Promise((done) => setTimeout(done, 2));
  }
  throw new Error("it never held");
}
const end = (response: ServerResponse, body: string, status = 200) => {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(body);
};
const open = (response: ServerResponse, body = "") => {
  response.writeHead(200, { "content-type": "application/json" });
  response.flushHeaders();
  if (body !== "") response.write(body);
};
const lists = () => server?.requests.filter((request) => !request.isWatch).length;

describe("what a reflector does with what servers and proxies do", () => {
  it("pages through a list and watches on from its version", async () => {
    const { names } = await reflect(({ isWatch, query }, response) => {
      if (isWatch) return open(response);
      if (query.get("continue") === null)
        return end(response, JSON.stringify({ metadata: { resourceVersion: "5", continue: "next" }, items: [nodeJson("a", 1)] }));
      return end(response, JSON.stringify({ metadata: { resourceVersion: "5" }, items: [nodeJson("b", 2)] }));
    });
    await until(() => server?.requests.some((request) => request.isWatch && request.query.get("resourceVersion") === "5") === true);
    expect(names()).toEqual(["a", "b"]);
    expect(server?.requests[0]?.query.get("limit")).toBe("500");
    expect(server?.requests.at(-1)?.query.get("allowWatchBookmarks")).toBe("true");
  });
  it("streams a list where the server can, and takes the marker's version", async () => {
    const { log, names } = await reflect(({ turn }, response) => {
      if (turn === 1)
        return open(
          response,
          eventLine("ADDED", nodeJson("a", 3)) +
            eventLine("BOOKMARK", { metadata: { resourceVersion: "7", annotations: { "k8s.io/initial-events-end": "true" } } }) +
            eventLine("ADDED", nodeJson("b", 8)),
        );
      return open(response);
    }, true);
    await until(() => names().length === 2);
    expect(log.filter((line) => line === "synced" || line.startsWith("status"))).toEqual(["synced", "status live"]);
    expect(lists()).toBe(0);
  });
  it("falls back to pages where a server refuses to stream, or ignores that it was asked to", async () => {
    for (const refuse of [
      (response: ServerResponse) => end(response, JSON.stringify({ message: "no" }), 422),
      (response: ServerResponse) => open(response, eventLine("ADDED", nodeJson("a", 1))),
    ]) {
      const { log } = await reflect(({ isWatch, query }, response) => {
        if (query.get("sendInitialEvents") === "true") return refuse(response);
        return isWatch ? open(response) : end(response, listJson(4, nodeJson("a", 1)));
      }, true);
      await until(() => log.includes("synced"));
      expect(lists()).toBe(1);
      stop?.abort();
      await running;
      await server?.close();
    }
  });
  it("a clean end resumes from the last version, without a list", async () => {
    const { names } = await reflect(({ isWatch, turn }, response) => {
      if (!isWatch) return end(response, listJson(5));
      if (turn === 1) return end(response, eventLine("ADDED", nodeJson("a", 6)));
      return open(response, turn === 2 ? eventLine("ADDED", nodeJson("b", 7)) : "");
    });
    await until(() => names().length === 2);
    expect(server?.requests.filter((request) => request.isWatch)[1]?.query.get("resourceVersion")).toBe("6");
    expect(lists()).toBe(1);
  });
  it.each([
    [
      "an ERROR event 410",
      (response: ServerResponse) => end(response, eventLine("ERROR", { kind: "Status", code: 410, message: "too old" })),
    ],
    ["HTTP 410", (response: ServerResponse) => end(response, JSON.stringify({ message: "gone" }), 410)],
    ["a damaged line", (response: ServerResponse) => end(response, '{"type":"MODIFIED","object":{"kind":\n')],
  ])("%s lists once more and drops what is gone", async (_name, first) => {
    const { log, names } = await reflect(({ isWatch, turn }, response) => {
      if (!isWatch)
        return end(
          response,
          turn === 1 ? listJson(5, nodeJson("old", 1), nodeJson("kept", 2)) : listJson(9, nodeJson("kept", 2), nodeJson("new", 8)),
        );
      return turn === 1 ? first(response) : open(response);
    });
    await until(() => names().join() === "kept,new" && server?.requests.at(-1)?.isWatch === true);
    expect(lists()).toBe(2);
    expect(log).toContain("drop old");
  });
  it("a reset connection, a cut line and a refusal resume from the last version", async () => {
    const { names, log } = await reflect(({ isWatch, turn }, response) => {
      if (!isWatch) return end(response, listJson(5));
      if (turn === 1) {
        open(response, eventLine("ADDED", nodeJson("a", 6)));
        setTimeout(() => response.socket?.resetAndDestroy(), 5);
        return undefined;
      }
      if (turn === 2) {
        open(response, eventLine("ADDED", nodeJson("b", 7)).slice(0, 40));
        setTimeout(() => response.socket?.destroy(), 5);
        return undefined;
      }
      if (turn === 3) return end(response, JSON.stringify({ message: "busy" }), 503);
      return open(response, turn === 4 ? eventLine("ADDED", nodeJson("b", 7)) : "");
    });
    await until(() => names().length === 2);
    expect(lists()).toBe(1);
    expect(log).toContain("status retrying");
    expect(log).toContain("gap");
    expect(log.at(-1)).toBe("put b 7");
  });
  it("an ERROR event of another code ends the watch and is tried again", async () => {
    const { names } = await reflect(({ isWatch, turn }, response) => {
      if (!isWatch) return end(response, listJson(5));
      if (turn === 1) return open(response, eventLine("ERROR", { kind: "Status", code: 500, message: "etcd" }));
      return open(response, turn === 2 ? eventLine("ADDED", nodeJson("a", 6)) : "");
    });
    await until(() => names().length === 1);
    expect(lists()).toBe(1);
  });
  it("two watches that end at once without an event list again", async () => {
    await reflect(({ isWatch, turn }, response) => {
      if (!isWatch) return end(response, listJson(5));
      return turn <= 2 ? end(response, "") : open(response);
    });
    await until(() => lists() === 2);
  });
  it("waits for Retry-After before it asks again", async () => {
    let refusedAtMs = 0;
    let askedAtMs = 0;
    await reflect(({ isWatch, turn }, response) => {
      if (isWatch) return open(response);
      if (turn === 1) {
        refusedAtMs = Date.now();
        response.writeHead(429, { "retry-after": "1" });
        return response.end("{}");
      }
      askedAtMs = Date.now();
      return end(response, listJson(5));
    });
    await until(() => askedAtMs > 0);
    expect(askedAtMs - refusedAtMs).toBeGreaterThanOrEqual(950);
  });
  it("a forbidden kind says the missing verbs, and is asked again later", async () => {
    const { log, reflector } = await reflect(({ isWatch, turn }, response) => {
      if (isWatch) return open(response);
      return turn === 1
        ? end(response, JSON.stringify({ message: 'nodes is forbidden: User "x" cannot list' }), 403)
        : end(response, listJson(5, nodeJson("a", 1)));
    });
    await until(() => log.includes("status forbidden"));
    expect(reflector.status.detail).toContain("kubectl auth can-i list nodes");
    await until(() => log.includes("put a 1"));
    expect(log).toContain("status live");
  });
  it("an object made again under its name while we looked away is dropped and put", async () => {
    const { log } = await reflect(({ isWatch }, response) => {
      if (!isWatch) return end(response, listJson(5, nodeJson("a", 1)));
      return open(response, eventLine("ADDED", nodeJson("a", 9, { uid: "another" })) + eventLine("DELETED", nodeJson("a", 10)));
    });
    await until(() => log.includes("put a 9"));
    expect(log.filter((line) => line.startsWith("put") || line.startsWith("drop"))).toEqual(["put a 1", "drop a", "put a 9"]);
  });
  it("a watch that falls silent is opened again from its version", async () => {
    await reflect(({ isWatch }, response) => (isWatch ? open(response) : end(response, listJson(5))));
    await until(() => (server?.requests.filter((request) => request.isWatch).length ?? 0) >= 3);
    expect(lists()).toBe(1);
  });
  it("an HTML page is named for what it is", async () => {
    const { reflector, log } = await reflect((_request, response) => end(response, "<html>login</html>", 502));
    await until(() => log.includes("status retrying"));
    expect(reflector.status.detail).toContain("is this the address of a Kubernetes API server?");
  });
  it("loses nothing wherever a connection is cut inside an event", async () => {
    const line = eventLine("ADDED", nodeJson("nöde-😀", 6));
    const bytes = Buffer.from(line);
    for (let cut = 0; cut <= bytes.length; cut += 7) {
      const { names } = await reflect(({ isWatch, turn }, response) => {
        if (!isWatch) return end(response, listJson(5));
        open(response);
        if (turn === 1) {
          response.write(bytes.subarray(0, cut));
          setTimeout(() => response.socket?.destroy(), 2);
        } else response.write(bytes);
        return undefined;
      });
      await until(() => names().length === 1);
      stop?.abort();
      await running;
      await server?.close();
    }
  });
});
