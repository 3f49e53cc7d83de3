import { type Daemonscope, startDaemonscope } from "../../daemonscope.ts";
import { type ControlPlane, startControlPlane } from "../control-plane.ts";
import { type RawWatch, rawWatch } from "../oracle.ts";
import { compareProofs, compareTexts } from "./compare-texts.ts";
import { type Judged, judge } from "./judge.ts";
import { LABELS, randomDaemonSet, TAINTS } from "./random-daemon-set.ts";
import { randomStep, type Step, type World } from "./random-step.ts";
import { isInMotion, RawMirror } from "./raw-mirror.ts";
import { type Seeded, seeded } from "./seeded.ts";
import { judgeStatusWrites, type WritesJudged } from "./status-writes.ts";

const NODES = 20;
const DAEMON_SETS = 12;
/** Without a line for so long, and with nothing under way, a cluster is quiet. */
const QUIET_MS = 700;
const QUIET_LIMIT_MS = 90_000;
/** How long after that we and the controller may still be about to see the last change. */
const AGREE_LIMIT_MS = 12_000;

const STREAM = "watch=true&allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan";
const PATHS = {
  nodes: `/api/v1/nodes?${STREAM}`,
  pods: `/api/v1/pods?${STREAM}`,
  daemonsets: `/apis/apps/v1/daemonsets?${STREAM}`,
  controllerrevisions: `/apis/apps/v1/controllerrevisions?${STREAM}`,
} as const;

/** What was found with one seed. */
export interface Played {
  readonly steps: number;
  readonly pairsJudged: number;
  /** Differences that were the controller's lag: it agreed when it was made to look again. */
  readonly lags: readonly string[];
  readonly problems: readonly string[];
  readonly writes: WritesJudged;
}

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

class Play {
  readonly #cluster: ControlPlane;
  readonly #product: Daemonscope;
  readonly #mirror: RawMirror;
  readonly #lags: string[] = [];
  readonly #problems: string[] = [];
  #judged: Judged = new Map();
  #pairsJudged = 0;
  #looks = 0;

  constructor(cluster: ControlPlane, product: Daemonscope, mirror: RawMirror) {
    this.#cluster = cluster;
    this.#product = product;
    this.#mirror = mirror;
  }

  async perform({ words, commands, mayFail }: Step): Promise<void> {
    for (const { args, input } of commands) {
      const { code, stderr } = await this.#cluster.kubectl(args, input);
      if (code !== 0 && mayFail !== true) throw new Error(`${words}: kubectl ${args.join(" ")}: ${stderr}`);
    }
  }

