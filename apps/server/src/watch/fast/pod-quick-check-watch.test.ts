import { UidTable } from "@daemonscope/columns/uid-table";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { encodedPod, enveloped, part, watchFrame } from "@daemonscope/kube-client/fast/protobuf/encode-message.fixture";
import { RETRY_POLICY } from "@daemonscope/kube-client/flow-control/retry-policy";
import { until } from "@daemonscope/kube-client/flow-control/until.fixture";
import { type RawApiServer, startRawApiServer } from "@daemonscope/kube-client/http/api-server.fixture";
import { plainHttpTransport } from "@daemonscope/kube-client/http/plain-http-transport";
import { afterEach, expect, it } from "vitest";
import { type ClusterWatch, startClusterWatch } from "../cluster-watch.ts";

const PROTOBUF = "application/vnd.kubernetes.protobuf";
const pod = (n: number, version: number, isReady: boolean, more: Readonly<Record<string, unknown>> = {}) => ({
  metadata: {
    name: `agent-${n}abcd`,
    namespace: "kube-system",
    uid: `00000000-0000-4000-8000-00000000000${n}`,
    resourceVersion: String(version),
    creationTimestamp: "2026-01-01T00:00:00Z",
    labels: { "controller-revision-hash": "h1", "pod-template-generation": "1" },
    ownerReferences: [{ apiVersion: "apps/v1", kind: "DaemonSet", name: "agent", uid: "ds-1", controller: true }],
    ...more,
  },
  spec: { nodeName: `node-${n}`, containers: [{ name: "agent", image: "agent:1" }] },
  status: {
    phase: "Running",
    conditions: [{ type: "Ready", status: isReady ? "True" : "False", lastTransitionTime: "2026-01-01T00:01:00Z" }],
    containerStatuses: [{ name: "agent", ready: isReady, restartCount: version % 3, state: { running: {} }, lastState: {} }],
  },
});
const event = (object: ReturnType<typeof pod>) => watchFrame("MODIFIED", enveloped("Pod", encodedPod(object)));

let server: RawApiServer | undefined;
let watch: ClusterWatch | undefined;
afterEach(async () => {
  await watch?.close();
  await server?.close();
});

it("a watch of pods in columns updates statuses alone, resumes after the last event, and fully reads other changes", async () => {
  server = await startRawApiServer(({ isWatch, turn }, response) => {
    response.writeHead(200, { "content-type": PROTOBUF });
    if (!isWatch) {
      const items = [1, 2, 3].map((n) => part(2, encodedPod(pod(n, n, true))));
      return response.end(enveloped("PodList", Buffer.concat([part(1, part(2, Buffer.from("9"))), ...items])));
    }
    if (turn > 1) return response.flushHeaders();
    response.write(event(pod(1, 11, false)));
    // A replay, and an older version.
    response.write(event(pod(1, 11, false)));
    response.write(event(pod(1, 10, true)));
    // A deletion, which is not part of the status.
    response.write(event(pod(2, 12, true, { deletionTimestamp: "2026-01-01T00:02:00Z" })));
    response.write(event(pod(2, 13, false, { deletionTimestamp: "2026-01-01T00:02:00Z" })));
    return response.end(event(pod(3, 14, false)));
  });
  const podUids = new UidTable();
  const model = new ClusterModel({ nowMs: 0, objects: "columns", podUids });
  const whole: string[] = [];
  const received: string[] = [];
  const { healthyPods } = model;
  watch = startClusterWatch({
    transport: plainHttpTransport(server.url),
    emit(event) {
      model.apply(event);
      if (event.do === "put" && event.kind === "pods") whole.push(`${event.object.name} ${event.object.restarts}`);
    },
    sources: ["pods"],
    podUids,
    healthyPods: healthyPods && {
      find: (uid) => healthyPods.find(uid),
      apply(status) {
        received.push(`${status.ready} ${status.restarts}`);
        return healthyPods.apply(status);
      },
    },
    pace: RETRY_POLICY,
    nowMs: Date.now,
    random: () => 0.5,
    onChange: () => undefined,
    onStatus: () => undefined,
    onGap: () => undefined,
    onProblem: (text) => whole.push(text),
    onVersion: () => undefined,
  });
  await until(() => server?.requests.filter(({ isWatch }) => isWatch).length === 2);
  expect(server.requests.at(-1)?.query.get("resourceVersion")).toBe("14");
  expect(received).toEqual(["false 2", "false 2"]);
  expect(whole).toEqual(["agent-1abcd 1", "agent-2abcd 2", "agent-3abcd 0", "agent-2abcd 0", "agent-2abcd 1"]);
  const { events, replays } = watch.counts().pods;
  expect([events, replays]).toEqual([6, 2]);
  const states = [...model.held.pods].map(({ name, ready, restarts, deletingSinceMs }) => [name, ready, restarts, deletingSinceMs]);
  expect(states).toEqual([
    ["agent-1abcd", false, 2, undefined],
    ["agent-2abcd", false, 1, Date.UTC(2026, 0, 1, 0, 2)],
    ["agent-3abcd", false, 2, undefined],
  ]);
});
