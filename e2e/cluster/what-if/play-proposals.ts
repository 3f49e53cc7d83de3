import type { Manifest } from "@daemonscope/daemonset/actions/changes/change";
import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import { formatSteps } from "@daemonscope/daemonset/actions/steps/format-step";
import { keyframeOfText } from "@daemonscope/shared/codec/keyframe-text";
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
import type { Known } from "./proposal.ts";
import { type Proposal, randomProposal } from "./random-proposal.ts";
import { type SeenCluster, seenCluster } from "./seen-cluster.ts";
import { startableDaemonSet } from "./startable-daemon-set.ts";

const RANDOM_RUN_SIZE = { nodes: 12, daemonSets: 8 };
/** Smaller, for runs that only need each kind once: a rollout of one node at a time takes longer with more nodes. */
const KINDS_RUN_SIZE = { nodes: 8, daemonSets: 7 };
/** Covers a rollout of one node at a time, with a second of settling per node. */
const QUIET_LIMIT_MS = 120_000;
/** The pod garbage collector runs every 20 s, and waits 40 s for the node to return. */
const COLLECTED_MS = 100_000;
const CAUGHT_UP_MS = 10_000;
/** The history limit of DaemonSets. Forced syncs alternate between it and one more. */
const HISTORY = 20;
const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

/** The results of one seed's proposals. */
interface PlayedProposals {
  readonly changes: number;
  /** The kinds of the changes, in order. */
  readonly kinds: readonly string[];
  readonly pairs: number;
  /** Number of pairs without an exact prediction, which were compared within bounds. */
  readonly loose: number;
  /** Numbers of a status that were compared. */
  readonly counts: number;
  /** Number of proposals whose steps are all impossible. */
  readonly idle: number;
  readonly problems: readonly string[];
  readonly restless: readonly string[];
  /** The question, the answer and the observed state of a wrong prediction. */
  readonly evidence: readonly unknown[];
}

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

const plainOf = ({ daemonSets, nodes, pods }: SeenCluster, mirror: RawMirror) => ({
  daemonSets: [...daemonSets.values()],
  nodes: [...nodes.values()].map(({ metadata, spec, status }) => ({ name: metadata.name, spec, allocatable: status?.allocatable })),
  pods: [...pods].map(([pair, there]) => [pair, [...there]]),
  waiting: mirror
    .all("pods")
    .filter(({ spec }) => (spec?.nodeName ?? "") === "")
    .map(({ metadata, status }) => [metadata.name, status?.conditions]),
});

function lastApplied({ metadata }: RawObject): Manifest | undefined {
  const text = metadata.annotations?.[LAST_APPLIED];
  return text === undefined ? undefined : JSON.parse(text);
}

function knownOf({ nodes, daemonSets, pods, revisions }: SeenCluster, number: number): Known {
  const sets = [...daemonSets.values()];
  return {
    nodes: [...nodes.keys()].sort(),
    revisions: new Map(sets.map(({ metadata }) => [metadata.name, revisions.get(metadata.uid) ?? []])),
    daemonSets: new Map(sets.map((set) => [set.metadata.name, lastApplied(set)])),
    rolling: sets.filter(({ spec }) => spec?.updateStrategy?.type !== "OnDelete").map(({ metadata }) => metadata.name),
    pods: [...pods.values()].flatMap((there) => [...there.values()].map(({ name }) => name)).sort(),
    number,
  };
}

