import type { ServerResponse } from "node:http";
import type { KubeNode } from "@daemonscope/kube/objects";
import { afterEach, describe, expect, it } from "vitest";
import { decodeNode } from "../decode/decode-node.ts";
import { NODE_DECODER } from "../fast/protobuf/decoders.ts";
import { encodedNode, enveloped, part, watchFrame } from "../fast/protobuf/encode-message.fixture.ts";
import { systemTimers, type Timers } from "../flow-control/clock.ts";
import { manualTime } from "../flow-control/manual-time.fixture.ts";
import { RETRY_POLICY, type RetryPolicy } from "../flow-control/retry-policy.ts";
import { until } from "../flow-control/until.fixture.ts";
import { eventLine, listJson, nodeJson, type RawApiServer, type Request, startRawApiServer } from "../http/api-server.fixture.ts";
import { plainHttpTransport } from "../http/plain-http-transport.ts";
import { WATCHED } from "../http/resources.ts";
import type { Transport } from "../http/transport.ts";
import { Reflector } from "./reflector.ts";

/** Short waits between tries. No timeout ends within a test, even on a loaded machine. */
const PACE = {
  ...RETRY_POLICY,
  retryFirstMs: 5,
  retryLimitMs: 20,
  forbiddenRetryMs: 30,
  unauthorizedRetryMs: 20,
  silenceMs: 60_000,
  listMarkerMs: 60_000,
  bodySilenceMs: 60_000,
  shortWatchMs: 60_000,
};

let server: RawApiServer | undefined;
let stop: AbortController | undefined;
let running: Promise<void> | undefined;
afterEach(async () => {
  answerPendingList = undefined;
  stop?.abort();
  await running;
  await server?.close();
});

interface ReflectOptions {
  readonly streaming?: boolean;
  readonly pace?: RetryPolicy;
  readonly timers?: Timers;
  readonly pauses?: Pick<Transport, "pausedMs">;
}

