import { YAML } from "./manifests.ts";

export type Json = { readonly [field: string]: Json } & { readonly length?: number };

export interface Answer {
  readonly code: number;
  readonly body: Json;
}

/** A cluster with four nodes, `node-0` to `node-3`, and an empty namespace for one claim. */
export interface ClaimCluster {
  readonly namespace: string;
  send(method: string, path: string, body?: unknown, type?: string): Promise<Answer>;
  /** Lets the cluster run for a time. */
  pass(seconds: number): Promise<void>;
}

/** A statement of a lesson about DaemonSets. */
interface ClaimText {
  readonly id: number;
  readonly claim: string;
  /** Whether the statement still holds. The check of a changed one shows what holds today. */
  readonly today: "right" | "changed";
}

/** Played on an empty cluster. `only`: the simulated one, because fake kubelets do not run containers. */
export interface ClusterClaim extends ClaimText {
  readonly kind: "cluster";
  readonly only?: "simulator";
  play?(cluster: ClaimCluster): Promise<void>;
  /** Read again until it has the expected value. */
  read(cluster: ClaimCluster): Promise<unknown>;
  readonly expected: unknown;
  /** Takes changes of nodes back. */
  end?(cluster: ClaimCluster): Promise<unknown>;
}

/** Seen in a story of the simulator at a moment. */
export interface StoryClaim extends ClaimText {
  readonly kind: "story";
  readonly story: string;
  readonly seconds: number;
  read(played: PlayedStory): unknown;
  readonly expected: unknown;
}

/** Explained by a document in three languages. The English one has the text. */
export interface DocsClaim extends ClaimText {
  readonly kind: "docs";
  readonly doc: "introduction" | "concepts";
  readonly text: RegExp;
}

/** A line of the real kubectl, on a DaemonSet `agent`. */
export interface KubectlClaim extends ClaimText {
  readonly kind: "kubectl";
  readonly args: readonly string[];
  readonly expected: RegExp;
}

export type Claim = ClusterClaim | StoryClaim | DocsClaim | KubectlClaim;

/** A story, and the answers of the dashboard about it. */
export interface PlayedStory {
  list(resource: string): readonly Json[];
  /** Takes the file of a static pod off a node, and lets 30 s pass. */
  removeFile(node: string, pod: string): void;
  /** The verdict of the dashboard about a node. */
  verdict(daemonSet: string, node: string): string | undefined;
  /** The images in which an adopted pod differs from its template, as the pages show them. */
  adopted(daemonSet: string, node: string): unknown;
}

/** Reads the body of an answer. An unknown path has plain text, which is read as an empty object. */
export const bodyOf = (text: string): Json => (text.startsWith("{") ? JSON.parse(text) : {});

const ROOTS: Readonly<Record<string, string>> = {
  DaemonSet: "/apis/apps/v1",
  Deployment: "/apis/apps/v1",
  PriorityClass: "/apis/scheduling.k8s.io/v1",
};

/** Returns the path of a kind of objects in the namespace of a claim. */
export const path = ({ namespace }: Pick<ClaimCluster, "namespace">, kind: string, name?: string): string =>
  `${ROOTS[kind] ?? "/api/v1"}/namespaces/${namespace}/${kind.toLowerCase()}s${name === undefined ? "" : `/${name}`}`;

/** Creates an object like the first `kubectl apply`. Returns `created`, or the refusal in the server's words. */
export async function create(
  cluster: ClaimCluster,
  manifest: { readonly kind: string; readonly [field: string]: unknown },
): Promise<string> {
  const { code, body } = await cluster.send("POST", `${path(cluster, manifest.kind)}?fieldValidation=Strict`, manifest);
  return code === 201 ? "created" : String(body.message);
}

/** Applies a manifest of a lesson, unchanged. */
export async function createYaml(cluster: ClaimCluster, name: keyof typeof YAML): Promise<string> {
  const { text, kind, namespace = cluster.namespace } = YAML[name];
  const { code, body } = await cluster.send("POST", `${path({ namespace }, kind)}?fieldValidation=Strict`, text, "application/yaml");
  return code === 201 ? "created" : String(body.message);
}

