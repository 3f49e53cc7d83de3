import {
  agent,
  type Claim,
  type ClaimCluster,
  counts,
  create,
  deletePod,
  items,
  listOf,
  merge,
  nodesOf,
  path,
  podOn,
  pods,
  runAgent,
  setImage,
  untilCounts,
} from "./claim.ts";

const containersOf = async (c: ClaimCluster): Promise<readonly string[]> =>
  (await pods(c)).map(({ spec }) => String(listOf(spec?.containers)[0]?.image)).sort();
const eventsOf = async (c: ClaimCluster, kind: string): Promise<readonly string[]> =>
  (await items(c, "Event")).filter(({ involvedObject }) => String(involvedObject?.kind) === kind).map(({ reason }) => String(reason));
const FIRST_IMAGES = ["agent:1", "agent:1", "agent:1", "agent:1"];

/** What happens to pods, and updates. */
export const LIFE: readonly Claim[] = [
  {
    id: 4,
    claim: "deleting a DaemonSet deletes its pods",
    today: "right",
    kind: "cluster",
    play: async (c) => {
      await runAgent(c, {}, { terminationGracePeriodSeconds: 1 });
      await c.send("DELETE", path(c, "DaemonSet", "agent"), { propagationPolicy: "Background" });
    },
    read: nodesOf,
    expected: [],
  },
  {
    id: 50,
    claim: "bare pods do not survive",
    today: "right",
    kind: "cluster",
    play: async (c) => {
      await create(c, {
        apiVersion: "v1",
        kind: "Pod",
        metadata: { name: "bare" },
        spec: { containers: [{ name: "bare", image: "bare:1" }] },
      });
      await c.pass(2);
      await c.send("DELETE", `${path(c, "Pod", "bare")}?gracePeriodSeconds=0`);
      await c.pass(2);
    },
    read: async (c) => (await pods(c)).length,
    expected: 0,
  },
  {
    id: 62,
    claim: "OnDelete updates only after a deletion by hand",
    today: "right",
    kind: "cluster",
    play: async (c) => {
      await runAgent(c, { updateStrategy: { type: "OnDelete" } });
      await setImage(c, "agent:2");
      await c.pass(3);
      await deletePod(c, "node-0");
    },
    read: async (c) => [await counts(c), await containersOf(c)],
    expected: ["4 4 4 1 4", ["agent:1", "agent:1", "agent:1", "agent:2"]],
  },
  {
    id: 65,
    claim: "events SuccessfulCreate and SuccessfulDelete",
    today: "right",
    kind: "cluster",
    play: async (c) => {
      await runAgent(c, {}, { terminationGracePeriodSeconds: 1 });
      await setImage(c, "agent:2");
      await untilCounts(c, "4 4 4 4 4");
    },
    read: async (c) => [...new Set(await eventsOf(c, "DaemonSet"))].sort(),
    expected: ["SuccessfulCreate", "SuccessfulDelete"],
  },
  {
    id: 67,
    claim: "no pod: create; another version: replace",
    today: "right",
    kind: "cluster",
    play: async (c) => {
      await runAgent(c, {}, { terminationGracePeriodSeconds: 1 });
      await setImage(c, "agent:2");
    },
    read: async (c) => [await counts(c), await containersOf(c)],
    expected: ["4 4 4 4 4", ["agent:2", "agent:2", "agent:2", "agent:2"]],
  },
  {
    id: 68,
    claim: "it keeps every pod running",
    today: "right",
    kind: "cluster",
    play: async (c) => {
      await runAgent(c);
      await deletePod(c, "node-1");
      await c.pass(1);
    },
    read: (c) => counts(c),
    expected: "4 4 4 4 4",
  },
  {
    id: 79,
    claim: "pushing daemons need no address",
    today: "right",
    kind: "cluster",
    play: (c) => runAgent(c),
    read: async (c) => (await items(c, "Service")).length,
    expected: 0,
  },
  {
    id: 81,
    claim: "a headless Service has the pods' addresses",
    today: "right",
    kind: "cluster",
    play: async (c) => {
      await create(c, {
        apiVersion: "v1",
        kind: "Service",
        metadata: { name: "agents" },
        spec: { clusterIP: "None", selector: { app: "agent" }, ports: [{ port: 80 }] },
      });
      await runAgent(c);
    },
    read: (c) => endpoints(c, "agents"),
    expected: 4,
  },
  {
    id: 82,
    claim: "a headless Service without a selector has no endpoints",
    today: "right",
    kind: "cluster",
    play: async (c) => {
      await create(c, {
        apiVersion: "v1",
        kind: "Service",
        metadata: { name: "nobody" },
        spec: { clusterIP: "None", ports: [{ port: 80 }] },
      });
      await runAgent(c);
    },
    read: (c) => endpoints(c, "nobody"),
    expected: 0,
  },
  {
    id: 83,
    claim: "a Service reaches some node, and none in particular",
    today: "right",
    kind: "cluster",
    play: async (c) => {
      await create(c, {
        apiVersion: "v1",
        kind: "Service",
        metadata: { name: "agents" },
        spec: { selector: { app: "agent" }, ports: [{ port: 80 }] },
      });
      await runAgent(c);
    },
    read: (c) => endpoints(c, "agents"),
    expected: 4,
  },
  {
    id: 84,
    claim: "an edited pod returns to the template when it is replaced",
    today: "right",
    kind: "cluster",
    play: async (c) => {
      await runAgent(c);
      const name = String((await podOn(c, "node-0")).metadata?.name);
      await merge(c, path(c, "Pod", name), { metadata: { labels: { edited: "yes" } } });
      await deletePod(c, "node-0");
      await c.pass(1);
      await untilCounts(c, "4 4 4 4 4");
    },
    read: async (c) => [(await podOn(c, "node-0")).metadata?.labels?.edited, await containersOf(c)],
    expected: [undefined, FIRST_IMAGES],
  },
  {
    id: 85,
    claim: "orphaning keeps the pods",
    today: "changed",
    kind: "cluster",
    play: orphan,
    read: async (c) => [(await pods(c)).length, (await pods(c)).filter(({ metadata }) => metadata?.ownerReferences !== undefined).length],
    expected: [4, 0],
  },
  {
    id: 86,
    claim: "a new DaemonSet adopts the pods and replaces those that differ",
    today: "changed",
    kind: "cluster",
    play: async (c) => {
      await orphan(c);
      await create(c, agent({}, { containers: [{ name: "agent", image: "agent:2" }] }));
      await c.pass(5);
    },
    read: async (c) => [await counts(c), await containersOf(c)],
    expected: ["4 4 4 4 4", FIRST_IMAGES],
  },
  {
    id: 87,
    claim: "the page about such a pod agrees with itself",
    today: "right",
    kind: "story",
    story: "orphan-and-adopt",
    seconds: 100,
    read: ({ adopted }) => adopted("default/node-agent", "worker-1"),
    expected: ["node-agent:2.0 → node-agent:3.0"],
  },
  {
    id: 63,
    claim: "set image gives generation 2 and another hash",
    today: "right",
    kind: "cluster",
    play: async (c) => {
      await runAgent(c);
      await setImage(c, "agent:2");
      await untilCounts(c, "4 4 4 4 4");
    },
    read: async (c) => [
      (await c.send("GET", path(c, "DaemonSet", "agent"))).body.metadata?.generation,
      (await c.send("GET", `/apis/apps/v1/namespaces/${c.namespace}/controllerrevisions`)).body.items?.length,
      new Set((await items(c, "Pod")).map(({ metadata }) => String(metadata?.labels?.["pod-template-generation"]))),
    ],
    expected: [2, 2, new Set(["2"])],
  },
];

async function orphan(c: ClaimCluster): Promise<void> {
  await runAgent(c);
  await c.send("DELETE", path(c, "DaemonSet", "agent"), { propagationPolicy: "Orphan" });
  for (let tries = 0; tries < 60 && (await c.send("GET", path(c, "DaemonSet", "agent"))).code !== 404; tries++) await c.pass(0.5);
}

async function endpoints(c: ClaimCluster, service: string): Promise<number> {
  const { body } = await c.send(
    "GET",
    `/apis/discovery.k8s.io/v1/namespaces/${c.namespace}/endpointslices?labelSelector=kubernetes.io/service-name=${service}`,
  );
  return listOf(body.items).reduce((sum, slice) => sum + listOf(slice.endpoints).length, 0);
}
