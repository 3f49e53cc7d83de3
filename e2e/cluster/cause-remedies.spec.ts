import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { causeKindsOf } from "@daemonscope/daemonset/actions/remedies/cause-kinds";
import { expect, test } from "@playwright/test";
import { AUTHORITY, ENGINE_CERTIFICATE, ENGINE_KEY } from "../engine/certificates.ts";
import { NODE_ROWS } from "./cause-remedies/node-rows.ts";
import { kubectl, type Place, patchOf, patchPod, podOf, type Row, untilPhase } from "./cause-remedies/row.ts";
import { setStage } from "./stage.ts";

/** The controllers of other tests, and those of quotas, volumes and devices. */
const CONTROLLERS = [
  "daemonset-controller",
  "namespace-controller",
  "serviceaccount-controller",
  "root-ca-certificate-publisher-controller",
  "garbage-collector-controller",
  "node-lifecycle-controller",
  "taint-eviction-controller",
  "pod-garbage-collector-controller",
  "ttl-controller",
  "resourcequota-controller",
  "persistentvolume-binder-controller",
  "resourceclaim-controller",
  "device-taint-eviction-controller",
].join(",");

const webhook = (place: Place, kind: "Validating" | "Mutating", path: string, url: string) => ({
  apiVersion: "admissionregistration.k8s.io/v1",
  kind: `${kind}WebhookConfiguration`,
  metadata: { name: place.namespace },
  webhooks: [
    {
      name: "policy.example.com",
      clientConfig: { url: `${url}${path}`, caBundle: Buffer.from(AUTHORITY).toString("base64") },
      rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["pods"] }],
      namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": place.namespace } },
      admissionReviewVersions: ["v1"],
      sideEffects: "None",
      timeoutSeconds: 5,
    },
  ],
});

const claim = (place: Place, more: object) => [
  {
    apiVersion: "v1",
    kind: "PersistentVolume",
    metadata: { name: place.namespace },
    spec: {
      capacity: { storage: "1Gi" },
      accessModes: ["ReadWriteMany"],
      storageClassName: "",
      claimRef: { namespace: place.namespace, name: "data" },
      hostPath: { path: "/data" },
      ...more,
    },
  },
  {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: { name: "data", namespace: place.namespace },
    spec: {
      accessModes: ["ReadWriteMany"],
      storageClassName: "",
      volumeName: place.namespace,
      resources: { requests: { storage: "1Gi" } },
    },
  },
];
const VOLUMES = { volumes: [{ name: "data", persistentVolumeClaim: { claimName: "data" } }] };

const GATE = "lb.example.com/registered";
const readiness = (status: "True" | "False") => ({
  status: {
    conditions: [
      { type: "ContainersReady", status: "True", lastTransitionTime: new Date().toISOString().replace(/\.\d+/, "") },
      {
        type: "Ready",
        status,
        lastTransitionTime: new Date().toISOString().replace(/\.\d+/, ""),
        ...(status === "True"
          ? { reason: "", message: "" }
          : { reason: "ReadinessGatesNotReady", message: `corresponding condition of pod readiness gate "${GATE}" does not exist.` }),
      },
    ],
  },
});

