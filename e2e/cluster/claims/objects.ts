import {
  agent,
  type Claim,
  type ClaimCluster,
  counts,
  create,
  createYaml,
  items,
  label,
  listOf,
  path,
  podOn,
  pods,
  runAgent,
} from "./claim.ts";

const reasonsOf = async (c: ClaimCluster): Promise<readonly string[]> =>
  (await pods(c))
    .flatMap(({ status }) => listOf(status?.containerStatuses))
    .map(({ name, ready, state }) => `${name} ${state?.waiting?.reason ?? (ready ? "ready" : "not ready")}`)
    .sort();
const eventsOf = async (c: ClaimCluster, kind: string): Promise<readonly string[]> =>
  (await items(c, "Event")).filter(({ involvedObject }) => String(involvedObject?.kind) === kind).map(({ reason }) => String(reason));

/** What the objects look like, and what kubelets do. */
export const OBJECTS: readonly Claim[] = [
  {
    id: 7,
    claim: "no ReplicaSet under a DaemonSet: it owns its pods",
    today: "right",
    kind: "cluster",
    play: (c) => runAgent(c),
    read: async (c) => [
      new Set((await pods(c)).map(({ metadata }) => String(metadata?.ownerReferences?.[0 as never]?.kind))),
      (await c.send("GET", `/apis/apps/v1/namespaces/${c.namespace}/replicasets`)).body.items?.length,
    ],
    expected: [new Set(["DaemonSet"]), 0],
  },
  {
    id: 5,
    claim: "uses: network, storage, logs, monitoring, security",
    today: "right",
    kind: "docs",
    doc: "introduction",
    text: /\| network \|[\s\S]*\| storage \|[\s\S]*\| logs \|[\s\S]*\| monitoring \|[\s\S]*\| security \|/,
  },
  {
    id: 8,
    claim: "what a daemon is",
    today: "right",
    kind: "docs",
    doc: "introduction",
    text: /A \*daemon\* is a Unix\s+program that runs in the background/,
  },
  {
    id: 12,
    claim: "kubectl has no generator for DaemonSets",
    today: "right",
    kind: "kubectl",
    args: ["create", "daemonset", "x", "--image=x"],
    expected: /unknown flag|unknown command|error/,
  },
  {
    id: 21,
    claim: "the kubelet alone runs static pods",
    today: "right",
    kind: "story",
    story: "static-pods",
    seconds: 5,
    read: ({ list }) =>
      list("pods")
        .filter(({ metadata }) => metadata?.annotations?.["kubernetes.io/config.mirror"] !== undefined)
        .map(({ metadata }) => String(metadata?.ownerReferences?.[0 as never]?.kind)),
    expected: ["Node", "Node", "Node", "Node"],
  },
  {
    id: 22,
    claim: "their files are in /etc/kubernetes/manifests",
    today: "right",
    kind: "docs",
    doc: "introduction",
    text: /the kubelet, from `\/etc\/kubernetes\/manifests`/,
  },
  {
    id: 23,
    claim: "API server, etcd, scheduler and controller manager are static",
    today: "right",
    kind: "story",
    story: "static-pods",
    seconds: 5,
    read: ({ list }) =>
      list("pods")
        .filter(({ metadata }) => String(metadata?.annotations?.["kubernetes.io/config.source"]) === "file")
        .map(({ metadata }) => String(metadata?.name).replace("-control-plane-1", ""))
        .sort(),
    expected: ["etcd", "kube-apiserver", "kube-controller-manager", "kube-scheduler"],
  },
  {
    id: 24,
    claim: "a file is removed: the static pod goes",
    today: "right",
    kind: "story",
    story: "static-pods",
    seconds: 5,
    read: ({ list, removeFile }) => {
      removeFile("control-plane-1", "kube-scheduler");
      return list("pods").filter(({ metadata }) => String(metadata?.name).startsWith("kube-scheduler")).length;
    },
    expected: 0,
  },
  {
    id: 25,
    claim: "static pods only as an exception",
    today: "right",
    kind: "docs",
    doc: "introduction",
    text: /DaemonSet instead of a static pod:\*\* you change one object instead of a file on each node/,
  },
  {
    id: 44,
    claim: "restartPolicy is Always or unset",
    today: "right",
    kind: "cluster",
    read: (c) => create(c, agent({}, { restartPolicy: "Never" })),
    expected: { pattern: /spec\.template\.spec\.restartPolicy: Unsupported value: "Never": supported values: "Always"/ },
  },
  {
    id: 45,
    claim: "a failing liveness probe restarts the container",
    today: "right",
    kind: "cluster",
    only: "simulator",
    play: async (c) => {
      const livenessProbe = { exec: { command: ["false"] }, periodSeconds: 1, failureThreshold: 1 };
      await create(c, agent({}, { containers: [{ name: "agent", image: "agent:1", livenessProbe }], terminationGracePeriodSeconds: 1 }));
      await c.pass(40);
    },
    read: async (c) => (await pods(c)).every(({ status }) => Number(status?.containerStatuses?.[0 as never]?.restartCount) > 0),
    expected: true,
  },
  {
    id: 49,
    claim: "descheduler and autoscaler treat daemon pods specially",
    today: "right",
    kind: "docs",
    doc: "introduction",
    text: /do not stop the cluster autoscaler[\s\S]*descheduler does not evict them/,
  },
  {
    id: 51,
    claim: "systemd and upstart need other tools",
    today: "right",
    kind: "docs",
    doc: "introduction",
    text: /systemd unit \| one on each machine/,
  },
  {
    id: 53,
    claim: "the columns of kubectl get ds",
    today: "right",
    kind: "kubectl",
    args: ["get", "ds", "agent"],
    expected: /^NAME +DESIRED +CURRENT +READY +UP-TO-DATE +AVAILABLE +NODE SELECTOR +AGE$/m,
  },
  {
    id: 54,
    claim: "DESIRED to AVAILABLE count nodes",
    today: "right",
    kind: "docs",
    doc: "concepts",
    text: /The counts are of \*\*nodes\*\*, not pods/,
  },
  {
    id: 56,
    claim: "kubectl writes last-applied-configuration",
    today: "right",
    kind: "kubectl",
    args: ["get", "ds", "agent", "-o", "yaml"],
    expected: /kubectl\.kubernetes\.io\/last-applied-configuration:[\s\S]*generation: 1/,
  },
  {
    id: 57,
    claim: "the version is extensions/v1beta1",
    today: "changed",
    kind: "cluster",
    read: async (c) => (await c.send("GET", "/apis/extensions/v1beta1")).code,
    expected: 404,
  },
  {
    id: 58,
    claim: "the annotation deprecated.daemonset.template.generation",
    today: "right",
    kind: "cluster",
    play: (c) => runAgent(c),
    read: async (c) =>
      (await c.send("GET", path(c, "DaemonSet", "agent"))).body.metadata?.annotations?.["deprecated.daemonset.template.generation"],
    expected: "1",
  },
  {
    id: 59,
    claim: "the owner reference of a pod",
    today: "right",
    kind: "cluster",
    play: (c) => runAgent(c),
    read: async (c) => {
      const { kind, controller, blockOwnerDeletion } = listOf((await podOn(c, "node-0")).metadata?.ownerReferences)[0] ?? {};
      return [kind, controller, blockOwnerDeletion];
    },
    expected: ["DaemonSet", true, true],
  },
  {
    id: 60,
    claim: "labels and generateName of a pod",
    today: "right",
    kind: "cluster",
    play: (c) => runAgent(c),
    read: async (c) => {
      const { labels, generateName } = (await podOn(c, "node-0")).metadata ?? {};
      // A bound pod also gets the zone and the region of its node.
      const keys = Object.keys(labels ?? {}).filter((key) => !key.startsWith("topology.kubernetes.io/"));
      return [keys.sort(), generateName];
    },
    expected: [["app", "controller-revision-hash", "pod-template-generation"], "agent-"],
  },
  {
    id: 61,
    claim: "RollingUpdate is the default, and the old pod goes first",
    today: "right",
    kind: "cluster",
    play: (c) => runAgent(c),
    read: async (c) => (await c.send("GET", path(c, "DaemonSet", "agent"))).body.spec?.updateStrategy,
    expected: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
  },
  {
    id: 64,
    claim: "the block of kubectl describe ds",
    today: "right",
    kind: "kubectl",
    args: ["describe", "ds", "agent"],
    expected: /Desired Number of Nodes Scheduled: \d+[\s\S]*Number of Nodes Misscheduled: 0[\s\S]*Pods Status:/,
  },
  {
    id: 66,
    claim: "the controller watches the API",
    today: "changed",
    kind: "story",
    story: "watch-it-think",
    seconds: 30,
    read: ({ list }) => list("daemonsets")[0 as never]?.metadata?.name,
    expected: "thinker",
  },
  {
    id: 69,
    claim: "agent.yaml with three containers and all its fields",
    today: "right",
    kind: "cluster",
    read: (c) => createYaml(c, "agent"),
    expected: "created",
  },
  {
    id: 70,
    claim: "agent.yaml needs its Secret and its ConfigMaps",
    today: "right",
    kind: "cluster",
    only: "simulator",
    play: async (c) => {
      await label(c, "node-0", "app", "ironman");
      for (const name of ["agent-target", "agent-config"])
        await create(c, { apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data: { url: "http://target" } });
      await createYaml(c, "agent");
      await c.pass(20);
      const without = await reasonsOf(c);
      if (without.join() !== "collector CreateContainerConfigError,exporter ready,shipper ready") throw new Error(without.join());
      await create(c, { apiVersion: "v1", kind: "Secret", metadata: { name: "agent-token" }, stringData: { TOKEN: "x" } });
    },
    read: async (c) => [await reasonsOf(c), await counts(c)],
    expected: [["collector ready", "exporter ready", "shipper ready"], "1 1 1 1 1"],
    end: (c) => label(c, "node-0", "app", null),
  },
  {
    id: 72,
    claim: "the five counts rise one after the other",
    today: "right",
    kind: "story",
    story: "min-ready-seconds",
    seconds: 30,
    read: ({ list }) => list("daemonsets").map(({ status }) => [status?.desiredNumberScheduled, status?.numberAvailable]),
    expected: [[2, 2]],
  },
  {
    id: 73,
    claim: "events of a pod: Scheduled, Pulling, Pulled, Created, Started",
    today: "right",
    kind: "cluster",
    only: "simulator",
    play: (c) => runAgent(c),
    read: async (c) => [...new Set(await eventsOf(c, "Pod"))].sort(),
    expected: ["Created", "Pulled", "Pulling", "Scheduled", "Started"],
  },
  {
    id: 74,
    claim: "default-scheduler assigns the pod",
    today: "right",
    kind: "cluster",
    play: (c) => runAgent(c),
    read: async (c) => {
      const found = (await items(c, "Event")).find(
        ({ reason, message }) => String(reason) === "Scheduled" && String(message).endsWith(" to node-0"),
      );
      return [found?.reportingComponent, String(found?.message).replace(/agent-\w+ /, "POD ")];
    },
    expected: { pattern: /^\["default-scheduler","Successfully assigned claim-74\/POD to node-0"\]$/ },
  },
  {
    id: 76,
    claim: "the selector must match the template",
    today: "right",
    kind: "cluster",
    read: (c) => create(c, agent({ selector: { matchLabels: { app: "other" } } })),
    expected: { pattern: /`selector` does not match template `labels`/ },
  },
  {
    id: 77,
    claim: "a selector may have matchExpressions",
    today: "right",
    kind: "cluster",
    play: async (c) =>
      void (await create(c, agent({ selector: { matchExpressions: [{ key: "app", operator: "In", values: ["agent", "collector"] }] } }))),
    read: (c) => counts(c),
    expected: "4 4 4 4 4",
  },
];
