import type { ControlPlane } from "../control-plane.ts";
import { type Judged, type Judgement, judge } from "./judge.ts";
import type { RawMirror } from "./raw-mirror.ts";
import type { RolloutSentences } from "./rollout-sentences.ts";
import { kubectlCommand, type Step } from "./step.ts";
import { untilQuiet } from "./until-quiet.ts";
import { type SettledPod, settledPods, vanishedPods } from "./vanished-pods.ts";

/** Maximum time until Daemonscope and the controller agree after a step. */
const AGREE_LIMIT_MS = 12_000;
/** A shorter limit for a possible lag, because the controller may never sync. */
const LAG_LIMIT_MS = 1500;

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Performs steps on a cluster. After each step it compares the verdicts with the controller and the scheduler. */
export class Play {
  readonly #cluster: ControlPlane;
  readonly #url: string;
  readonly #mirror: RawMirror;
  readonly #sentences: RolloutSentences;
  readonly lags: string[] = [];
  readonly restless: string[] = [];
  readonly problems: string[] = [];
  judged: Judged = new Map();
  pairsJudged = 0;
  #settled: readonly SettledPod[] = [];
  #touches = 0;

  constructor(cluster: ControlPlane, url: string, mirror: RawMirror, sentences: RolloutSentences) {
    this.#cluster = cluster;
    this.#url = url;
    this.#mirror = mirror;
    this.#sentences = sentences;
  }

  async perform({ words, commands, mayFail, rollsOut }: Step): Promise<void> {
    for (const { args, input } of commands) {
      const { code, stderr } = await this.#cluster.kubectl(args, input);
      if (code !== 0 && mayFail !== true) throw new Error(`${words}: kubectl ${args.join(" ")}: ${stderr}`);
    }
    if (rollsOut !== undefined) this.#sentences.follow(rollsOut);
  }

  async #waitUntilQuiet(after: string): Promise<void> {
    const moving = await untilQuiet(this.#mirror);
    if (moving !== undefined) this.restless.push(`after "${after}": ${moving}`);
  }

  /** Judges until all agree, or the time for that is over. */
  async #agree(lagLimitMs: number): Promise<Judgement> {
    const beganMs = Date.now();
    for (;;) {
      const found = await judge(this.#url, this.#mirror, this.judged);
      const passedMs = Date.now() - beganMs;
      const mayBeLag = found.lags.length + found.contradictions.size > 0;
      if (found.problems.length === 0 && (!mayBeLag || passedMs > lagLimitMs)) return found;
      if (passedMs > AGREE_LIMIT_MS) return found;
      await wait(250);
    }
  }

  /**
   * Shows that a difference is the controller's lag. After a forced sync the controller does what we predicted, and our
   * numbers do not change.
   */
  async #touchAndJudge(after: string, first: Judgement, cause: RegExp | undefined): Promise<Judgement> {
    const names = [...new Set([...first.lags.map(({ name }) => name), ...first.contradictions.keys()])];
    const before = this.#mirror.lines("nodes", "pods");
    await this.perform({
      words: "look again",
      commands: [kubectlCommand("annotate", "ds", ...names, `differential.test/look=${this.#touches++}`, "--overwrite")],
    });
    await this.#waitUntilQuiet(after);
    const second = await this.#agree(AGREE_LIMIT_MS);
    const isSameWorld = this.#mirror.lines("nodes", "pods") === before;
    for (const { name, derived, fields, causes } of first.lags) {
      const counts = second.reported.get(name)?.join();
      // If pods or nodes changed meanwhile, only the agreement afterwards can be checked.
      if (second.lags.some((lag) => lag.name === name)) continue;
      const isProven = counts === derived.join();
      if (!isProven && isSameWorld)
        this.problems.push(
          `after "${after}": ${name}: we derived ${derived.join()}, and then it wrote ${counts}: we moved, not the controller`,
        );
      else
        this.lags.push(`${isProven ? "" : "(pods moved meanwhile) "}after "${after}": ${name}: ${fields.join(", ")}: ${causes.join("; ")}`);
      if (cause !== undefined && !causes.every((text) => cause.test(text)))
        this.problems.push(`after "${after}": ${name}: ${fields.join(", ")}: misnamed as ${causes.join("; ")}`);
    }
    for (const [name, undone] of first.contradictions)
      if (!second.contradictions.has(name)) this.lags.push(`(done only when it looked again) after "${after}": ${undone.join("; ")}`);
    for (const { name, causes } of second.lags)
      this.problems.push(`after "${after}", and after it looked again: ${name}: ${causes.join("; ")}`);
    for (const undone of second.contradictions.values())
      this.problems.push(...undone.map((text) => `after "${after}", and after it looked again: ${text}`));
    return second;
  }

  /** Compares verdicts, pods, `updated`, budgets, counts and kubectl's sentences after a step. */
  async settle(after: string, { lag, deletesPodsOf }: Pick<Step, "lag" | "deletesPodsOf"> = {}): Promise<void> {
    await this.#waitUntilQuiet(after);
    let found = await this.#agree(LAG_LIMIT_MS);
    this.problems.push(...found.problems.map((problem) => `after "${after}": ${problem}`));
    if (found.lags.length + found.contradictions.size > 0) {
      found = await this.#touchAndJudge(after, found, lag);
      this.problems.push(...found.problems.map((problem) => `after "${after}", and after it looked again: ${problem}`));
    }
    const vanished = vanishedPods(this.#mirror, this.#settled, deletesPodsOf);
    this.problems.push(...vanished.map((problem) => `after "${after}": ${problem}`));
    this.#settled = settledPods(this.#mirror);
    this.judged = found.pairs;
    this.pairsJudged += found.pairs.size;
    this.problems.push(...(await this.#sentences.atRest()).map((problem) => `after "${after}": ${problem}`));
  }
}
