import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { cellState } from "@daemonscope/daemonset/pair/cell/cell";
import { cellAtPair } from "@daemonscope/shared/state/cluster-state";
import { rowCount, sortedNames } from "@daemonscope/shared/state/row-ids";
import { english } from "@daemonscope/words/english";
import { lagText } from "@daemonscope/words/facts/lag-text";
import { expect } from "@playwright/test";
import { type Daemonscope, startDaemonscope } from "../daemonscope.ts";
import { type Observer, observe } from "../observer.ts";
import { type ControlPlane, type ControlPlaneOptions, startControlPlane } from "./control-plane.ts";
import { appendRecording, COUNT_FIELDS, type RawWatch, rawWatch, statusesIn } from "./oracle.ts";

const RECORDINGS = join(import.meta.dirname, "..", "recordings");
const STREAM = "watch=true&allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan";
const KINDS = {
  nodes: `/api/v1/nodes?${STREAM}`,
  pods: `/api/v1/pods?${STREAM}&labelSelector=controller-revision-hash`,
  daemonsets: `/apis/apps/v1/daemonsets?${STREAM}`,
  controllerrevisions: `/apis/apps/v1/controllerrevisions?${STREAM}`,
} as const;

/** Longer than any pause between two changes of one cause. */
const QUIET_MS = 1500;

/** One control plane, our server, a reader of our stream, and raw watches as the oracle. */
export interface Stage {
  readonly cluster: ControlPlane;
  readonly product: Daemonscope;
  readonly observer: Observer;
  readonly url: string;
  /** Lines of the raw watch of DaemonSets. */
  oracleLines(): readonly string[];
  kubectl(...args: string[]): Promise<string>;
  apply(manifest: string): Promise<void>;
  /** Waits until neither the API server's DaemonSets nor our log changed for a while. */
  quiet(forMs?: number): Promise<void>;
  /**
   * Expects our log and our records of one DaemonSet to equal the oracle's. If `lag` is given, expects the counts to
   * disagree, with a cause that matches it.
   */
  agree(name: string, lag?: RegExp): Promise<void>;
  stop(): Promise<void>;
}

type Watches = readonly (readonly [kind: string, watch: RawWatch])[];

const NAMESPACE = "default";

/** Expects our log to hold exactly the statuses that the API served, in order. */
function expectEachStatus({ observer, oracleLines }: Stage, name: string): void {
  const serverOutput: string[] = [];
  for (const { key, generation, observedGeneration, counts } of observer.statusWrites) {
    const text = JSON.stringify({ generation, observedGeneration, counts: COUNT_FIELDS.map((field) => counts[field]) });
    if (key === `${NAMESPACE}/${name}` && serverOutput.at(-1) !== text) serverOutput.push(text);
  }
  expect(serverOutput, "our log holds every status that the API served, in order, and none besides").toEqual(
    statusesIn(oracleLines(), NAMESPACE, name).map((status) => JSON.stringify(status)),
  );
}

async function expectDrawnPodsMatchCluster({ observer, kubectl }: Stage, name: string): Promise<void> {
  const pods = JSON.parse(await kubectl("get", "pods", "-l", `app=${name}`, "-o", "json")) as {
    readonly items: readonly { readonly spec: { readonly nodeName?: string } }[];
  };
  const withPod = new Set(pods.items.map((pod) => pod.spec.nodeName));
  const state = observer.state();
  const names = sortedNames(state.rows);
  const drawn = names.filter((node) => {
    const code = cellState(cellAtPair(state, node, `${NAMESPACE}/${name}`) ?? 0);
    return code !== "excluded" && code !== "missing";
  });
  expect(drawn, "pods are drawn where pods are").toEqual(names.filter((node) => withPod.has(node)));
}

/**
 * Compares our log and our records of one DaemonSet with the oracle. If `lag` is given, expects the counts to disagree,
 * with a cause that matches it.
 */
async function expectAgreement(stage: Stage, name: string, lag: RegExp | undefined): Promise<void> {
  expectEachStatus(stage, name);
  const record = stage.observer.record(`${NAMESPACE}/${name}`);
  expect(record, `${name} is on the stream`).toBeDefined();
  if (record === undefined) return;
  if (lag === undefined) expect(record.disagreements, "derived equals reported").toEqual([]);
  else
    expect(record.disagreements.map(({ cause }) => lagText(english, cause)).join("; "), "the page names the controller's lag").toMatch(lag);
  await expectDrawnPodsMatchCluster(stage, name);
  const { stdout, stderr } = await stage.cluster.kubectl(["rollout", "status", `ds/${name}`, "--watch=false"]);
  expect(`${stdout}${stderr}`.replace(/^error: /, "").trim(), "kubectl's sentence is ours").toBe(record.rollout.message);
  expect(stage.observer.resyncs(), "nothing was lost on the way").toBe(0);
}

/** Waits until neither the API server nor our log changed for `forMs`. */
async function untilQuiet({ observer, oracleLines }: Stage, forMs: number): Promise<void> {
  let lastChanges = -1;
  let unchangedSinceMs = Date.now();
  const isQuiet = () => {
    const changes = oracleLines().length + observer.state().seq;
    if (changes !== lastChanges) {
      lastChanges = changes;
      unchangedSinceMs = Date.now();
    }
    return Date.now() - unchangedSinceMs >= forMs;
  };
  await observer.until("the cluster is quiet", isQuiet, 120_000);
}

function keepRecording(story: string, watches: Watches): void {
  mkdirSync(RECORDINGS, { recursive: true });
  const plain = join(RECORDINGS, `${story}.jsonl`);
  writeFileSync(plain, "");
  for (const [kind, watch] of watches) appendRecording(plain, kind, watch.lines);
  writeFileSync(`${plain}.gz`, gzipSync(readFileSync(plain), { level: 9 }));
  rmSync(plain);
}

/**
 * Starts everything for one story; `flags` are our server's. With RECORD=1 the raw lines are written to
 * e2e/recordings/<story>.jsonl.gz at the end.
 */
export async function setStage(
  story: string,
  nodes = 20,
  { flags = [], ...options }: Omit<ControlPlaneOptions, "nodes"> & { readonly flags?: readonly string[] } = {},
): Promise<Stage> {
  const cluster = await startControlPlane({ nodes, ...options });
  const watches: Watches = Object.entries(KINDS).map(([kind, path]) => [kind, rawWatch(cluster.kubeconfig, path)]);
  const oracle = watches.find(([kind]) => kind === "daemonsets")?.[1];
  const product = await startDaemonscope(["--kubeconfig", cluster.kubeconfig, ...flags]);
  const observer = await observe(product.url);
  await observer.until("every node is here", () => rowCount(observer.state().rows) === nodes);
  const stage: Stage = {
    cluster,
    product,
    observer,
    url: product.url,
    oracleLines: () => oracle?.lines ?? [],
    kubectl: (...args) => cluster.mustKubectl(args),
    apply: async (manifest) => void (await cluster.mustKubectl(["apply", "-f", "-"], manifest)),
    quiet: (forMs = QUIET_MS) => untilQuiet(stage, forMs),
    agree: (name, lag) => expectAgreement(stage, name, lag),
    async stop() {
      if (process.env.RECORD === "1") keepRecording(story, watches);
      for (const [, watch] of watches) watch.stop();
      observer.close();
      await product.stop();
      await cluster.stop();
    },
  };
  return stage;
}
