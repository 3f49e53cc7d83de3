import { putEvent, putNode, putPod } from "@daemonscope/daemonset/model/cluster-event";
import type { Taint } from "@daemonscope/kube/objects";
import { type RawApiServer, startRawApiServer } from "@daemonscope/kube-client/http/api-server.fixture";
import { afterEach, describe, expect, it } from "vitest";
import { kubeNode, kubePod } from "../../../cluster.fixture.ts";
import { serverOnManualTime } from "../../context.fixture.ts";

const started: RawApiServer[] = [];
afterEach(async () => {
  for (const server of started.splice(0)) await server.close();
});

const NAME = "logs-n1";
const USE = `/apis/metrics.k8s.io/v1beta1/namespaces/kube-system/pods/${NAME}`;

/** The model's pod on n1 as the API returns it, with secrets where users put them. */
const podJson = (parts: { readonly spec?: object; readonly status?: object; readonly metadata?: object } = {}) => ({
  metadata: {
    name: NAME,
    namespace: "kube-system",
    uid: `uid-${NAME}`,
    resourceVersion: "5",
    creationTimestamp: "2026-01-01T00:00:00Z",
    labels: { "controller-revision-hash": "h1" },
    annotations: { "kubectl.kubernetes.io/last-applied-configuration": "canary-applied" },
    ownerReferences: [{ apiVersion: "apps/v1", kind: "DaemonSet", name: "logs", uid: "uid-logs", controller: true }],
    ...parts.metadata,
  },
  spec: {
    nodeName: "n1",
    priority: 2000,
    priorityClassName: "daemon-critical",
    hostNetwork: true,
    volumes: [
      { name: "log", hostPath: { path: "/var/log" } },
      { name: "s", secret: { secretName: "canary-secret" } },
    ],
    initContainers: [
      { name: "fix", image: "busybox:1", command: ["canary-command"] },
      { name: "proxy", image: "proxy:1", restartPolicy: "Always" },
    ],
    containers: [
      {
        name: "main",
        image: "registry.test/logs:v1",
        args: ["--token=canary-argument"],
        env: [{ name: "PASSWORD", value: "canary-value" }],
        ports: [{ containerPort: 24224 }],
        resources: { requests: { memory: "100Mi" }, limits: { memory: "200Mi" } },
        readinessProbe: {
          httpGet: { path: "/ready", port: 8080, httpHeaders: [{ name: "Authorization", value: "canary-header" }] },
          periodSeconds: 5,
        },
        livenessProbe: { exec: { command: ["canary-exec"] } },
      },
    ],
    ephemeralContainers: [{ name: "debug", image: "busybox:1" }],
    ...parts.spec,
  },
  status: {
    phase: "Running",
    startTime: "2026-01-01T00:00:01Z",
    qosClass: "Burstable",
    podIPs: [{ ip: "10.0.0.1" }],
    conditions: [{ type: "Ready", status: "False", lastTransitionTime: "2026-01-01T00:00:01Z" }],
    initContainerStatuses: [
      {
        name: "fix",
        state: { terminated: { exitCode: 0, reason: "Completed", startedAt: "2026-01-01T00:00:02Z", finishedAt: "2026-01-01T00:00:03Z" } },
      },
    ],
    containerStatuses: [
      {
        name: "main",
        restartCount: 5,
        state: { waiting: { reason: "CrashLoopBackOff", message: "back-off 2m40s restarting failed container=main pod=x" } },
        lastState: {
          terminated: { exitCode: 137, reason: "OOMKilled", startedAt: "2026-01-01T00:10:00Z", finishedAt: "2026-01-01T00:10:50Z" },
        },
      },
    ],
    ...parts.status,
  },
});

const eventJson = (reason: string, message: string, uid: string | undefined = `uid-${NAME}`, name = NAME) => ({
  metadata: { name: `${name}.${reason}`, namespace: "kube-system", uid: `${reason}-${uid}`, resourceVersion: "1" },
  type: "Normal",
  reason,
  message,
  count: 1,
  lastTimestamp: "2026-01-01T00:00:05Z",
  involvedObject: { kind: "Pod", namespace: "kube-system", name, ...(uid === undefined ? {} : { uid }) },
});

interface Answers {
  readonly pods?: readonly object[];
  readonly events?: readonly object[];
  readonly use?: readonly [status: number, body: unknown];
  /** Resources that the user may not read. */
  readonly forbidden?: readonly string[];
}

