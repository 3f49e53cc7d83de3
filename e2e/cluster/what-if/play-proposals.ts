import type { Manifest } from "@daemonscope/daemonset/actions/change";
import type { Step } from "@daemonscope/daemonset/actions/step";
import { stepsText } from "@daemonscope/daemonset/actions/step-text";
import type { WhatIfAnswer } from "@daemonscope/shared/http/what-if";
import { startDaemonscope } from "../../daemonscope.ts";
import { type ControlPlane, startControlPlane } from "../control-plane.ts";
import { furnish } from "../differential/furnish.ts";
import { RawMirror, type RawObject } from "../differential/raw-mirror.ts";
import { seeded } from "../differential/seeded.ts";
import type { World } from "../differential/step.ts";
import { untilQuiet } from "../differential/until-quiet.ts";
import { rawWatches } from "../differential/watched-paths.ts";
import { compareThen } from "./compare-then.ts";
import { type Known, randomProposal, startableDaemonSet } from "./random-proposal.ts";
import { type SeenCluster, seenCluster } from "./seen-cluster.ts";

const NODES = 12;
const DAEMON_SETS = 8;
/** A rollout of one node at a time, with a second of settling each. */
const QUIET_LIMIT_MS = 120_000;
/** PodGC looks every 20 s, and waits 40 s for the node to come back. */
const COLLECTED_MS = 100_000;
const CAUGHT_UP_MS = 10_000;
const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

/** What became of the proposals of one seed. */
export interface PlayedProposals {
  readonly changes: number;
  readonly pairs: number;
  /** Proposals that change nothing, or cannot be. */
  readonly idle: number;
  readonly problems: readonly string[];
  readonly restless: readonly string[];
  /** What was asked, said and seen of a prediction that was wrong. */
  readonly evidence: readonly unknown[];
}

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

const plainOf = ({ daemonSets, pods }: SeenCluster) => ({
  daemonSets: [...daemonSets.values()],
  pods: [...pods].map(([place, there]) => [place, [...there]]),
});

function lastApplied({ metadata }: RawObject): Manifest | undefined {
  const text = metadata.annotations?.[LAST_APPLIED];
  return text === undefined ? undefined : JSON.parse(text);
}

function knownOf({ nodes, daemonSets, pods }: SeenCluster, number: number): Known {
  const sets = [...daemonSets.values()];
  return {
    nodes: [...nodes.keys()].sort(),
    daemonSets: new Map(sets.map((set) => [set.metadata.name, lastApplied(set)])),
    rolling: sets.filter(({ spec }) => spec?.updateStrategy?.type !== "OnDelete").map(({ metadata }) => metadata.name),
    pods: [...pods.values()].flatMap((there) => [...there.values()].map(({ name }) => name)).sort(),
    number,
  };
}

async function ask(url: string, steps: readonly Step[]): Promise<WhatIfAnswer> {
  const response = await fetch(`${url}/api/what-if`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ steps }),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as WhatIfAnswer;
}

/** A taint that only some of the nodes have kubectl takes off these, and then says that others have none. */
async function pasteLine(cluster: ControlPlane, line: string, mayMiss: boolean): Promise<void> {
  try {
    await cluster.paste(line);
  } catch (error) {
    if (!mayMiss || !(error instanceof Error) || !/taint ".*" not found/.test(error.message)) throw error;
  }
}

/** Does for real what was proposed: by the line that was given, and nodes that join as they were to be. */
async function carryOut(cluster: ControlPlane, steps: readonly Step[], answer: WhatIfAnswer): Promise<void> {
  for (const [at, step] of steps.entries()) {
    const { kubectl, problem, isSoAlready } = answer.steps[at] ?? {};
    if (problem !== undefined || (isSoAlready === true && step.kind === "untaint")) continue;
    if (step.kind === "join") {
      const joining = answer.changedNodes.filter(({ uid }) => uid.startsWith("imagined"));
      const items = joining.map(({ name, labels, taints }) => ({
        apiVersion: "v1",
        kind: "Node",
        metadata: { name, labels },
        spec: { taints: taints.filter(({ key }) => !key.startsWith("node.kubernetes.io/")) },
      }));
      await cluster.mustKubectl(["create", "-f", "-"], JSON.stringify({ apiVersion: "v1", kind: "List", items }));
    } else if (kubectl !== undefined) await pasteLine(cluster, kubectl, step.kind === "untaint");
  }
}

