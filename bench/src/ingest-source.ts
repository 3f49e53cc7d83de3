import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { TEST_CERTIFICATE, TEST_KEY } from "@daemonscope/server/cluster/certificates.fixture";
import { encodedPod, enveloped, part, watchFrame } from "@daemonscope/server/cluster/protobuf/encode-message.fixture";

/** A watch source that outruns its readers: pods encoded beforehand, sent as fast as the socket takes them once `/go` is asked. */
const PODS = 3000;
const EVENTS = Number(process.argv[2] ?? 30_000);

const fields = Object.fromEntries(
  Array.from({ length: 60 }, (_value, at) => [`f:field${at}`, { "f:inner": {}, [`k:{"type":"T${at}"}`]: { ".": {} } }]),
);

function pod(at: number, version: number): Readonly<Record<string, unknown>> {
  const name = `agent-${at % 12}-${at.toString(36).padStart(5, "0")}`;
  const ready = (version + at) % 3 !== 0;
  const labels = { app: `agent-${at % 12}`, "controller-revision-hash": "56665b8f86", "pod-template-generation": "2" };
  const now = new Date(1_760_000_000_000 + version * 7).toISOString();
  return {
    kind: "Pod",
    apiVersion: "v1",
    metadata: {
      name,
      generateName: `agent-${at % 12}-`,
      namespace: "kube-system",
      uid: `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`,
      resourceVersion: String(version),
      creationTimestamp: "2026-01-01T00:00:00Z",
      labels,
      ownerReferences: [
        {
          apiVersion: "apps/v1",
          kind: "DaemonSet",
          name: `agent-${at % 12}`,
          uid: `ds-${at % 12}`,
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
      managedFields: [
        { manager: "kube-controller-manager", operation: "Update", apiVersion: "v1", time: now, fieldsType: "FieldsV1", fieldsV1: fields },
      ],
    },
    spec: {
      nodeName: `node-${Math.floor(at / 12)}`,
      containers: [
        {
          name: "agent",
          image: "registry.example/agent:1.2.3",
          resources: {},
          env: Array.from({ length: 10 }, (_value, n) => ({ name: `VARIABLE_${n}`, value: `value-${n}` })),
          volumeMounts: [{ name: "host", mountPath: "/host" }],
        },
      ],
      tolerations: Array.from({ length: 7 }, (_value, n) => ({
        key: `node.kubernetes.io/k${n}`,
        operator: "Exists",
        effect: "NoSchedule",
      })),
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [{ matchFields: [{ key: "metadata.name", operator: "In", values: [`node-${Math.floor(at / 12)}`] }] }],
          },
        },
      },
    },
    status: {
      phase: "Running",
      podIP: "10.0.0.1",
      startTime: "2026-01-01T00:00:00Z",
      conditions: ["Initialized", "Ready", "ContainersReady", "PodScheduled"].map((type) => ({
        type,
        status: ready ? "True" : "False",
        lastProbeTime: null,
        lastTransitionTime: now,
      })),
      containerStatuses: [
        {
          name: "agent",
          image: "registry.example/agent:1.2.3",
          imageID: "sha256:0",
          ready,
          started: true,
          restartCount: 0,
          state: { running: { startedAt: now } },
        },
      ],
    },
  };
}

const list = JSON.stringify({
  kind: "PodList",
  apiVersion: "v1",
  metadata: { resourceVersion: "1" },
  items: Array.from({ length: PODS }, (_value, at) => pod(at, 1)),
});
const lines = Array.from({ length: EVENTS }, (_value, at) =>
  Buffer.from(`${JSON.stringify({ type: "MODIFIED", object: pod(at % PODS, at + 2) })}\n`),
);
const frames = Array.from({ length: EVENTS }, (_value, at) => watchFrame("MODIFIED", enveloped("Pod", encodedPod(pod(at % PODS, at + 2)))));
const listFrame = enveloped(
  "PodList",
  Buffer.concat([part(1, part(2, Buffer.from("1"))), ...Array.from({ length: PODS }, (_value, at) => part(2, encodedPod(pod(at, 1))))]),
);
const PROTOBUF = "application/vnd.kubernetes.protobuf";
/** Who watches, and what they get. */
const watchers = new Map<ServerResponse, readonly Buffer[]>();

async function send(): Promise<void> {
  for (const [watcher, parts] of watchers)
    for (const part of parts) if (!watcher.write(part)) await new Promise<void>((done) => watcher.once("drain", () => done()));
}

const answer: RequestListener = (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://x");
  if (pathname === "/go") {
    response.end("ok");
    void send();
    return;
  }
  if (pathname === "/version") return response.end(JSON.stringify({ gitVersion: "v1.30.0", major: "1", minor: "30" }));
  if (pathname === "/livez") return response.end("ok");
  const isPods = pathname.endsWith("/pods");
  const isBinary = isPods && (request.headers.accept ?? "").includes(PROTOBUF) && !process.env.BENCH_JSON;
  response.setHeader("content-type", isBinary ? PROTOBUF : "application/json");
  if (searchParams.get("watch") !== "true" && searchParams.get("watch") !== "1")
    return response.end(
      isBinary ? listFrame : isPods ? list : JSON.stringify({ kind: "List", metadata: { resourceVersion: "1" }, items: [] }),
    );
  response.flushHeaders();
  if (!isPods) return undefined;
  watchers.set(response, isBinary ? frames : lines);
  response.on("close", () => watchers.delete(response));
  return undefined;
};
const isTls = process.env.BENCH_TLS === "1";
const server = isTls ? createTlsServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }, answer) : createServer(answer);
server.listen(0, "127.0.0.1", () =>
  process.stdout.write(
    `${JSON.stringify({ tls: isTls, port: (server.address() as AddressInfo).port, events: EVENTS, bytesPerEvent: Math.round(lines.reduce((sum, line) => sum + line.length, 0) / EVENTS) })}\n`,
  ),
);
process.stdin.resume().on("end", () => process.exit(0));
