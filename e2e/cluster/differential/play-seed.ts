import { join } from "node:path";
import { startDaemonscope } from "../../daemonscope.ts";
import { startControlPlane } from "../control-plane.ts";
import { appendRecording } from "../oracle.ts";
import { compareProofs, compareTexts } from "./compare-texts.ts";
import { furnish } from "./furnish.ts";
import { Play } from "./play.ts";
import { randomStep } from "./random-step.ts";
import { RawMirror } from "./raw-mirror.ts";
import { type ReplayedInOrder, replayInOrder } from "./replay-in-order.ts";
import { RolloutSentences } from "./rollout-sentences.ts";
import { sameAsListed } from "./same-as-listed.ts";
import { seeded } from "./seeded.ts";
import { judgeStatusWrites, type WritesJudged } from "./status-writes.ts";
import type { World } from "./step.ts";
import { trouble } from "./trouble.ts";
import { rawWatches, WATCHED_PATHS } from "./watched-paths.ts";

const NODES = 20;
const DAEMON_SETS = 12;

/** The results of one seed. */
interface Played {
  readonly steps: number;
  readonly pairsJudged: number;
  /** Differences that were the controller's lag: after a forced sync it agreed with the verdict. */
  readonly lags: readonly string[];
  /** Steps after which the cluster was judged although something was still under way. */
  readonly restless: readonly string[];
  readonly problems: readonly string[];
  readonly writes: WritesJudged;
  readonly inOrder: ReplayedInOrder;
  /** Compared sentences of kubectl about rollouts. */
  readonly sentences: number;
}

function newWorld(): World {
  return {
    nodes: Array.from({ length: NODES }, (_, at) => `node-${at}`),
    daemonSets: Array.from({ length: DAEMON_SETS }, (_, at) => `set-${at}`),
    unready: new Set(),
    silent: new Set(),
    images: 2,
    added: 0,
  };
}

/**
 * Plays one seed on a separate control plane, to the end or to the first step with a difference. With
 * DIFFERENTIAL_RAW=FOLDER the lines of the raw watches are written there.
 */
export async function playSeed(seed: number, steps: number, report: (line: string) => void): Promise<Played> {
  const random = seeded(seed);
  const cluster = await startControlPlane({ nodes: NODES });
  const watches = rawWatches(cluster);
  const product = await startDaemonscope(["--kubeconfig", cluster.kubeconfig]);
  const mirror = new RawMirror(watches);
  const sentences = new RolloutSentences(cluster, mirror);
  const play = new Play(cluster, product.url, mirror, sentences);
  const { problems, lags, restless } = play;
  try {
    const world = newWorld();
    await play.perform(furnish(random, world));
    await play.settle("the start");
    const begin = trouble(random, world);
    await play.perform(begin);
    await play.settle(begin.words);
    let done = 0;
    for (; done < steps && problems.length === 0; done++) {
      const step = randomStep(random, world);
      await play.perform(step);
      await play.settle(`${done + 1}: ${step.words}`, step);
      report(`seed ${seed} step ${done + 1}: ${step.words}`);
    }
    problems.push(...(await compareProofs(cluster, play.judged)), ...(await compareTexts(cluster)));
    problems.push(...(await sentences.followedProblems()), ...(await sameAsListed(cluster, mirror, WATCHED_PATHS)));
    const judged = { writes: judgeStatusWrites(mirror), inOrder: replayInOrder(mirror), sentences: sentences.compared };
    return { steps: done, pairsJudged: play.pairsJudged, lags, restless, problems, ...judged };
  } finally {
    const { DIFFERENTIAL_RAW } = process.env;
    for (const [kind, watch] of Object.entries(watches)) {
      watch.stop();
      if (DIFFERENTIAL_RAW !== undefined) appendRecording(join(DIFFERENTIAL_RAW, `${seed}.jsonl`), kind, watch.lines);
    }
    await product.stop();
    await cluster.stop();
  }
}
