import type { Manifest } from "@daemonscope/daemonset/actions/changes/change";
import { nearestNames } from "@daemonscope/kube/base/nearest";
import { objectField } from "@daemonscope/kube-client/decode/fields";
import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import type { ActionRecord } from "@daemonscope/shared/http/actions";
import type { LabAnswer, LabCommands, LabState, LabVerb, LabVerbs } from "@daemonscope/shared/http/lab";
import { namedPath } from "../actions/requests/api-path.ts";
import { suggestionSuffix } from "../platform/failure/suggestion-suffix.ts";
import { createKubeClient } from "./kube-client.ts";
import type { LabEnvironment, ScenarioCatalog, StoryOrigin } from "./lab-environment.ts";
import { labError } from "./lab-error.ts";
import { LabHistory } from "./lab-history.ts";
import type { LabTools } from "./lab-result.ts";
import { isStepVerb, runLabVerb, stepForVerb } from "./run-lab-verb.ts";
import { type LabActionRunner, runSteps } from "./run-steps.ts";
import { StoryClock } from "./story-clock.ts";

export interface LabOptions {
  readonly stage: LabEnvironment;
  readonly repertoire: ScenarioCatalog;
  /** Replaces the watched cluster by the cluster of another story. */
  readonly begin: (beginning: StoryOrigin) => Promise<LabEnvironment>;
  /** The actions on the current cluster. They are forgotten when another cluster replaces it. */
  readonly actionRunner: () => LabActionRunner;
  /** The cluster's clock was stopped, started or moved. */
  readonly onClock: () => void;
  /** A fault may be over: retries at once instead of waiting for the backoff. */
  readonly retryNow: () => void;
  readonly timers: Timers;
  readonly wallNowMs: () => number;
  readonly speed: number;
}

/** Limit of the story time that is replayed, because all users wait for it. */
const MAX_PLAYED_AGAIN_MS = 3_600_000;

/**
 * The lab of a simulated cluster: its story, its clock and the commands of users. *Invariant*: one command runs at a
 * time, in order of arrival.
 */
