import { appliesManifests, type Manifest } from "../../staging/applies-manifests.ts";
import { setsPodImage } from "../../staging/edits-pod.ts";
import { addDaemonSet, addNode } from "../../staging/manifests.ts";
import { deletesPod } from "../../staging/steps.ts";
import type { Story } from "../../staging/story.ts";
import { reachTheDaemonWords } from "./reach-the-daemon-words.ts";

const NAMESPACE = "monitoring";

const service = (name: string, spec: Record<string, unknown>): Manifest => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name, namespace: NAMESPACE },
  spec,
});

const METRICS = service("metrics-agent", {
  clusterIP: "None",
  selector: { app: "metrics-agent" },
  ports: [{ name: "metrics", port: 9100 }],
});
/** A selector in which one letter is missing. */
const TYPO = { app: "log-gatway" };
const gateway = (selector: Readonly<Record<string, string>>) =>
  service("log-gateway", { internalTrafficPolicy: "Local", selector, ports: [{ name: "syslog", port: 514, targetPort: 5140 }] });

const EDITED = { namespace: NAMESPACE, app: "metrics-agent", node: "worker-3" } as const;

export const reachTheDaemon: Story = {
  name: "reach-the-daemon",
  words: reachTheDaemonWords,
  opensOn: "daemonsets/monitoring/metrics-agent/reach",
  fits: [],
  title: "the four ways to talk to daemon pods: they push, a host port, a headless Service, a Service to some node",
  pastMs: 86_400_000,
  past({ store, clock }) {
    for (const at of [1, 2, 3, 4]) addNode(store, { name: `worker-${at}`, pool: "workers", zone: `zone-${"ab"[at % 2]}` });
    clock.advance(60_000);
    addDaemonSet(store, { name: "push-agent", namespace: NAMESPACE, image: "push-agent:1.0" });
    addDaemonSet(store, { name: "metrics-agent", namespace: NAMESPACE, image: "metrics-agent:2.2", hostPort: 9100 });
    addDaemonSet(store, { name: "log-gateway", namespace: NAMESPACE, image: "log-gateway:0.8" });
  },
  steps: [
    appliesManifests("headless-service", 5000, [METRICS]),
    appliesManifests("service-with-typo", 15_000, [gateway(TYPO)]),
    appliesManifests("service-put-right", 30_000, [gateway({ app: "log-gateway" })]),
    setsPodImage("pod-falls-ill", 45_000, EDITED, "metrics-agent:2.2-unready"),
    deletesPod("delete-pod", 70_000, NAMESPACE, "metrics-agent", EDITED.node),
  ],
};
