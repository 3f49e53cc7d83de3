import { encodedNode, enveloped, part, watchFrame } from "@daemonscope/kube-client/fast/protobuf/encode-message.fixture";
import { RETRY_POLICY } from "@daemonscope/kube-client/flow-control/retry-policy";
import { until } from "@daemonscope/kube-client/flow-control/until.fixture";
import { type RawApiServer, startRawApiServer } from "@daemonscope/kube-client/http/api-server.fixture";
import { plainHttpTransport } from "@daemonscope/kube-client/http/plain-http-transport";
import { afterEach, expect, it } from "vitest";
import { type ClusterWatch, startClusterWatch } from "../cluster-watch.ts";

const PROTOBUF = "application/vnd.kubernetes.protobuf";
const node = (n: number, version: number, pool: string, uid = n) => ({
  metadata: {
    name: `node-${n}`,
    uid: `00000000-0000-4000-8000-00000000000${uid}`,
    resourceVersion: String(version),
    creationTimestamp: "2026-01-01T00:00:00Z",
    labels: { pool },
  },
  status: {
    conditions: [
      {
        type: "Ready",
        status: "True",
        lastHeartbeatTime: `2026-01-01T00:00:${String(version).padStart(2, "0")}Z`,
        lastTransitionTime: "2026-01-01T00:00:00Z",
      },
    ],
  },
});
const event = (type: "MODIFIED" | "DELETED", object: ReturnType<typeof node>) => watchFrame(type, enveloped("Node", encodedNode(object)));

let server: RawApiServer | undefined;
let watch: ClusterWatch | undefined;
afterEach(async () => {
  await watch?.close();
  await server?.close();
});

it("a watch of nodes passes on changed nodes and skips heartbeats; it resumes after the last event", async () => {
  server = await startRawApiServer(({ isWatch, turn }, response) => {
    response.writeHead(200, { "content-type": PROTOBUF });
    if (!isWatch) {
      const items = [1, 2].map((n) => part(2, encodedNode(node(n, n, "a"))));
      return response.end(enveloped("NodeList", Buffer.concat([part(1, part(2, Buffer.from("9"))), ...items])));
    }
    if (turn > 1) return response.flushHeaders();
    for (const each of [
      // Objects of a list have no fingerprint: only the first event of each is read completely.
      event("MODIFIED", node(1, 10, "a")),
      event("MODIFIED", node(1, 11, "a")),
      event("MODIFIED", node(1, 12, "a")),
      // A replay, and an older version with other content.
      event("MODIFIED", node(1, 12, "a")),
      event("MODIFIED", node(1, 11, "b")),
      event("MODIFIED", node(1, 14, "b")),
      event("MODIFIED", node(1, 15, "b")),
      // The state before the last one.
      event("MODIFIED", node(1, 16, "a")),
      // Created again under its name, and the earlier object once more.
      event("DELETED", node(1, 17, "a")),
      event("MODIFIED", node(1, 18, "a", 5)),
      event("MODIFIED", node(1, 19, "a", 5)),
      event("DELETED", node(1, 20, "a", 5)),
      event("MODIFIED", node(1, 21, "a")),
      event("MODIFIED", node(1, 22, "a")),
    ])
      response.write(each);
    return response.end();
  });
  const received: string[] = [];
  const problems: string[] = [];
  watch = startClusterWatch({
    transport: plainHttpTransport(server.url),
    emit(event) {
      if (event.do === "put" && event.kind === "nodes")
        received.push(`${event.object.record.uid.at(-1)} ${event.object.record.labels.pool}`);
      if (event.do === "drop") received.push(`-${event.key}`);
    },
    sources: ["nodes"],
    pace: RETRY_POLICY,
    nowMs: Date.now,
    random: () => 0.5,
    onChange: () => undefined,
    onStatus: () => undefined,
    onGap: () => undefined,
    onProblem: (text) => problems.push(text),
    onVersion: () => undefined,
  });
  await until(() => server?.requests.filter(({ isWatch }) => isWatch).length === 2);
  expect(server.requests.at(-1)?.query.get("resourceVersion")).toBe("22");
  expect(received).toEqual(["1 a", "2 a", "1 a", "1 b", "1 a", "-node-1", "5 a", "-node-1", "1 a"]);
  expect(problems).toEqual([]);
  const { events, replays } = watch.counts().nodes;
  expect([events, replays]).toEqual([14, 2]);
});