export const agent = (spec: object = {}, podSpec: object = {}, name = "agent") => ({
  apiVersion: "apps/v1",
  kind: "DaemonSet",
  metadata: { name },
  spec: {
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name, image: `${name}:1` }], ...podSpec } },
    ...spec,
  },
});

export const merge = (cluster: ClaimCluster, at: string, body: object): Promise<Answer> =>
  cluster.send("PATCH", at, body, "application/merge-patch+json");
export const setImage = (cluster: ClaimCluster, image: string, name = "agent"): Promise<Answer> =>
  cluster.send(
    "PATCH",
    path(cluster, "DaemonSet", name),
    { spec: { template: { spec: { containers: [{ name, image }] } } } },
    "application/strategic-merge-patch+json",
  );

export async function items(cluster: ClaimCluster, kind: string, namespace = cluster.namespace): Promise<readonly Json[]> {
  const { body } = await cluster.send("GET", path({ namespace }, kind));
  return listOf(body.items);
}

/** Returns a list of an answer. Empty if it is absent. */
export const listOf = (list: Json | undefined): readonly Json[] => (list ?? []) as unknown as readonly Json[];

export const pods = (cluster: ClaimCluster): Promise<readonly Json[]> => items(cluster, "Pod");
export const nodesOf = async (cluster: ClaimCluster): Promise<readonly string[]> =>
  (await pods(cluster)).map(({ spec }) => String(spec?.nodeName ?? "-")).sort();
export const phases = async (cluster: ClaimCluster): Promise<readonly string[]> =>
  (await pods(cluster)).map(({ status }) => String(status?.phase)).sort();

/** DESIRED CURRENT READY UP-TO-DATE AVAILABLE, as `kubectl get ds` prints them. */
export async function counts(cluster: ClaimCluster, name = "agent", namespace = cluster.namespace): Promise<string> {
  const { body } = await cluster.send("GET", path({ namespace }, "DaemonSet", name));
  const fields = ["desiredNumberScheduled", "currentNumberScheduled", "numberReady", "updatedNumberScheduled", "numberAvailable"];
  return fields.map((field) => String(body.status?.[field] ?? 0)).join(" ");
}

/** Waits until a DaemonSet has these counts. */
export async function untilCounts(cluster: ClaimCluster, wanted: string, name = "agent"): Promise<void> {
  for (let tries = 0; (await counts(cluster, name)) !== wanted; tries++) {
    if (tries > 60) throw new Error(`${name} has ${await counts(cluster, name)}, not ${wanted}`);
    await cluster.pass(0.5);
  }
}

/** Creates the DaemonSet `agent` and waits for its four pods. */
export async function runAgent(cluster: ClaimCluster, spec: object = {}, podSpec: object = {}): Promise<void> {
  const outcome = await create(cluster, agent(spec, podSpec));
  if (outcome !== "created") throw new Error(outcome);
  await untilCounts(cluster, "4 4 4 4 4");
}

export const podOn = async (cluster: ClaimCluster, node: string): Promise<Json> => {
  const found = (await pods(cluster)).find(
    ({ spec, metadata }) => String(spec?.nodeName) === node && metadata?.deletionTimestamp === undefined,
  );
  if (found === undefined) throw new Error(`no pod on ${node}`);
  return found;
};

/** Deletes the pod of a node at once. Returns its name. */
export async function deletePod(cluster: ClaimCluster, node: string): Promise<string> {
  const name = String((await podOn(cluster, node)).metadata?.name);
  await cluster.send("DELETE", `${path(cluster, "Pod", name)}?gracePeriodSeconds=0`);
  return name;
}

export async function editNode(cluster: ClaimCluster, node: string, body: object): Promise<void> {
  const { code, body: answer } = await merge(cluster, `/api/v1/nodes/${node}`, body);
  if (code !== 200) throw new Error(String(answer.message));
}
export const label = (cluster: ClaimCluster, node: string, key: string, value: string | null): Promise<void> =>
  editNode(cluster, node, { metadata: { labels: { [key]: value } } });