const ROWS: readonly Row[] = [
  {
    name: "quota",
    kind: "quotaExceeded",
    subject: "team-quota",
    objects: ({ namespace }) => [
      { apiVersion: "v1", kind: "ResourceQuota", metadata: { name: "team-quota", namespace }, spec: { hard: { pods: "0" } } },
    ],
    help: patchOf("quota", "team-quota", { spec: { hard: { pods: "10" } } }),
  },
  {
    name: "requests-over-quota",
    kind: "requestsOverQuota",
    subject: "team-quota",
    container: { resources: { requests: { memory: "64Mi" } } },
    objects: ({ namespace }) => [
      {
        apiVersion: "v1",
        kind: "ResourceQuota",
        metadata: { name: "team-quota", namespace },
        spec: { hard: { "requests.memory": "32Mi" } },
      },
    ],
    help: patchOf("quota", "team-quota", { spec: { hard: { "requests.memory": "10Gi" } } }),
  },
  {
    name: "pod-security",
    kind: "podSecurity",
    subject: "baseline:latest",
    namespaceLabels: { "pod-security.kubernetes.io/enforce": "baseline" },
    template: { hostPID: true },
    help: ({ stage, namespace }) => stage.kubectl("label", "ns", namespace, "pod-security.kubernetes.io/enforce=privileged", "--overwrite"),
  },
  {
    name: "limit-range",
    kind: "limitRange",
    container: { resources: { limits: { memory: "128Mi" } } },
    objects: ({ namespace }) => [
      {
        apiVersion: "v1",
        kind: "LimitRange",
        metadata: { name: "small", namespace },
        spec: { limits: [{ type: "Container", max: { memory: "64Mi" } }] },
      },
    ],
    help: patchOf(
      "ds",
      "agent",
      [
        { op: "remove", path: "/spec/template/spec/containers/0/resources/limits" },
        {
          op: "add",
          path: "/spec/template/spec/containers/0/resources",
          value: { limits: { memory: "32Mi" } },
        },
      ],
      "json",
    ),
  },
  {
    name: "priority-class",
    kind: "priorityClassMissing",
    subject: "agent-critical",
    template: { priorityClassName: "agent-critical" },
    help: ({ stage }) => stage.kubectl("create", "priorityclass", "agent-critical", "--value=1000"),
  },
  {
    name: "service-account",
    kind: "serviceAccountMissing",
    subject: "agent",
    template: { serviceAccountName: "agent" },
    help: (place) => kubectl(place, "create", "serviceaccount", "agent"),
  },
  {
    name: "runtime-class",
    kind: "runtimeClassMissing",
    subject: "kata",
    template: { runtimeClassName: "kata" },
    help: ({ stage }) =>
      stage.apply(JSON.stringify({ apiVersion: "node.k8s.io/v1", kind: "RuntimeClass", metadata: { name: "kata" }, handler: "kata" })),
  },
  {
    name: "webhook-denies",
    kind: "webhookDenied",
    subject: "policy.example.com",
    objects: (place) => [webhook(place, "Validating", "/deny", place.webhooks)],
    help: patchOf("ds", "agent", { spec: { template: { metadata: { labels: { signed: "true" } } } } }),
  },
  {
    name: "webhook-silent",
    kind: "webhookSilent",
    subject: "policy.example.com",
    objects: (place) => [webhook(place, "Validating", "/", "https://127.0.0.1:1")],
    help: ({ stage, namespace }) => stage.kubectl("delete", "validatingwebhookconfiguration", namespace),
  },
  {
    name: "selector-added",
    kind: "selectorAdded",
    subject: "nodeSelector sandbox.example.com/kata=true",
    objects: (place) => [webhook(place, "Mutating", "/select", place.webhooks)],
    help: ({ stage, node }) => stage.kubectl("label", "node", node, "sandbox.example.com/kata=true"),
  },
  {
    name: "claim-missing",
    kind: "volumeClaimMissing",
    subject: "data",
    template: VOLUMES,
    help: (place) => place.stage.apply(JSON.stringify({ apiVersion: "v1", kind: "List", items: claim(place, {}) })),
  },
  {
    name: "volume-elsewhere",
    kind: "volumeElsewhere",
    template: VOLUMES,
    objects: (place) =>
      claim(place, {
        nodeAffinity: {
          required: { nodeSelectorTerms: [{ matchExpressions: [{ key: "zone", operator: "In", values: ["elsewhere"] }] }] },
        },
      }),
    help: patchOf("ds", "agent", { spec: { template: { spec: { volumes: null } } } }),
  },
  {
    name: "scheduling-gate",
    kind: "schedulingGate",
    template: { schedulingGates: [{ name: "example.com/wait" }] },
    help: (place) => patchPod(place, { spec: { schedulingGates: [{ $patch: "delete", name: "example.com/wait" }] } }),
  },
  {
    name: "scheduler",
    kind: "noScheduler",
    subject: "batch-scheduler",
    template: { schedulerName: "batch-scheduler" },
    help: patchOf("ds", "agent", { spec: { template: { spec: { schedulerName: "default-scheduler" } } } }),
  },
  {
    name: "anti-affinity",
    kind: "antiAffinity",
    template: {
      affinity: {
        podAntiAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [
            { labelSelector: { matchLabels: { app: "rival" } }, topologyKey: "kubernetes.io/hostname" },
          ],
        },
      },
    },
    objects: ({ namespace, node }) => [
      {
        apiVersion: "v1",
        kind: "Pod",
        metadata: { name: "rival", namespace, labels: { app: "rival" } },
        spec: { nodeName: node, containers: [{ name: "rival", image: "rival:1" }] },
      },
    ],
    help: patchOf("ds", "agent", { spec: { template: { spec: { affinity: null } } } }),
  },
  {
    name: "port-held",
    kind: "portHeld",
    container: { ports: [{ containerPort: 9100, hostPort: 9100 }] },
    objects: ({ namespace, node }) => [
      {
        apiVersion: "v1",
        kind: "Pod",
        metadata: { name: "rival", namespace },
        spec: {
          nodeName: node,
          terminationGracePeriodSeconds: 0,
          containers: [{ name: "rival", image: "rival:1", ports: [{ containerPort: 9100, hostPort: 9100 }] }],
        },
      },
    ],
    help: (place) => kubectl(place, "delete", "pod", "rival", "--wait=false"),
  },
  {
    name: "gate",
    kind: "readinessGate",
    subject: GATE,
    template: { readinessGates: [{ conditionType: GATE }], containers: [{ name: "agent", image: "agent:1-unready" }] },
    begin: async (place) => {
      await untilPhase(place, "Running");
      await patchPod(place, readiness("False"), "--subresource=status");
    },
    help: (place) => patchPod(place, readiness("True"), "--subresource=status"),
  },
  {
    name: "finalizer",
    kind: "podFinalizer",
    subject: "example.com/hold",
    begin: async (place) => {
      await patchPod(place, { metadata: { finalizers: ["example.com/hold"] } });
      await kubectl(place, "delete", "pod", await podOf(place), "--grace-period=1", "--wait=false");
    },
    help: (place) => patchPod(place, { metadata: { finalizers: null } }),
  },
  {
    name: "taint",
    kind: "misscheduled",
    begin: async (place) => {
      await podOf(place);
      await place.stage.kubectl("taint", "node", place.node, "dedicated=db:NoSchedule");
    },
    help: ({ stage, node }) => stage.kubectl("taint", "node", node, "dedicated-"),
  },
  {
    name: "no-node",
    kind: "noNodeWants",
    template: { nodeSelector: { "example.com/agents": "true" } },
    help: ({ stage, node }) => stage.kubectl("label", "node", node, "example.com/agents=true"),
  },
  ...NODE_ROWS,
];