/** Pods of nodes that are gone are taken for lost a minute later, by the garbage collection of pods. */
async function untilCollected(mirror: RawMirror): Promise<void> {
  const deadline = Date.now() + COLLECTED_MS;
  const isStray = (names: ReadonlySet<string>) =>
    mirror.all("pods").some(({ spec }) => spec?.nodeName !== undefined && !names.has(spec.nodeName));
  while (Date.now() < deadline && isStray(new Set(mirror.all("nodes").map(({ metadata }) => metadata.name)))) await wait(500);
}

/** Whether the server has seen what raw watches have. */
async function untilSeen(url: string, mirror: RawMirror): Promise<void> {
  const deadline = Date.now() + CAUGHT_UP_MS;
  const versions = (sets: readonly { readonly key: string; readonly version: string }[]) =>
    sets
      .map(({ key, version }) => `${key}=${version}`)
      .sort()
      .join();
  for (;;) {
    const theirs = versions(
      mirror
        .all("daemonsets")
        .map(({ metadata }) => ({ key: `${metadata.namespace}/${metadata.name}`, version: metadata.resourceVersion })),
    );
    const { daemonSets } = (await (await fetch(`${url}/api/keyframe`)).json()) as {
      readonly daemonSets: readonly { readonly key: string; readonly resourceVersion: string }[];
    };
    const ours = versions(daemonSets.map(({ key, resourceVersion }) => ({ key, version: resourceVersion })));
    if (ours === theirs || Date.now() > deadline) return;
    await wait(100);
  }
}

/** Plays one seed on a control plane of its own: predicts, does it for real, waits until all is quiet, and compares; ends at the first proposal whose prediction was wrong. */
export async function playProposals(seed: number, changes: number, say: (line: string) => void): Promise<PlayedProposals> {
  const random = seeded(seed);
  const cluster = await startControlPlane({ nodes: NODES });
  const watches = rawWatches(cluster);
  const product = await startDaemonscope(["--kubeconfig", cluster.kubeconfig]);
  const mirror = new RawMirror(watches);
  const problems: string[] = [];
  const restless: string[] = [];
  const evidence: unknown[] = [];
  let [done, pairs, idle, looks] = [0, 0, 0, 0];
  /** What a controller forgets to look at (named lags of docs/differential.md) it does when it looks again. */
  const rest = async (after: string): Promise<SeenCluster> => {
    await untilCollected(mirror);
    const first = await untilQuiet(mirror, QUIET_LIMIT_MS);
    await cluster.kubectl(["annotate", "ds", "--all", `what-if.test/look=${looks++}`, "--overwrite"]);
    const second = await untilQuiet(mirror, QUIET_LIMIT_MS);
    if ((second ?? first) !== undefined) restless.push(`after "${after}": ${second ?? first}`);
    await untilSeen(product.url, mirror);
    return seenCluster(mirror);
  };
  try {
    const world: World = {
      nodes: Array.from({ length: NODES }, (_, at) => `node-${at}`),
      daemonSets: [],
      sick: new Set(),
      silent: new Set(),
      images: 2,
      added: 0,
    };
    // Not its DaemonSets, and no node that says it is sick: the fake kubelets start pods there all the same, as no real one does.
    for (const { args, input } of furnish(random, world).commands.slice(0, -2)) await cluster.mustKubectl(args, input);
    const items = Array.from({ length: DAEMON_SETS }, (_, at) => startableDaemonSet(random, `set-${at}`, world.nodes));
    await cluster.mustKubectl(["apply", "-f", "-"], JSON.stringify({ apiVersion: "v1", kind: "List", items }));
    let before = await rest("the start");
    for (let number = 2; done < changes && number < changes * 20 && problems.length === 0; number++) {
      const steps = randomProposal(random, knownOf(before, number));
      if (steps.length === 0) continue;
      const answer = await ask(product.url, steps);
      if (answer.steps.every(({ problem }) => problem !== undefined)) {
        idle++;
        continue;
      }
      const words = stepsText(steps);
      await carryOut(cluster, steps, answer);
      const after = await rest(words);
      const compared = compareThen(answer, before, after);
      problems.push(...compared.problems.map((problem) => `change ${done + 1}, "${words.slice(0, 400)}": ${problem}`));
      if (problems.length > 0) evidence.push({ steps, answer, before: plainOf(before), after: plainOf(after) });
      pairs += compared.pairs;
      done++;
      before = after;
      say(`seed ${seed} change ${done}: ${words.slice(0, 160)}`);
    }
    return { changes: done, pairs, idle, problems, restless, evidence };
  } finally {
    for (const watch of Object.values(watches)) watch.stop();
    await product.stop();
    await cluster.stop();
  }
}