async function serverWith({ pods = [podJson()], events = [], use = [404, "404 page not found\n"], forbidden = [] }: Answers = {}) {
  const asked: string[] = [];
  const api = await startRawApiServer(({ path, query }, response) => {
    asked.push(`${path}${query.get("fieldSelector") === null ? "" : ` ${query.get("fieldSelector")}`}`);
    const list = (items: readonly object[]) => [200, { kind: "List", metadata: { resourceVersion: "9" }, items }] as const;
    const kind = path.split("/").at(-1) ?? "";
    const [status, body] = forbidden.includes(kind)
      ? [403, { kind: "Status", message: `${kind} is forbidden` }]
      : path === USE
        ? use
        : list(kind === "events" ? events : pods);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  started.push(api);
  const served = serverOnManualTime({ apiServer: api.url });
  const ask = async (query = `namespace=kube-system&pod=${NAME}`) => {
    const answer = await served.get(`/api/pod?${query}`);
    return { ...answer.json(), status: answer.statusCode, text: answer.body };
  };
  return { asked, ask, ...served };
}

describe("GET /api/pod", () => {
  it("returns a pod with all kinds of containers, its last exit, and the state for its DaemonSet", async () => {
    const { ask, asked } = await serverWith();
    const { pod, daemonSet } = await ask();
    expect(asked.slice(0, 1)).toEqual([`/api/v1/namespaces/kube-system/pods metadata.name=${NAME}`]);
    expect(pod.containers.map(({ name, kind }: { readonly name: string; readonly kind: string }) => `${name} ${kind}`)).toEqual([
      "fix init",
      "proxy sidecar",
      "main container",
      "debug ephemeral",
    ]);
    expect(pod.containers[2]).toMatchObject({
      restarts: 5,
      now: { kind: "waiting", reason: "CrashLoopBackOff" },
      before: { exitCode: 137, reason: "OOMKilled", finishedAtMs: Date.UTC(2026, 0, 1, 0, 10, 50) },
      limits: { memory: "200Mi" },
      probes: [
        { kind: "readiness", how: "GET :8080/ready", everySeconds: 5, failuresAllowed: 3 },
        { kind: "liveness", how: "exec", everySeconds: 10 },
      ],
    });
    expect(pod).toMatchObject({
      node: "n1",
      qosClass: "Burstable",
      priority: 2000,
      hostPorts: ["24224"],
      hostPaths: ["/var/log"],
      failing: true,
    });
    expect(daemonSet).toMatchObject({
      key: "kube-system/logs",
      revision: 1,
      isCurrent: true,
      currentRevision: 1,
      placement: { verdict: "run" },
    });
  });

  const DISK: Taint = { key: "disk", effect: "NoSchedule" };
  const SPOT: Taint = { key: "spot", effect: "PreferNoSchedule" };
  it.each<[string, readonly Taint[], readonly Taint[], string | undefined]>([
    ["a removed taint, if all remaining ones are tolerated", [DISK], [SPOT], "taints"],
    ["nothing for an added taint that blocks it", [], [DISK], undefined],
    ["nothing for an unrelated added taint", [], [SPOT], undefined],
  ])("W9 returns the reason for the pod's creation: %s", async (_, before, after, by) => {
    const pods: object[] = [];
    const { ask, live, consumer, time, tick, writer } = await serverWith({ pods });
    live.beginMarks();
    tick();
    const change = (taints: readonly Taint[]) => {
      time.pass(90_000);
      consumer(putNode(kubeNode("n1", { taints })));
      tick();
      return time.nowMs();
    };
    change(before);
    const changedAtMs = change(after);
    await writer?.flush();
    pods.push(podJson({ metadata: { creationTimestamp: new Date(Math.ceil(changedAtMs / 1000) * 1000).toISOString() } }));
    time.pass(5000);
    const { wanted } = (await ask()).daemonSet;
    expect(wanted?.by).toBe(by);
    if (by !== undefined) expect(Math.abs(wanted.atMs - changedAtMs)).toBeLessThan(1000);
  });

  it("K1 returns the cause from the pod's events, which its own status does not have", async () => {
    const { ask, model, daemonSet, time, tick } = await serverWith();
    expect((await ask()).daemonSet.trouble).toBeUndefined();
    const at = new Date(time.nowMs()).toISOString();
    model.apply(putPod(kubePod(daemonSet, "n1", { ready: false })));
    model.apply(
      putEvent({
        metadata: { name: "e", namespace: "kube-system", uid: "e", resourceVersion: "90", creationTimestamp: at },
        involved: { kind: "Pod", namespace: "kube-system", name: NAME, uid: `uid-${NAME}` },
        type: "Warning",
        reason: "Unhealthy",
        message: "Readiness probe failed: HTTP probe failed with statuscode: 503",
        count: 3,
        firstSeen: at,
        lastSeen: at,
      }),
    );
    tick();
    expect((await ask()).daemonSet.trouble).toMatchObject({
      cause: { kind: "readinessProbe", reason: "Unhealthy" },
      detail: { message: "Readiness probe failed: HTTP probe failed with statuscode: 503", count: 3 },
    });
  });

  it("W9 returns the reason for a pod of a new node, without history", async () => {
    expect((await (await serverWith()).ask()).daemonSet.wanted).toEqual({ by: "node", atMs: Date.UTC(2026, 0, 1) });
  });

  it("G12 omits environment, arguments, commands, headers, Secret names and last-applied", async () => {
    const { ask } = await serverWith();
    expect((await ask()).text).not.toContain("canary");
  });

  it.each<[string, readonly [number, unknown], object]>([
    [
      "usage from metrics.k8s.io",
      [
        200,
        {
          timestamp: "2026-01-01T00:00:30Z",
          window: "15.1s",
          containers: [{ name: "main", usage: { cpu: "310000000n", memory: "199Mi" } }],
        },
      ],
      { kind: "measured", window: "15.1s", containers: { main: { cores: 0.31, bytes: 199 * 2 ** 20 } } },
    ],
    ["that the cluster has no such API", [404, "404 page not found\n"], { kind: "notServed" }],
    [
      "that the API has no metrics yet",
      [404, { kind: "Status", message: `podmetrics.metrics.k8s.io "kube-system/${NAME}" not found` }],
      { kind: "notYet" },
    ],
    [
      "which right is missing",
      [403, { kind: "Status", message: "no" }],
      { kind: "unread", why: expect.stringContaining("kubectl auth can-i get pods.metrics.k8s.io -n kube-system") },
    ],
    [
      "that metrics-server is unavailable",
      [503, { kind: "Status", message: "the server is currently unable to handle the request" }],
      { kind: "unread", why: expect.stringContaining("unable to handle") },
    ],
    [
      "no usage for an unreadable answer",
      [200, { containers: [{ name: "main", usage: { cpu: "much" } }, 7] }],
      { kind: "measured", containers: { main: {} } },
    ],
  ])("reports %s", async (_, use, expected) => {
    const { ask } = await serverWith({ use });
    const { status, kind, use: answered } = await ask();
    expect([status, kind]).toEqual([200, "there"]);
    expect(answered).toMatchObject(expected);
  });

  it("has the events of this pod, and not of an earlier one of the same name", async () => {
    const { ask } = await serverWith({ events: [eventJson("Pulled", "now"), eventJson("Killing", "before", "another")] });
    const { podEvents } = await ask();
    expect(podEvents.events.map(({ reason }: { readonly reason: string }) => reason)).toEqual(["Pulled"]);
  });

  it("has the events of one second in the order of their writes, the last one first", async () => {
    const events = ["Scheduled", "Pulled", "Started"].map((reason, at) => {
      const event = eventJson(reason, "now");
      return { ...event, metadata: { ...event.metadata, resourceVersion: String(9 + at) } };
    });
    const { ask } = await serverWith({ events });
    const { podEvents } = await ask();
    expect(podEvents.events.map(({ reason }: { readonly reason: string }) => reason)).toEqual(["Started", "Pulled", "Scheduled"]);
  });

  it("has the events of the static pod that this pod mirrors", async () => {
    const mirror = podJson({ metadata: { annotations: { "kubernetes.io/config.mirror": "hash" } } });
    const events = [eventJson("Started", "of the static pod", "hash"), eventJson("Killing", "of an earlier one", "another")];
    const { ask } = await serverWith({ pods: [mirror], events });
    const { podEvents } = await ask();
    expect(podEvents.events.map(({ reason }: { readonly reason: string }) => reason)).toEqual(["Started"]);
  });

  it("gives no time of start to a container that containerd did not start", async () => {
    const terminated = { reason: "StartError", exitCode: 128, startedAt: "1970-01-01T00:00:00Z", finishedAt: "2026-01-01T00:01:00Z" };
    const status = { containerStatuses: [{ name: "main", restartCount: 1, lastState: { terminated } }] };
    const { ask } = await serverWith({ pods: [podJson({ status })] });
    const { pod } = await ask();
    const main = pod.containers.find(({ name }: { readonly name: string }) => name === "main");
    expect(main.before).toEqual({ reason: "StartError", exitCode: 128, finishedAtMs: Date.parse("2026-01-01T00:01:00Z") });
  });

  it("reports the right that events need, and shows the rest", async () => {
    const { ask } = await serverWith({ forbidden: ["events"] });
    const { kind, podEvents } = await ask();
    expect(kind).toBe("there");
    expect(podEvents).toMatchObject({ events: [], unread: expect.stringContaining("kubectl auth can-i list events -n kube-system") });
  });

  it("reports the right that pods need", async () => {
    const { ask } = await serverWith({ forbidden: ["pods"] });
    expect(await ask()).toMatchObject({ status: 403, message: expect.stringContaining("kubectl auth can-i list pods -n kube-system") });
  });

  it("shows a pod without a DaemonSet, and one whose DaemonSet name was reused", async () => {
    const owner = { apiVersion: "apps/v1", kind: "ReplicaSet", name: "web-abc", uid: "r", controller: true };
    const deployed = await serverWith({ pods: [podJson({ metadata: { ownerReferences: [owner] } })] });
    const first = await deployed.ask();
    expect([first.kind, first.daemonSet, first.pod.owner.kind]).toEqual(["there", undefined, "ReplicaSet"]);
    const before = { apiVersion: "apps/v1", kind: "DaemonSet", name: "logs", uid: "uid-of-before", controller: true };
    const orphaned = await serverWith({ pods: [podJson({ metadata: { ownerReferences: [before] } })] });
    expect((await orphaned.ask()).daemonSet).toBeUndefined();
  });

  it.each<[string, object, object]>([
    [
      "without a status",
      { status: { phase: undefined, conditions: [], containerStatuses: [], initContainerStatuses: [] } },
      { hasStatus: false, phase: "Pending" },
    ],
    [
      "with an invalid status",
      { status: { conditions: 7, containerStatuses: [null, { name: 5, state: "x" }], podIPs: "a" } },
      { conditions: [], ips: [] },
    ],
  ])("returns a pod %s", async (_, parts, expected) => {
    const { ask } = await serverWith({ pods: [podJson(parts)] });
    const { status, pod } = await ask();
    expect(status).toBe(200);
    expect(pod).toMatchObject(expected);
    expect(pod.containers).toHaveLength(4);
  });

  it("truncates messages of 10 KB, and keeps hostile text as text", async () => {
    const hostile = `\u202egnp.exe \u001b[31m<script>alert(1)</script> ${"x".repeat(10_000)}`;
    const status = { containerStatuses: [{ name: "main", state: { waiting: { reason: "Bad<b>", message: hostile } } }] };
    const { pod } = await (await serverWith({ pods: [podJson({ status })] })).ask();
    const { message } = pod.containers[2].now;
    expect(message.slice(0, 40)).toBe(hostile.slice(0, 40));
    expect(message.length).toBeLessThan(4200);
  });

  it("reports a deleted pod, with its node from events, and its replacement", async () => {
    const name = "logs-abcde";
    const events = [eventJson("Scheduled", `Successfully assigned kube-system/${name} to n1`, "u", name)];
    const { ask } = await serverWith({ pods: [], events });
    expect(await ask(`namespace=kube-system&pod=${name}`)).toMatchObject({
      status: 200,
      kind: "gone",
      daemonSet: "kube-system/logs",
      node: "n1",
      replacedBy: [{ name: NAME }],
    });
    const silent = await serverWith({ pods: [] });
    expect(await silent.ask(`namespace=kube-system&pod=${name}`)).toMatchObject({ kind: "gone", replacedBy: [] });
    expect(await silent.ask("namespace=kube-system&pod=logs-n2")).toMatchObject({ kind: "gone", nearest: [NAME] });
    expect(await silent.ask(`namespace=kube-system&pod=${name}&node=n1`)).toMatchObject({ node: "n1", replacedBy: [{ name: NAME }] });
  });

  it.each([
    ["namespace=kube-system", "The parameter pod is missing"],
    ["namespace=kube-system&pod=..", "is not a Kubernetes name"],
    ["namespace=kube-system&pod=a%2Fb", "is not a Kubernetes name"],
    ["namespace=a.b&pod=x", "is not a Kubernetes name"],
    ["namespace=kube-system&pod=x&uid=1", "has no such parameter"],
  ])("G8 refuses %s, and sends no request", async (query, sentence) => {
    const { ask, asked } = await serverWith();
    const { status, message } = await ask(query);
    expect([status, message]).toEqual([400, expect.stringContaining(sentence)]);
    expect(asked).toEqual([]);
  });
});
