import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { CELL_STATES } from "@daemonscope/daemonset/cell/cell";
import { lagText } from "@daemonscope/daemonset/describe/lag-text";
import { expect } from "@playwright/test";
import { type Daemonscope, startDaemonscope } from "../daemonscope.ts";
import { type Observer, observe } from "../observer.ts";
import { type ControlPlane, startControlPlane } from "./control-plane.ts";
import { appendRecording, COUNT_FIELDS, type RawWatch, rawWatch, statusesIn } from "./oracle.ts";

const RECORDINGS = join(import.meta.dirname, "..", "recordings");
const STREAM = "watch=true&allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan";
const KINDS = {
  nodes: `/api/v1/nodes?${STREAM}`,
  pods: `/api/v1/pods?${STREAM}&labelSelector=controller-revision-hash`,
  daemonsets: `/apis/apps/v1/daemonsets?${STREAM}`,
  controllerrevisions: `/apis/apps/v1/controllerrevisions?${STREAM}`,
} as const;

/** One control plane, our server beside it, a reader of our stream, and raw watches as the oracle. */
export interface Stage {
  readonly cluster: ControlPlane;
  readonly product: Daemonscope;
  readonly observer: Observer;
  readonly url: string;
  /** Lines of the raw watch of DaemonSets. */
  oracleLines(): readonly string[];
  kubectl(...args: string[]): Promise<string>;
  apply(manifest: string): Promise<void>;
  /** Waits until the DaemonSets did not change for a while, at the API server and here. */
  quiet(forMs?: number): Promise<void>;
  /** Holds our log and our records of one DaemonSet against the oracle. `lag` allows a disagreement whose cause it names. */
  agree(name: string, lag?: RegExp): Promise<void>;
  stop(): Promise<void>;
}

/** Starts everything for one story. With RECORD=1 the raw lines go to e2e/recordings/<story>.jsonl.gz at the end. */
export async function setStage(story: string, nodes = 20): Promise<Stage> {
  const binary = process.env.CONTROL_PLANE ?? "";
  const cluster = await startControlPlane({ nodes });
  const watches = Object.entries(KINDS).map(([kind, path]) => [kind, rawWatch(binary, cluster.kubeconfig, path)] as const);
  const oracle = watches.find(([kind]) => kind === "daemonsets")?.[1] as RawWatch;
  const product = await startDaemonscope(["--kubeconfig", cluster.kubeconfig]);
  const observer = await observe(product.url);
  await observer.until("every node is here", () => observer.state().rows.length === nodes);
  const namespace = "default";

  const stage: Stage = {
    cluster,
    product,
    observer,
    url: product.url,
    oracleLines: () => oracle.lines,
    kubectl: (...args) => cluster.mustKubectl(args),
    apply: async (manifest) => void (await cluster.mustKubectl(["apply", "-f", "-"], manifest)),
    async quiet(forMs = 2500) {
      let seen = -1;
      let since = Date.now();
      await observer.until(
        "the cluster is quiet",
        () => {
          const now = oracle.lines.length + observer.state().seq;
          if (now !== seen) {
            seen = now;
            since = Date.now();
          }
          return Date.now() - since >= forMs;
        },
        120_000,
      );
    },
    async agree(name, lag) {
      const said = statusesIn(oracle.lines, namespace, name);
      const ours: string[] = [];
      for (const { key, generation, observedGeneration, counts } of observer.statusWrites) {
        const text = JSON.stringify({ generation, observedGeneration, counts: COUNT_FIELDS.map((field) => counts[field]) });
        if (key === `${namespace}/${name}` && ours.at(-1) !== text) ours.push(text);
      }
      expect(ours, "our log holds every status that the API served, in order, and none besides").toEqual(
        said.map((status) => JSON.stringify(status)),
      );

      const record = observer.record(`${namespace}/${name}`);
      expect(record, `${name} is on the stream`).toBeDefined();
      if (record === undefined) return;
      if (lag === undefined) expect(record.disagreements, "derived equals reported").toEqual([]);
      else expect(record.disagreements.map(({ cause }) => lagText(cause)).join("; "), "the page names the controller's lag").toMatch(lag);

      const pods = JSON.parse(await stage.kubectl("get", "pods", "-l", `app=${name}`, "-o", "json")) as {
        readonly items: readonly { readonly spec: { readonly nodeName?: string } }[];
      };
      const withPod = new Set(pods.items.map((pod) => pod.spec.nodeName));
      const state = observer.state();
      const column = state.columns.indexOf(record.key);
      const drawn = state.rows.filter((_row, at) => {
        const code = CELL_STATES[(state.cells[at * state.columns.length + column] ?? 0) & 0x0f];
        return code !== "excluded" && code !== "missing";
      });
      expect(drawn, "pods are drawn where pods are").toEqual(state.rows.filter((node) => withPod.has(node)));

      const status = await cluster.kubectl(["rollout", "status", `ds/${name}`, "--watch=false"]);
      expect(`${status.stdout}${status.stderr}`.replace(/^error: /, "").trim(), "kubectl's sentence is ours").toBe(record.rollout.message);
      expect(observer.resyncs(), "nothing was lost on the way").toBe(0);
    },
    async stop() {
      if (process.env.RECORD === "1") {
        mkdirSync(RECORDINGS, { recursive: true });
        const plain = join(RECORDINGS, `${story}.jsonl`);
        writeFileSync(plain, "");
        for (const [kind, watch] of watches) appendRecording(plain, kind, watch.lines);
        writeFileSync(`${plain}.gz`, gzipSync(readFileSync(plain), { level: 9 }));
        rmSync(plain);
      }
      for (const [, watch] of watches) watch.stop();
      observer.close();
      await product.stop();
      await cluster.stop();
    },
  };
  return stage;
}