const agentOf = ({ name, template = {}, container = {}, annotations = {} }: Row, { node, namespace }: Place) => ({
  apiVersion: "apps/v1",
  kind: "DaemonSet",
  metadata: { name: "agent", namespace },
  spec: {
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name }, annotations },
      spec: {
        nodeSelector: { "kubernetes.io/hostname": node },
        terminationGracePeriodSeconds: 1,
        containers: [{ name: "agent", image: "agent:1", ...container }],
        ...template,
      },
    },
  },
});

/** Answers admission reviews: denies pods without the label `signed`, or adds a nodeSelector. */
async function startWebhooks(): Promise<{ readonly url: string; close(): void }> {
  const server = createServer({ key: ENGINE_KEY, cert: ENGINE_CERTIFICATE }, (request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => {
      body += part.toString("utf8");
    });
    request.on("end", () => {
      const { uid, object } = (
        JSON.parse(body) as {
          readonly request: { readonly uid: string; readonly object: { readonly metadata: { readonly labels?: object } } };
        }
      ).request;
      const isDenied = request.url?.startsWith("/deny") === true && !("signed" in (object.metadata.labels ?? {}));
      const patch = Buffer.from(JSON.stringify([{ op: "add", path: "/spec/nodeSelector/sandbox.example.com~1kata", value: "true" }]));
      const answer = isDenied
        ? { uid, allowed: false, status: { message: "the image is not signed" } }
        : request.url?.startsWith("/select") === true
          ? { uid, allowed: true, patchType: "JSONPatch", patch: patch.toString("base64") }
          : { uid, allowed: true };
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response: answer }));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

/** Plays a row. Returns what went wrong; undefined if nothing did. */
async function play(row: Row, place: Place): Promise<string | undefined> {
  const { observer } = place.stage;
  const record = () => observer.record(`${place.namespace}/agent`);
  const state = () => {
    const found = record();
    if (found === undefined) return "no record";
    return JSON.stringify({
      kinds: causeKindsOf(found),
      causes: found.causes.map(({ cause }) => cause),
      concern: found.concern?.kind,
      counts: found.derived,
    });
  };
  const isNamed = (): boolean => {
    const found = record();
    if (found === undefined || !causeKindsOf(found).includes(row.kind)) return false;
    const subject = found.causes.find(({ cause }) => cause.kind === row.kind)?.cause.subject;
    return row.subject === undefined || subject === row.subject || (row.subject instanceof RegExp && row.subject.test(subject ?? ""));
  };
  const isWell = (): boolean => {
    const found = record();
    return found !== undefined && found.derived?.numberAvailable === 1 && found.causes.length === 0 && found.concern === null;
  };
  try {
    await row.begin?.(place);
    await observer.until(`${row.name}: ${row.kind}`, isNamed, 30_000);
    await row.help(place);
    await observer.until(`${row.name}: HEALTHY`, isWell, 45_000);
    return undefined;
  } catch (error) {
    return `${(error as Error).message}: ${state()}`;
  }
}

test("K2 C11 what helps against a cause ends it, on a real control plane", async () => {
  const stage = await setStage("cause-remedies", ROWS.length, { controllers: CONTROLLERS });
  const webhooks = await startWebhooks();
  try {
    const places = ROWS.map(({ name }, at): Place => ({ namespace: name, node: `node-${at}`, stage, webhooks: webhooks.url }));
    const namespaces = ROWS.map(({ name, namespaceLabels = {} }) => ({
      apiVersion: "v1",
      kind: "Namespace",
      metadata: { name, labels: namespaceLabels },
    }));
    const others = ROWS.flatMap((row, at) => row.objects?.(places[at] as Place) ?? []);
    await stage.apply(JSON.stringify({ apiVersion: "v1", kind: "List", items: [...namespaces, ...others] }));
    const agents = ROWS.map((row, at) => agentOf(row, places[at] as Place));
    await stage.apply(JSON.stringify({ apiVersion: "v1", kind: "List", items: agents }));
    const problems = await Promise.all(ROWS.map((row, at) => play(row, places[at] as Place)));
    expect(problems.filter((problem) => problem !== undefined)).toEqual([]);
  } finally {
    webhooks.close();
    await stage.stop();
  }
});
