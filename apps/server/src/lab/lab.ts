import { nearestNames } from "@daemonscope/kube/nearest";
import type { LabAction, LabAnswer, LabCommands, LabDone, LabNow, LabVerb, LabVerbs } from "@daemonscope/shared/http/lab";
import type { Timers } from "../clock.ts";
import { orNearest } from "../safety/or-nearest.ts";
import { createKubeClient } from "./kube-client.ts";
import { labFailure } from "./lab-failure.ts";
import type { Beginning, LabStage, Repertoire } from "./lab-stage.ts";
import type { LabTools, Performed } from "./performed.ts";
import { PERFORMERS } from "./performers.ts";
import { StoryClock } from "./story-clock.ts";

const ACTIONS_TOLD = 20;

export interface LabOptions {
  readonly stage: LabStage;
  readonly repertoire: Repertoire;
  /** Puts another story's cluster in the place of the one that is watched. */
  readonly begin: (beginning: Beginning) => Promise<LabStage>;
  /** The cluster's clock was stopped, started or moved. */
  readonly onClock: () => void;
  /** A fault may be over: nobody should wait for the next try. */
  readonly retryNow: () => void;
  readonly timers: Timers;
  readonly wallNowMs: () => number;
  readonly speed: number;
}

/** Playing so much of a story again would keep everybody waiting. */
const MOST_PLAYED_AGAIN_MS = 3_600_000;

type DoneAction = Performed & {
  readonly id: number;
  readonly atMs: number;
  undone: boolean;
  undoneBy?: string | undefined;
};

function told({ id, atMs, undo, undone, undoneBy, ...action }: DoneAction): LabAction {
  const done: LabDone = action.kind === "fault" ? { kind: "fault", fault: action.fault } : { kind: "kubectl", line: action.line };
  const state = undone ? "done" : undo === undefined ? "never" : "possible";
  return { ...done, id, atMs, undo: state, ...(undoneBy === undefined ? {} : { undoneBy }) };
}