/** Returns the sorted names of DaemonSets with RollingUpdate and pods. */
function rollingWithPods({ daemonSets, pods }: SeenCluster): readonly string[] {
  return [...daemonSets]
    .filter(([key, { spec }]) => spec?.updateStrategy?.type !== "OnDelete" && [...pods.keys()].some((pair) => pair.startsWith(`${key} `)))
    .map(([, { metadata }]) => metadata.name)
    .sort();
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

/** Runs a line. `mayMiss`: kubectl may report that some nodes do not have the taint that it removed from others. */
async function pasteLine(cluster: ControlPlane, line: string, mayMiss: boolean): Promise<void> {
  try {
    await cluster.paste(line);
  } catch (error) {
    if (!mayMiss || !(error instanceof Error) || !/taint ".*" not found/.test(error.message)) throw error;
  }
}

/**
 * Creates the joining nodes of a proposal. Capacity that the proposal omits is that of the model node, or the default
 * of fake kubelets.
 */
async function createJoiningNodes(
  cluster: ControlPlane,
  { nodes }: Extract<Step, { kind: "join" }>,
  answer: WhatIfAnswer,
  before: SeenCluster,
) {
  const like = before.nodes.get(nodes.like ?? "")?.status?.allocatable;
  const allocatable = { ...like, ...nodes.allocatable };
  const joining = answer.changedNodes.filter(({ uid }) => uid.startsWith("imagined"));
  const items = joining.map(({ name, labels, taints }) => ({
    apiVersion: "v1",
    kind: "Node",
    metadata: { name, labels },
    spec: { taints: taints.filter(({ key }) => !key.startsWith("node.kubernetes.io/")) },
    ...(Object.keys(allocatable).length === 0 ? {} : { status: { allocatable, capacity: allocatable } }),
  }));
  await cluster.mustKubectl(["create", "-f", "-"], JSON.stringify({ apiVersion: "v1", kind: "List", items }));
}

/** Performs a proposal with the given commands. If the steps are simultaneous, the controllers are paused meanwhile. */
async function carryOut(cluster: ControlPlane, { steps, isAtOnce }: Proposal, answer: WhatIfAnswer, before: SeenCluster): Promise<void> {
  if (isAtOnce) cluster.holdControllers();
  for (const [at, step] of steps.entries()) {
    const { kubectl, problem, isSoAlready } = answer.steps[at] ?? {};
    if (problem !== undefined || (isSoAlready === true && step.kind === "untaint")) continue;
    if (step.kind === "join") await createJoiningNodes(cluster, step, answer, before);
    else if (kubectl !== undefined) await pasteLine(cluster, kubectl, step.kind === "untaint");
  }
  if (isAtOnce) cluster.releaseControllers();
}

/** Waits until the pod garbage collector has deleted the pods of deleted nodes, about a minute later. */
async function untilCollected(mirror: RawMirror): Promise<void> {
  const deadline = Date.now() + COLLECTED_MS;
  const isStray = (names: ReadonlySet<string>) =>
    mirror.all("pods").some(({ spec }) => spec?.nodeName !== undefined && !names.has(spec.nodeName));
  while (Date.now() < deadline && isStray(new Set(mirror.all("nodes").map(({ metadata }) => metadata.name)))) await wait(500);
}

/**
 * Forces a sync of every DaemonSet by a change without an effect on pods. Waits until the controller has synced, even
 * if it is just starting.
 */
async function untilReconciled(cluster: ControlPlane, mirror: RawMirror, historyLimit: number): Promise<void> {
  const names = mirror.all("daemonsets").map(({ metadata }) => metadata.name);
  if (names.length === 0) return;
  const patch = JSON.stringify({ spec: { revisionHistoryLimit: historyLimit } });
  await cluster.mustKubectl(["patch", "ds", ...names, "--type=merge", "-p", patch]);
  const deadline = Date.now() + QUIET_LIMIT_MS;
  const isBehind = ({ metadata, spec, status }: RawObject): boolean =>
    spec?.revisionHistoryLimit !== historyLimit || status?.observedGeneration !== metadata.generation;
  while (Date.now() < deadline && mirror.all("daemonsets").some(isBehind)) await wait(50);
}

/** Waits until the server has seen all changes of DaemonSets that the raw watches have, at most `CAUGHT_UP_MS`. */
async function untilSeen(url: string, mirror: RawMirror): Promise<void> {
  const deadline = Date.now() + CAUGHT_UP_MS;
  const versions = (sets: readonly { readonly key: string; readonly version: string }[]) =>
    sets
      .map(({ key, version }) => `${key}=${version}`)
      .sort()
      .join();
  for (;;) {
    const mirrorVersions = versions(
      mirror
        .all("daemonsets")
        .map(({ metadata }) => ({ key: `${metadata.namespace}/${metadata.name}`, version: metadata.resourceVersion })),
    );
    const { head } = keyframeOfText(await (await fetch(`${url}/api/keyframe`)).text());
    const servedVersions = versions(head.daemonSets.map(({ key, resourceVersion }) => ({ key, version: resourceVersion })));
    if (servedVersions === mirrorVersions || Date.now() > deadline) return;
    await wait(100);
  }
}

/**
 * Plays one seed on a separate control plane: predicts, performs, waits until the cluster is quiet, and compares. Ends
 * at the first wrong prediction. `kinds` gives the kind of each proposal; otherwise they are random.
 */
export async function playProposals(
  seed: number,
  changes: number,
  report: (line: string) => void,
  kinds?: readonly string[],
): Promise<PlayedProposals> {
  const random = seeded(seed);
  const size = kinds === undefined ? RANDOM_RUN_SIZE : KINDS_RUN_SIZE;
  const cluster = await startControlPlane({ nodes: size.nodes });
  const watches = rawWatches(cluster);
  const product = await startDaemonscope(["--kubeconfig", cluster.kubeconfig]);
  const mirror = new RawMirror(watches);
  const problems: string[] = [];
  const restless: string[] = [];
  const evidence: unknown[] = [];
  const played: string[] = [];
  let [done, pairs, loose, counts, idle, waits] = [0, 0, 0, 0, 0, 0];
  /**
   * Forces a sync and waits until the cluster is settled. The sync makes the controller do what a named lag
   * (docs/differential.md) delayed, and its status confirms that.
   */
  const rest = async (after: string): Promise<SeenCluster> => {
    await untilCollected(mirror);
    const first = await untilQuiet(mirror, QUIET_LIMIT_MS);
    await untilReconciled(cluster, mirror, HISTORY + (waits++ % 2));
    const second = await untilQuiet(mirror, QUIET_LIMIT_MS);
    if ((second ?? first) !== undefined) restless.push(`after "${after}": ${second ?? first}`);
    await untilSeen(product.url, mirror);
    return seenCluster(mirror);
  };
  /** Deletes and creates DaemonSets again: a later proposal does not unblock a rollout that is stuck. */
  const recreateSets = async (seen: SeenCluster): Promise<SeenCluster> => {
    const names = rollingWithPods(seen);
    if (names.length === 0) return seen;
    await cluster.mustKubectl(["delete", "ds", ...names]);
    const items = names.map((name) => startableDaemonSet(random, name, [...seen.nodes.keys()].sort()));
    await cluster.mustKubectl(["apply", "-f", "-"], JSON.stringify({ apiVersion: "v1", kind: "List", items }));
    return rest(`${names.join(", ")} made anew`);
  };
  try {
    const world: World = {
      nodes: Array.from({ length: size.nodes }, (_, at) => `node-${at}`),
      daemonSets: [],
      unready: new Set(),
      silent: new Set(),
      images: 2,
      added: 0,
    };
    // Leaves out the DaemonSets and the NotReady node, because fake kubelets start pods there, unlike real ones.
    for (const { args, input } of furnish(random, world).commands.slice(0, -2)) await cluster.mustKubectl(args, input);
    const items = Array.from({ length: size.daemonSets }, (_, at) => startableDaemonSet(random, `set-${at}`, world.nodes));
    await cluster.mustKubectl(["apply", "-f", "-"], JSON.stringify({ apiVersion: "v1", kind: "List", items }));
    let before = await rest("the start");
    for (let number = 2; done < changes && number < changes * 20 && problems.length === 0; number++) {
      const proposal = randomProposal(random, knownOf(before, number), kinds?.[done]);
      const { steps, kind } = proposal;
      if (steps.length === 0) continue;
      const answer = await ask(product.url, steps);
      if (answer.steps.every(({ problem }) => problem !== undefined)) {
        idle++;
        continue;
      }
      const words = formatSteps(steps);
      const beganAt = Date.now();
      await carryOut(cluster, proposal, answer, before);
      const after = await rest(words);
      const compared = compareThen(answer, before, after);
      problems.push(...compared.problems.map((problem) => `change ${done + 1}, ${kind}, "${words.slice(0, 400)}": ${problem}`));
      if (problems.length > 0) evidence.push({ steps, answer, before: plainOf(before, mirror), after: plainOf(after, mirror) });
      pairs += compared.pairs;
      loose += compared.loose;
      counts += compared.counts;
      played.push(kind);
      done++;
      before = await recreateSets(after);
      report(`seed ${seed} change ${done}, ${kind}, ${Math.round((Date.now() - beganAt) / 100) / 10} s: ${words.slice(0, 160)}`);
    }
    return { changes: done, kinds: played, pairs, loose, counts, idle, problems, restless, evidence };
  } finally {
    for (const watch of Object.values(watches)) watch.stop();
    await product.stop();
    await cluster.stop();
  }
}