export class Lab {
  readonly #options: LabOptions;
  #stage: LabEnvironment;
  #clock: StoryClock;
  readonly #done = new LabHistory();
  #begun = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: LabOptions) {
    this.#options = options;
    this.#stage = options.stage;
    this.#clock = this.#clockOf(options.stage, options.speed);
  }

  /** Returns the current state, without waiting for commands in progress. */
  answer(): LabAnswer {
    return { stories: this.#options.repertoire.stories, now: this.now() };
  }

  now(): LabState {
    const { repertoire } = this.#options;
    const { story, seed, startedAtMs } = this.#stage;
    const steps = this.#stage.steps().map(({ name, round, dueAtMs, kubectl, done }) => {
      const words = repertoire.wordsOf(story, name);
      return { name, dueAtMs, kubectl, done, ...(round === undefined ? {} : { round }), ...(words === undefined ? {} : { words }) };
    });
    const { playing, speed } = this.#clock;
    const actions = this.#done.list(this.#follow());
    return {
      story,
      seed,
      startCount: this.#begun,
      steps,
      isRunning: this.#stage.nextRoundAtMs() !== undefined,
      clock: { playing, speed, nowMs: this.#clock.nowMs(), startedAtMs },
      actions,
    };
  }

  story({ name, seed }: LabCommands["story"]): Promise<LabState> {
    return this.#inTurn(async () => {
      const names = this.#options.repertoire.stories.map((story) => story.name);
      if (!names.includes(name)) {
        const nearest = nearestNames(name, names);
        throw labError(404, "StoryNotFound", { name }, `There is no story "${name}".${suggestionSuffix(nearest)}`, { nearest });
      }
      const { playing } = this.#clock;
      await this.#begin({ story: name, seed: seed ?? this.#stage.seed });
      if (playing) this.#clock.play();
      this.#options.onClock();
    });
  }

  /** Replays the story up to the step before the last one. Commands of users are not replayed. */
  back(): Promise<LabState> {
    return this.#inTurn(async () => {
      await this.#moved(() => this.#clock.pause());
      const { story, seed, startedAtMs } = this.#stage;
      if (this.#clock.nowMs() <= startedAtMs && this.#done.isEmpty)
        throw labError(409, "AtTheBeginning", {}, "The story is at its beginning: there is no earlier step.");
      const done = this.#stage.steps().filter((step) => step.done);
      const livedMs = (done.at(-2)?.dueAtMs ?? startedAtMs) - startedAtMs;
      const minutes = MAX_PLAYED_AGAIN_MS / 60_000;
      if (livedMs > MAX_PLAYED_AGAIN_MS)
        throw labError(409, "TooFarIn", { minutes }, `More than ${minutes} minutes would have to be replayed: restart the story.`);
      await this.#begin({ story, seed, startedAtMs, livedMs });
      this.#options.onClock();
    });
  }

  play({ speed }: LabCommands["play"]): Promise<LabState> {
    return this.#inTurn(() => this.#moved(() => this.#clock.play(speed)));
  }

  pause(): Promise<LabState> {
    return this.#inTurn(() => this.#moved(() => this.#clock.pause()));
  }

  advance({ ms }: LabCommands["advance"]): Promise<LabState> {
    return this.#inTurn(() => this.#moved(() => this.#clock.advance(ms)));
  }

  step(): Promise<LabState> {
    return this.#inTurn(async () => {
      await this.#moved(() => this.#clock.pause());
      const nextStep = () => this.#stage.steps().find(({ done }) => !done);
      const roundAtMs = this.#stage.nextRoundAtMs();
      if (nextStep() === undefined && roundAtMs !== undefined)
        await this.#moved(() => this.#clock.advance(Math.max(1, roundAtMs - this.#clock.nowMs())));
      const next = nextStep();
      if (next === undefined) throw labError(409, "NoMoreSteps", {}, "The story is at its last step: play on, or restart it.");
      await this.#moved(() => this.#clock.advance(Math.max(1, next.dueAtMs - this.#clock.nowMs())));
    });
  }

  /** Throws ApiFailure; a refusal has the API server's own message. */
  perform<Verb extends LabVerb>(verb: Verb, body: LabVerbs[Verb]): Promise<LabState> {
    return this.#inTurn(async () => {
      this.#follow();
      const tools: LabTools = {
        kube: createKubeClient(this.#stage.url),
        until: (isMet) => this.#options.actionRunner().acting.until(isMet),
        fault: (command) => this.#stage.fault(command),
        number: this.#done.next,
      };
      if (isStepVerb(verb)) {
        await runSteps(this.#options.actionRunner(), [await stepForVerb(verb, body as never, tools)]);
        return;
      }
      const performed = await runLabVerb(verb, body, tools);
      if (verb === "allow") this.#options.retryNow();
      if ("secondsAgo" in body) this.#done.lose(this.#clock.nowMs() - body.secondsAgo * 1000);
      this.#done.add(performed, this.#clock.nowMs());
    });
  }

  undo(): Promise<LabState> {
    return this.#inTurn(async () => {
      const done = this.#done.newestWithWayBack(this.#follow());
      if (done === undefined) throw labError(409, "NothingToUndo", {}, "Nothing was done that can be undone.");
      if (done.of === "plan") await this.#takeBack(done.actionId);
      else {
        done.undoneBy = await done.performed.undo?.();
        done.undone = true;
        if (done.performed.kind === "fault") this.#options.retryNow();
      }
      this.#options.onClock();
    });
  }

  /** Returns the records of planned actions, including those from pages, newest first. */
  #follow(): readonly ActionRecord[] {
    const records = this.#options.actionRunner().acting.records(() => true);
    this.#done.follow(records);
    return records;
  }

  async #takeBack(actionId: string): Promise<void> {
    const record = this.#follow().find(({ id }) => id === actionId);
    if (record?.undo.kind !== "steps") throw new Error(`action ${actionId} has no way back`);
    const { steps } = record.undo;
    for (const step of steps) if (step.kind === "apply") await this.#untilFree(step.manifest);
    await runSteps(this.#options.actionRunner(), steps, actionId);
  }

  /**
   * Waits until a name is free. A deleted DaemonSet keeps its name until its pods are orphaned, which never ends on a
   * paused clock; so time is advanced.
   */
  async #untilFree({ metadata: { name, namespace = "default" } }: Manifest): Promise<void> {
    const kube = createKubeClient(this.#stage.url);
    const path = namedPath({ resource: "daemonsets", namespace, name });
    const old = await kube.find(path);
    if (old === undefined || objectField(old, "metadata").deletionTimestamp === undefined) return;
    if (await this.#clock.passUntil(async () => (await kube.find(path)) === undefined)) return;
    const what = `DaemonSet ${namespace}/${name}`;
    throw labError(409, "StillEnding", { what }, `${what} is still being deleted: play on until it is gone, then undo.`);
  }

  async #begin(beginning: StoryOrigin): Promise<void> {
    const { speed } = this.#clock;
    this.#clock.pause();
    this.#stage = await this.#options.begin(beginning);
    this.#clock = this.#clockOf(this.#stage, speed);
    this.#done.clear();
    this.#begun++;
  }

  async #moved(move: () => void | Promise<void>): Promise<void> {
    await move();
    this.#options.onClock();
  }

  #clockOf({ clock }: LabEnvironment, speed: number): StoryClock {
    const { timers, wallNowMs } = this.#options;
    return new StoryClock({ clock, timers, wallNowMs, speed });
  }

  /** Runs work after all earlier commands, even if they failed. */
  async #inTurn(work: () => void | Promise<void>): Promise<LabState> {
    const before = this.#last;
    const mine = before.then(work, work);
    this.#last = mine;
    await mine;
    return this.now();
  }
}