/** The lab of a simulated cluster: its story, its clock, and what people do to it. *Invariant*: one command at a time, in the order they came. */
export class Lab {
  readonly #options: LabOptions;
  #stage: LabStage;
  #clock: StoryClock;
  #actions: DoneAction[] = [];
  #begun = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: LabOptions) {
    this.#options = options;
    this.#stage = options.stage;
    this.#clock = this.#clockOf(options.stage, options.speed);
  }

  /** How it stands, without waiting for commands that are under way. */
  answer(): LabAnswer {
    return { stories: this.#options.repertoire.stories, now: this.now() };
  }

  now(): LabNow {
    const { repertoire } = this.#options;
    const { story, seed, startedAtMs } = this.#stage;
    const steps = this.#stage.steps().map(({ name, round, dueAtMs, kubectl, done }) => {
      const words = repertoire.wordsOf(story, name);
      return { name, dueAtMs, kubectl, done, ...(round === undefined ? {} : { round }), ...(words === undefined ? {} : { words }) };
    });
    const { playing, speed } = this.#clock;
    const actions = this.#actions.map(told);
    return {
      story,
      seed,
      begun: this.#begun,
      steps,
      goesOn: this.#stage.nextRoundAtMs() !== undefined,
      clock: { playing, speed, nowMs: this.#clock.nowMs(), startedAtMs },
      actions,
    };
  }

  story({ name, seed }: LabCommands["story"]): Promise<LabNow> {
    return this.#inTurn(async () => {
      const names = this.#options.repertoire.stories.map((story) => story.name);
      if (!names.includes(name)) {
        const nearest = nearestNames(name, names);
        throw labFailure(404, "StoryNotFound", { name }, `There is no story "${name}".${orNearest(nearest)}`, { nearest });
      }
      const { playing } = this.#clock;
      await this.#begin({ story: name, seed: seed ?? this.#stage.seed });
      if (playing) this.#clock.play();
      this.#options.onClock();
    });
  }

  /** What was done by hand is not done again: the story is as it was told, up to there. */
  back(): Promise<LabNow> {
    return this.#inTurn(async () => {
      await this.#moved(() => this.#clock.pause());
      const { story, seed, startedAtMs } = this.#stage;
      if (this.#clock.nowMs() <= startedAtMs && this.#actions.length === 0)
        throw labFailure(409, "AtTheBeginning", {}, "The story is at its beginning: there is no earlier step.");
      const done = this.#stage.steps().filter((step) => step.done);
      const livedMs = (done.at(-2)?.dueAtMs ?? startedAtMs) - startedAtMs;
      const minutes = MOST_PLAYED_AGAIN_MS / 60_000;
      if (livedMs > MOST_PLAYED_AGAIN_MS)
        throw labFailure(409, "TooFarIn", { minutes }, `More than ${minutes} minutes would have to be replayed: restart the story.`);
      await this.#begin({ story, seed, startedAtMs, livedMs });
      this.#options.onClock();
    });
  }

  play({ speed }: LabCommands["play"]): Promise<LabNow> {
    return this.#inTurn(() => this.#moved(() => this.#clock.play(speed)));
  }

  pause(): Promise<LabNow> {
    return this.#inTurn(() => this.#moved(() => this.#clock.pause()));
  }

  advance({ ms }: LabCommands["advance"]): Promise<LabNow> {
    return this.#inTurn(() => this.#moved(() => this.#clock.advance(ms)));
  }

  step(): Promise<LabNow> {
    return this.#inTurn(async () => {
      await this.#moved(() => this.#clock.pause());
      const nextStep = () => this.#stage.steps().find(({ done }) => !done);
      const roundAtMs = this.#stage.nextRoundAtMs();
      if (nextStep() === undefined && roundAtMs !== undefined)
        await this.#moved(() => this.#clock.advance(Math.max(1, roundAtMs - this.#clock.nowMs())));
      const next = nextStep();
      if (next === undefined) throw labFailure(409, "NoMoreSteps", {}, "The story has no more steps: play on, or restart it.");
      await this.#moved(() => this.#clock.advance(Math.max(1, next.dueAtMs - this.#clock.nowMs())));
    });
  }

  /** Throws ApiFailure, with the API server's own words where it refused. */
  perform<Verb extends LabVerb>(verb: Verb, body: LabVerbs[Verb]): Promise<LabNow> {
    return this.#inTurn(async () => {
      const id = (this.#actions[0]?.id ?? 0) + 1;
      const { url } = this.#stage;
      const clock = this.#clock;
      const tools: LabTools = {
        kube: createKubeClient(url),
        passUntil: (isSo) => clock.passUntil(isSo),
        fault: (command) => this.#stage.fault(command),
        number: id,
      };
      const performed = await PERFORMERS[verb](body, tools);
      if (verb === "allow") this.#options.retryNow();
      if ("secondsAgo" in body) this.#lose(body.secondsAgo);
      this.#actions.unshift({ ...performed, id, atMs: this.#clock.nowMs(), undone: false });
      this.#actions.splice(ACTIONS_TOLD);
    });
  }

  /** What was written since a backup is taken back with it. */
  #lose(secondsAgo: number): void {
    const fromMs = this.#clock.nowMs() - secondsAgo * 1000;
    for (const action of this.#actions) if (action.kind === "kubectl" && action.atMs > fromMs) action.undone = true;
  }

  undo(): Promise<LabNow> {
    return this.#inTurn(async () => {
      const action = this.#actions.find(({ undo, undone }) => undo !== undefined && !undone);
      if (action?.undo === undefined) throw labFailure(409, "NothingToUndo", {}, "Nothing was done that can be undone.");
      action.undoneBy = await action.undo();
      action.undone = true;
      this.#options.onClock();
      if (action.kind === "fault") this.#options.retryNow();
    });
  }

  async #begin(beginning: Beginning): Promise<void> {
    const { speed } = this.#clock;
    this.#clock.pause();
    this.#stage = await this.#options.begin(beginning);
    this.#clock = this.#clockOf(this.#stage, speed);
    this.#actions = [];
    this.#begun++;
  }

  async #moved(move: () => void | Promise<void>): Promise<void> {
    await move();
    this.#options.onClock();
  }

  #clockOf({ clock }: LabStage, speed: number): StoryClock {
    const { timers, wallNowMs } = this.#options;
    return new StoryClock({ clock, timers, wallNowMs, speed });
  }

  /** After the commands before it, whatever became of them. */
  async #inTurn(work: () => void | Promise<void>): Promise<LabNow> {
    const before = this.#last;
    const mine = before.then(work, work);
    this.#last = mine;
    await mine;
    return this.now();
  }
}