async function reflect(
  answer: (request: Request, response: ServerResponse) => void,
  { streaming = false, pace = PACE, timers = systemTimers, pauses = {} }: ReflectOptions = {},
) {
  server = await startRawApiServer(answer);
  stop = new AbortController();
  const nodes = new Map<string, KubeNode>();
  const log: string[] = [];
  const reflector = new Reflector<KubeNode>({
    resource: WATCHED.nodes,
    transport: { ...plainHttpTransport(server.url), ...pauses },
    decode: decodeNode,
    protobuf: NODE_DECODER,
    pace,
    nowMs: () => Date.now(),
    random: () => 0.5,
    timers,
    streamsLists: () => Promise.resolve(streaming),
    listTurn: (list) => list(),
    sink: {
      put(node) {
        if (node.metadata.labels?.trap === "yes") throw new Error("trapped");
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

const end = (response: ServerResponse, body: string, status = 200) => {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(body);
};
const open = (response: ServerResponse, body = "") => {
  response.writeHead(200, { "content-type": "application/json" });
  response.flushHeaders();
  if (body !== "") response.write(body);
};
const watches = () => (server?.requests ?? []).filter((request) => request.isWatch);
let answerPendingList: (() => void) | undefined;
/** Waits for the watch of this number, and passes the time after which a silent one is opened again. */
async function passSilence(time: ReturnType<typeof manualTime>, watch: number) {
  await until(() => watches().length === watch && time.waiting === 1);
  time.pass(2 * PACE.silenceMs);
}
/** A request for one object, which checks that the server has reached the known version. */
const isVersionCheck = (query: URLSearchParams) => query.get("limit") === "1";
const lists = () => server?.requests.filter(({ isWatch, query }) => !isWatch && !isVersionCheck(query)).length;

describe("a reflector under faults of servers and proxies", () => {
  it("pages through a list and watches from its version", async () => {
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
  it("streams a list if the server can, and uses the version of the initial-events-end bookmark", async () => {
    const { log, names } = await reflect(
      ({ turn }, response) => {
        if (turn === 1)
          return open(
            response,
            eventLine("ADDED", nodeJson("a", 3)) +
              eventLine("BOOKMARK", { metadata: { resourceVersion: "7", annotations: { "k8s.io/initial-events-end": "true" } } }) +
              eventLine("ADDED", nodeJson("b", 8)),
          );
        return open(response);
      },
      { streaming: true },
    );
    await until(() => names().length === 2);
    expect(log.filter((line) => line === "synced" || line.startsWith("status"))).toEqual(["synced", "status live"]);
    expect(lists()).toBe(0);
  });
  it("falls back to pages if a server refuses to stream or ignores the request for it", async () => {
    for (const refuse of [
      (response: ServerResponse) => end(response, JSON.stringify({ message: "no" }), 422),
      (response: ServerResponse) => open(response, eventLine("ADDED", nodeJson("a", 1))),
    ]) {
      const { log } = await reflect(
        ({ isWatch, query }, response) => {
          if (query.get("sendInitialEvents") === "true") return refuse(response);
          return isWatch ? open(response) : end(response, listJson(4, nodeJson("a", 1)));
        },
        { streaming: true, pace: { ...PACE, listMarkerMs: 60 } },
      );
      await until(() => log.includes("synced"));
      expect(lists()).toBe(1);
      stop?.abort();
      await running;
      await server?.close();
    }
  });
  it("reads protobuf if the server supports it, per response, and leaves out an undecodable object", async () => {
    const node = (name: string, version: number) => encodedNode(nodeJson(name, version));
    const page = enveloped("NodeList", Buffer.concat([part(1, part(2, Buffer.from("5"))), part(2, node("a", 1))]));
    const binary = (response: ServerResponse, bytes: Buffer) => {
      response.writeHead(200, { "content-type": "application/vnd.kubernetes.protobuf;stream=watch" });
      response.flushHeaders();
      response.write(bytes);
    };
    const { names, log, reflector } = await reflect(({ isWatch, turn, query, headers }, response) => {
      expect(headers.accept).toBe("application/vnd.kubernetes.protobuf, application/json");
      if (!isWatch) {
        response.writeHead(200, { "content-type": "application/vnd.kubernetes.protobuf" });
        return response.end(page);
      }
      if (turn > 1) return open(response, eventLine("ADDED", nodeJson("d", 9)));
      expect(query.get("resourceVersion")).toBe("5");
      const broken = Buffer.concat([node("b", 6), Buffer.from([0x1a, 0x7f])]);
      const events = [
        watchFrame("ADDED", enveloped("Node", broken)),
        watchFrame("ADDED", enveloped("Node", node("c", 7))),
        watchFrame("DELETED", enveloped("Node", node("a", 8))),
      ];
      binary(response, Buffer.concat(events));
      response.end();
    });
    await until(() => names().join() === "c,d");
    expect(reflector.status.leftOut).toMatchObject({ count: 1 });
    expect(log).toContain('problem nodes "b" was left out, because its bytes are no message of the API: a part is longer than the whole');
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
  ])("lists once more and drops deleted objects after %s", async (_name, first) => {
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
        // A reset discards bytes that the client has not read yet.
        return void until(() => names().length === 1).then(() => response.socket?.resetAndDestroy());
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
  it("F1 after an outage the state is not live before the watch proves that no history was lost", async () => {
    const { log } = await reflect(({ isWatch, turn }, response) => {
      if (!isWatch) return end(response, listJson(5));
      if (turn === 1) return void until(() => log.includes("status live")).then(() => response.socket?.resetAndDestroy());
      if (turn === 2) return open(response, eventLine("ERROR", { kind: "Status", code: 410, message: "too old" }));
      return open(response);
    });
    await until(() => log.at(-1) === "gap");
    const after = log.slice(log.indexOf("status retrying"));
    expect(after.filter((line) => line.startsWith("status"))).toEqual(["status retrying", "status stale", "status live"]);
  });
  it("an ERROR event of another code ends the watch, which is retried", async () => {
    const { names } = await reflect(({ isWatch, turn }, response) => {
      if (!isWatch) return end(response, listJson(5));
      if (turn === 1) return open(response, eventLine("ERROR", { kind: "Status", code: 500, message: "etcd" }));
      return open(response, turn === 2 ? eventLine("ADDED", nodeJson("a", 6)) : "");
    });
    await until(() => names().length === 1);
    expect(lists()).toBe(1);
  });
  it("lists again after two watches that end at once without an event", async () => {
    await reflect(({ isWatch, turn }, response) => {
      if (!isWatch) return end(response, listJson(5));
      return turn <= 2 ? end(response, "") : open(response);
    });
    await until(() => lists() === 2);
  });
  it("waits for Retry-After before the next request", async () => {
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
  it("reports the missing verbs of a forbidden kind, and retries later", async () => {
    const { log, reflector } = await reflect(({ isWatch, turn }, response) => {
      if (isWatch) return open(response);
      if (turn === 1) return end(response, JSON.stringify({ message: 'nodes is forbidden: User "x" cannot list' }), 403);
      answerPendingList = () => end(response, listJson(5, nodeJson("a", 1)));
      return undefined;
    });
    await until(() => answerPendingList !== undefined);
    expect(log).toEqual(["status forbidden"]);
    expect(reflector.status.detail).toContain("kubectl auth can-i list nodes");
    answerPendingList?.();
    await until(() => log.includes("put a 1"));
    expect(log).toContain("status live");
  });
  it("drops and puts an object that was recreated under its name during a gap", async () => {
    const { log } = await reflect(({ isWatch }, response) => {
      if (!isWatch) return end(response, listJson(5, nodeJson("a", 1)));
      return open(response, eventLine("ADDED", nodeJson("a", 9, { uid: "another" })) + eventLine("DELETED", nodeJson("a", 10)));
    });
    await until(() => log.includes("put a 9"));
    expect(log.filter((line) => line.startsWith("put") || line.startsWith("drop"))).toEqual(["put a 1", "drop a", "put a 9"]);
  });
  it("reopens a silent watch from its version", async () => {
    const time = manualTime();
    await reflect(({ isWatch }, response) => (isWatch ? open(response) : end(response, listJson(5))), time);
    await passSilence(time, 1);
    await passSilence(time, 2);
    await until(() => watches().length === 3);
    expect(watches().map(({ query }) => query.get("resourceVersion"))).toEqual(["5", "5", "5"]);
    expect(lists()).toBe(1);
  });
  it("a watch that is paused by the client is not silent", async () => {
    const time = manualTime();
    await reflect(({ isWatch }, response) => (isWatch ? open(response) : end(response, listJson(5))), {
      timers: time.timers,
      pauses: { pausedMs: time.timers.elapsedMs },
    });
    await passSilence(time, 1);
    // The timeout still waits, so the watch was not closed.
    expect(time.waiting).toBe(1);
  });
  it("reports an HTML page as such", async () => {
    const { reflector, log } = await reflect((_request, response) => end(response, "<html>login</html>", 502));
    await until(() => log.includes("status retrying"));
    expect(reflector.status.detail).toContain("is this the address of a Kubernetes API server?");
  });
  it("loses nothing at any cut inside an event", async () => {
    const line = eventLine("ADDED", nodeJson("nöde-😀", 6));
    const bytes = Buffer.from(line);
    for (let cut = 0; cut <= bytes.length; cut++) {
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

  it("A2 an expired page restarts the list, and objects of the first half remain if they still exist", async () => {
    const { names, log } = await reflect(({ isWatch, turn, query }, response) => {
      if (isWatch) return open(response);
      if (turn === 1)
        return end(
          response,
          JSON.stringify({ metadata: { resourceVersion: "5", continue: "c" }, items: [nodeJson("a", 1), nodeJson("gone", 2)] }),
        );
      if (query.get("continue") !== null) return end(response, JSON.stringify({ message: "expired" }), 410);
      return end(response, listJson(9, nodeJson("a", 1), nodeJson("b", 8)));
    });
    await until(() => log.includes("synced"));
    expect(names()).toEqual(["a", "b"]);
    expect(log).toContain("drop gone");
    expect(lists()).toBe(3);
  });

  it("A8 lists again if its version is ahead of the server, as after a restored backup", async () => {
    for (const refuse of [
      (response: ServerResponse) => end(response, JSON.stringify({ message: "Too large resource version: 500, current: 9" }), 504),
      (response: ServerResponse) =>
        end(response, eventLine("ERROR", { code: 504, message: "Timeout", details: { causes: [{ reason: "ResourceVersionTooLarge" }] } })),
    ]) {
      const { nodes, reflector } = await reflect(({ isWatch, turn }, response) => {
        if (!isWatch) return turn === 1 ? end(response, listJson(500, nodeJson("a", 400))) : end(response, listJson(9, nodeJson("a", 7)));
        return turn === 1 ? refuse(response) : open(response);
      });
      await until(() => nodes.get("uid-a")?.metadata.resourceVersion === "7" && reflector.status.state === "live");
      await until(() => server?.requests.at(-1)?.query.get("resourceVersion") === "9");
      expect(lists()).toBe(2);
      stop?.abort();
      await running;
      await server?.close();
    }
  });

  it("A11 an older or equal version is a replay: the newer object and version are kept", async () => {
    const { nodes, log, reflector } = await reflect(({ isWatch, turn }, response) => {
      if (!isWatch) return end(response, listJson(5));
      if (turn > 1) return open(response);
      return end(
        response,
        eventLine("ADDED", nodeJson("a", 10)) + eventLine("MODIFIED", nodeJson("a", 9)) + eventLine("MODIFIED", nodeJson("a", 10)),
      );
    });
    await until(() => watches().length === 2);
    expect(nodes.get("uid-a")?.metadata.resourceVersion).toBe("10");
    expect(log.filter((line) => line.startsWith("put"))).toEqual(["put a 10"]);
    expect(reflector.counts.replays).toBe(2);
    expect(watches()[1]?.query.get("resourceVersion")).toBe("10");
  });

  it("A12 a late DELETED of a former object of the same name deletes nothing", async () => {
    const { names, log } = await reflect(({ isWatch, turn }, response) => {
      if (!isWatch) return end(response, listJson(5, nodeJson("a", 4, { uid: "new" })));
      return turn === 1
        ? open(response, eventLine("DELETED", nodeJson("a", 3, { uid: "old" })) + eventLine("ADDED", nodeJson("b", 6)))
        : open(response);
    });
    await until(() => names().length === 2);
    expect(log.some((line) => line.startsWith("drop"))).toBe(false);
  });

  it("A14 an object that the consumer rejects affects no other, and is accepted when it arrives again", async () => {
    const { names, log, reflector } = await reflect(({ isWatch, turn }, response) => {
      if (!isWatch) return end(response, listJson(5, nodeJson("trap", 1, { labels: { trap: "yes" } }), nodeJson("a", 2)));
      return open(response, turn === 1 ? eventLine("MODIFIED", nodeJson("b", 6)) + eventLine("MODIFIED", nodeJson("trap", 7)) : "");
    });
    await until(() => names().length === 3);
    expect(names()).toEqual(["a", "b", "trap"]);
    expect(log.filter((line) => line.startsWith("problem"))).toEqual([
      expect.stringMatching(/nodes \/trap could not be taken in: trapped/),
    ]);
    expect(reflector.status).toMatchObject({ state: "live" });
    expect(reflector.status.leftOut).toBeUndefined();
  });

  it("the status counts rejected objects until they are accepted or deleted", async () => {
    const bad = (name: string, version: number) => nodeJson(name, version, { labels: { trap: "yes" } });
    let later: ServerResponse | undefined;
    const { names, reflector } = await reflect(({ isWatch, turn }, response) => {
      if (!isWatch) return end(response, listJson(5, bad("x", 1), bad("y", 2), nodeJson("a", 3)));
      open(response);
      if (turn === 1) later = response;
    });
    await until(() => reflector.status.state === "live" && later !== undefined);
    expect(reflector.status.leftOut).toEqual({ count: 2, first: "nodes /x could not be taken in: trapped" });
    later?.write(eventLine("MODIFIED", nodeJson("x", 6)));
    await until(() => names().includes("x"));
    expect(reflector.status.leftOut).toEqual({ count: 1, first: "nodes /y could not be taken in: trapped" });
    later?.write(eventLine("DELETED", bad("y", 7)));
    await until(() => reflector.status.leftOut === undefined);
  });

  it("leaves out and names an object without a uid, and reads null as an empty list", async () => {
    const { names, log, reflector } = await reflect(({ isWatch, turn }, response) => {
      if (!isWatch && turn === 1) return end(response, JSON.stringify({ metadata: { resourceVersion: "5" }, items: null }));
      return open(response, turn === 1 ? eventLine("ADDED", { metadata: { name: "x" } }) + eventLine("ADDED", nodeJson("a", 6)) : "");
    });
    await until(() => names().length === 1);
    expect(log.find((line) => line.startsWith("problem"))).toBe(
      'problem the Node "x" without metadata.uid and resourceVersion was left out',
    );
    expect(reflector.counts.unusable).toBe(1);
    const problem = 'the Node "x" without metadata.uid and resourceVersion was left out';
    expect(reflector.status.leftOut).toEqual({ count: 1, first: problem });
    expect(lists()).toBe(1);
  });

  it("A13 counts a damaged line, lists exactly once, and loses nothing", async () => {
    const { reflector, names } = await reflect(({ isWatch, turn }, response) => {
      if (!isWatch) return end(response, turn === 1 ? listJson(5) : listJson(8, nodeJson("lost", 6), nodeJson("b", 7)));
      return open(
        response,
        turn === 1 ? `${eventLine("ADDED", nodeJson("lost", 6)).slice(0, 30)}\n${eventLine("ADDED", nodeJson("b", 7))}` : "",
      );
    });
    await until(() => names().length === 2);
    expect(reflector.counts.badLines).toBe(1);
    expect(lists()).toBe(2);
  });

  it("A5 watches that end in a burst, each with events, resume without a list and without a notice", async () => {
    const { names, log } = await reflect(({ isWatch, turn }, response) => {
      if (!isWatch) return end(response, listJson(5));
      return turn <= 20 ? end(response, eventLine("ADDED", nodeJson(`n${turn}`, 5 + turn))) : open(response);
    });
    await until(() => names().length === 20);
    await until(() => watches().length === 21);
    expect(watches().map(({ query }) => query.get("resourceVersion"))).toEqual(Array.from({ length: 21 }, (_, at) => String(5 + at)));
    expect(lists()).toBe(1);
    expect(log.filter((line) => line.startsWith("status"))).toEqual(["status live"]);
  });

  it("A3 one empty watch is no problem; if a server always ends watches at once, the backoff increases", async () => {
    const askedAtMs: number[] = [];
    const { reflector } = await reflect(({ isWatch }, response) => {
      askedAtMs.push(performance.now());
      return isWatch ? end(response, "") : end(response, listJson(5));
    });
    await until(() => (lists() ?? 0) >= 4);
    // Each list has two watches, with a wait after each. The waits of this test grow to 20 ms.
    expect(watches().length).toBeGreaterThanOrEqual(6);
    expect((askedAtMs.at(-1) ?? 0) - (askedAtMs[0] ?? 0)).toBeGreaterThan(50);
    expect(reflector.counts.events).toBe(0);
  });

  it("A5 asks for watches of 5 to 10 minutes, and for shorter ones if the kind is quiet", async () => {
    const time = manualTime();
    await reflect(({ isWatch }, response) => (isWatch ? open(response) : end(response, listJson(5))), time);
    await passSilence(time, 1);
    await until(() => watches().length === 2);
    const seconds = watches().map(({ query }) => Number(query.get("timeoutSeconds")));
    expect(seconds[0]).toBeGreaterThanOrEqual(300);
    expect(seconds[0]).toBeLessThanOrEqual(600);
    expect(seconds[1]).toBe((0.7 * PACE.silenceMs) / 1000);
  });

  it("A6 a bookmark advances the version", async () => {
    await reflect(({ isWatch, turn }, response) => {
      if (!isWatch) return end(response, listJson(5));
      return turn === 1 ? end(response, eventLine("BOOKMARK", { metadata: { resourceVersion: "90" } })) : open(response);
    });
    await until(() => watches().length === 2);
    expect(watches()[1]?.query.get("resourceVersion")).toBe("90");
    expect(lists()).toBe(1);
  });

  it("A4 requests a list again that stops in the middle", async () => {
    const time = manualTime();
    const { names, reflector } = await reflect(({ isWatch, turn }, response) => {
      if (isWatch) return open(response);
      return turn === 1 ? open(response, '{"items":[') : end(response, listJson(5, nodeJson("a", 1)));
    }, time);
    await until(() => time.waiting === 1);
    time.pass(PACE.bodySilenceMs);
    await until(() => time.waiting === 1);
    time.pass(PACE.retryLimitMs);
    await until(() => names().length === 1 && reflector.status.state === "live");
    expect(lists()).toBe(2);
  });

  it("A4 an unanswered probe makes a live source stale and a first list retrying, and an answer restores both", async () => {
    const time = manualTime();
    const { reflector, log } = await reflect(({ isWatch }, response) => {
      if (isWatch) return open(response);
      answerPendingList = () => end(response, listJson(5));
      return undefined;
    }, time);
    await until(() => answerPendingList !== undefined);
    reflector.probed(false, "no answer");
    expect(reflector.status).toEqual({ state: "retrying", detail: "no answer" });
    reflector.probed(true, "");
    expect(reflector.status).toEqual({ state: "syncing" });
    answerPendingList?.();
    await until(() => watches().length === 1 && time.waiting === 1);
    reflector.probed(false, "no answer");
    expect(reflector.status).toMatchObject({ state: "stale", detail: "no answer" });
    await passSilence(time, 1);
    await until(() => reflector.status.state === "live");
    expect(log.slice(0, 3)).toEqual(["status retrying", "status syncing", "synced"]);
  });

  it("A1 a first list reports its progress and the expected total, also after a refusal, until it is complete", async () => {
    const first = Array.from({ length: 600 }, (_, at) => nodeJson(`n${at}`, 1));
    const { reflector } = await reflect(({ isWatch, query, turn }, response) => {
      if (isWatch) return open(response);
      if (turn === 1) return end(response, "{}", 503);
      if (query.get("continue") === null)
        return end(response, JSON.stringify({ metadata: { resourceVersion: "5", continue: "next", remainingItemCount: 1 }, items: first }));
      answerPendingList = () => end(response, listJson(5, nodeJson("last", 1)));
      return undefined;
    });
    await until(() => answerPendingList !== undefined);
    expect(reflector.status).toEqual({ state: "syncing", readSoFar: 600, expected: 601 });
    answerPendingList?.();
    await until(() => reflector.status.state === "live");
    expect(reflector.status).not.toHaveProperty("readSoFar");
    expect(reflector.status).not.toHaveProperty("expected");
  });

  it("A1 an answered probe ends the wait for the server, but never a Retry-After", async () => {
    for (const [refusal, isWoken] of [
      [(response: ServerResponse) => response.socket?.destroy(), true],
      [(response: ServerResponse) => response.writeHead(503, { "retry-after": "30" }).end(), false],
    ] as const) {
      const { reflector, log } = await reflect(
        ({ isWatch, turn }, response) => (isWatch ? open(response) : turn === 1 ? refusal(response) : end(response, listJson(5))),
        { pace: { ...PACE, retryFirstMs: 30_000, retryLimitMs: 30_000 } },
      );
      await until(() => log.includes("status retrying"));
      reflector.probed(true, "");
      if (isWoken) await until(() => log.includes("synced"));
      else {
        expect(lists()).toBe(1);
        reflector.retryNow();
        await until(() => log.includes("synced"));
      }
      stop?.abort();
      await running;
      await server?.close();
    }
  });

  it("A9 refused credentials are retried with backoff and reported", async () => {
    const { reflector, log } = await reflect(({ isWatch, turn }, response) => {
      if (isWatch) return open(response);
      if (turn <= 4) return end(response, JSON.stringify({ message: "Unauthorized" }), 401);
      answerPendingList = () => end(response, listJson(5));
      return undefined;
    });
    await until(() => answerPendingList !== undefined);
    expect(log).toEqual(["status retrying"]);
    expect(reflector.status.detail).toContain("the credentials of this context are refused");
    answerPendingList?.();
    await until(() => log.includes("synced"));
  });

  it("A2 after lost history the state is stale until the new list is complete", async () => {
    const { log } = await reflect(({ isWatch, turn }, response) => {
      if (!isWatch) return end(response, listJson(5));
      return turn === 1 ? end(response, "", 410) : open(response);
    });
    await until(() => log.includes("gap"));
    expect(log).toEqual(["synced", "status live", "status stale", "synced", "status live", "gap"]);
  });

  it("A2 a list after a gap passes on only the differences", async () => {
    const { log } = await reflect(({ isWatch, turn }, response) => {
      if (!isWatch)
        return end(
          response,
          turn === 1 ? listJson(5, nodeJson("a", 1), nodeJson("b", 2), nodeJson("c", 3)) : listJson(9, nodeJson("a", 1), nodeJson("b", 8)),
        );
      return turn === 1 ? end(response, "", 410) : open(response);
    });
    await until(() => log.includes("gap"));
    expect(log.filter((line) => /^(put|drop)/.test(line)).slice(3)).toEqual(["put b 8", "drop c"]);
  });
});