  #isMoving(): boolean {
    const nodes = new Map(this.#mirror.all("nodes").map((node) => [node.metadata.name, node]));
    const minReady = new Map(this.#mirror.all("daemonsets").map(({ metadata, spec }) => [metadata.name, spec?.minReadySeconds ?? 0]));
    const nowMs = Date.now();
    return this.#mirror.all("pods").some((pod) => isInMotion(pod, nodes, minReady.get(pod.metadata.labels?.app ?? "") ?? 0, nowMs));
  }

  /** Waits until nothing is said and nothing is under way. */
  async #quiet(): Promise<void> {
    const deadline = Date.now() + QUIET_LIMIT_MS;
    let lines = -1;
    let sinceMs = 0;
    while (Date.now() < deadline) {
      const now = this.#mirror.lines("nodes", "pods", "daemonsets", "controllerrevisions");
      if (now !== lines || this.#isMoving()) sinceMs = Date.now();
      lines = now;
      if (Date.now() - sinceMs >= QUIET_MS) return;
      await wait(50);
    }
  }

  /** Judges until all agree, or the time for that is over. */
  async #agree(): Promise<Awaited<ReturnType<typeof judge>>> {
    const deadline = Date.now() + AGREE_LIMIT_MS;
    for (;;) {
      const found = await judge(this.#product.url, this.#mirror, this.#judged);
      const isLagOnly = found.problems.length === 0;
      if ((isLagOnly && found.lags.length === 0) || Date.now() > deadline) return found;
      // What is only a lag is not waited for: the controller may never look.
      if (isLagOnly && Date.now() > deadline - AGREE_LIMIT_MS + 1500) return found;
      await wait(250);
    }
  }

  /** After a step: verdicts, pods, updated, budget and counts; a difference of counts must go when the controller looks again. */
  async settle(after: string): Promise<void> {
    await this.#quiet();
    let found = await this.#agree();
    if (found.lags.length > 0) {
      for (const { name } of found.lags)
        await this.perform({
          words: "look again",
          commands: [{ args: ["annotate", "ds", name, `differential.test/look=${this.#looks++}`, "--overwrite"] }],
        });
      const lagging = found.lags;
      await this.#quiet();
      found = await this.#agree();
      for (const { name, causes } of lagging) {
        const still = found.lags.find((lag) => lag.name === name);
        if (still === undefined) this.#lags.push(`after "${after}": ${name}: ${causes.join("; ")}`);
        else this.#problems.push(`after "${after}", and after it looked again: ${name}: ${still.causes.join("; ")}`);
      }
    }
    this.#problems.push(...found.problems.map((problem) => `after "${after}": ${problem}`));
    this.#judged = found.pairs;
    this.#pairsJudged += found.pairs.size;
  }

  async texts(): Promise<void> {
    this.#problems.push(...(await compareProofs(this.#cluster, this.#judged)), ...(await compareTexts(this.#cluster)));
  }

  get hasProblems(): boolean {
    return this.#problems.length > 0;
  }

  found(steps: number): Played {
    return { steps, pairsJudged: this.#pairsJudged, lags: this.#lags, problems: this.#problems, writes: judgeStatusWrites(this.#mirror) };
  }
}

async function furnish(random: Seeded, play: Play, world: World): Promise<void> {
  const commands: { readonly args: readonly string[]; readonly input?: string }[] = [];
  for (const [key, values] of Object.entries(LABELS))
    for (const value of values) {
      const chosen = random.some(world.nodes, 1 + random.below(7));
      commands.push({ args: ["label", "node", ...chosen, `${key}=${value}`, "--overwrite"] });
    }
  for (const taint of TAINTS) {
    const text = `${taint.key}${"value" in taint ? `=${taint.value}` : ""}:${taint.effect}`;
    commands.push({ args: ["taint", "node", ...random.some(world.nodes, 1 + random.below(4)), text, "--overwrite"] });
  }
  commands.push({ args: ["cordon", random.pick(world.nodes)] });
  const items = world.daemonSets.map((name) => randomDaemonSet(random, name, world.nodes));
  commands.push({ args: ["apply", "-f", "-"], input: JSON.stringify({ apiVersion: "v1", kind: "List", items }) });
  await play.perform({ words: "furnish", commands });
}

/** Plays one seed on a control plane of its own, to the end or to the first step after which something differs. */
export async function playSeed(seed: number, steps: number, say: (line: string) => void): Promise<Played> {
  const random = seeded(seed);
  const cluster = await startControlPlane({ nodes: NODES });
  const binary = process.env.CONTROL_PLANE ?? "";
  const watches: Record<string, RawWatch> = {};
  for (const [kind, path] of Object.entries(PATHS)) watches[kind] = rawWatch(binary, cluster.kubeconfig, path);
  const product = await startDaemonscope(["--kubeconfig", cluster.kubeconfig]);
  const play = new Play(cluster, product, new RawMirror(watches));
  try {
    const world: World = {
      nodes: Array.from({ length: NODES }, (_, at) => `node-${at}`),
      daemonSets: Array.from({ length: DAEMON_SETS }, (_, at) => `set-${at}`),
      sick: new Set(),
      images: 2,
      added: 0,
    };
    await furnish(random, play, world);
    await play.settle("the start");
    let done = 0;
    for (; done < steps && !play.hasProblems; done++) {
      const step = randomStep(random, world);
      await play.perform(step);
      await play.settle(`${done + 1}: ${step.words}`);
      say(`seed ${seed} step ${done + 1}: ${step.words}`);
    }
    await play.texts();
    return play.found(done);
  } finally {
    for (const watch of Object.values(watches)) watch.stop();
    await product.stop();
    await cluster.stop();
  }
}
