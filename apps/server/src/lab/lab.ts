import { nearestNames } from "@daemonscope/kube/nearest";
import type { LabAnswer, LabCommands, LabDeed, LabNow, LabVerb, LabVerbs } from "@daemonscope/shared/http/lab";
import type { Timers } from "../clock.ts";
import { ApiFailure } from "../routes/api-failure.ts";
import { orNearest } from "../routes/lookup.ts";
import { applyManifest } from "./apply-manifest.ts";
import { DAEMON_SET_DEEDS } from "./daemonset-deeds.ts";
import type { Deed, DeedTools } from "./deed.ts";
import { FAULT_DEEDS } from "./fault-deeds.ts";
import { createKubeClient } from "./kube-client.ts";
import type { LabStage, Repertoire } from "./lab-stage.ts";
import { NODE_DEEDS } from "./node-deeds.ts";
import { StoryClock } from "./story-clock.ts";

const DEEDS: { readonly [Verb in LabVerb]: (body: LabVerbs[Verb], tools: DeedTools) => Promise<Deed> } = {
  ...NODE_DEEDS,
  ...DAEMON_SET_DEEDS,
  ...FAULT_DEEDS,
  apply: ({ manifest }, { kube }) => applyManifest(kube, manifest),
};

const DEEDS_TOLD = 20;

export interface LabOptions {
  readonly stage: LabStage;
  readonly repertoire: Repertoire;
  /** Puts another story's cluster in the place of the one that is watched. */
  readonly begin: (story: string, seed: number) => Promise<LabStage>;
  /** The cluster's clock was stopped, started or moved. */
  readonly onClock: () => void;
  /** A fault may be over: nobody should wait for the next try. */
  readonly retryNow: () => void;
  readonly timers: Timers;
  readonly wallNowMs: () => number;
  readonly speed: number;
}

interface DoneDeed extends Deed {
  readonly id: number;
  readonly atMs: number;
  undone: boolean;
}

/** The lab of a simulated cluster: its story, its clock, and what people do to it. *Invariant*: one command at a time, in the order they came. */
export class Lab {
  readonly #options: LabOptions;
  #stage: LabStage;
  #clock: StoryClock;
  #deeds: DoneDeed[] = [];
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
    const deeds = this.#deeds.map(({ id, atMs, kind, line, undo, undone }): LabDeed => {
      return { id, atMs, kind, line, undo: undone ? "done" : undo === undefined ? "never" : "possible" };
    });
    return { story, seed, steps, clock: { playing, speed, nowMs: this.#clock.nowMs(), startedAtMs }, deeds };
  }

  story({ name, seed }: LabCommands["story"]): Promise<LabNow> {
    return this.#inTurn(async () => {
      const names = this.#options.repertoire.stories.map((story) => story.name);
      if (!names.includes(name)) {
        const nearest = nearestNames(name, names);
        throw new ApiFailure(404, "StoryNotFound", `There is no story "${name}".${orNearest(nearest)}`, nearest);
      }
      const { playing, speed } = this.#clock;
      this.#clock.pause();
      this.#stage = await this.#options.begin(name, seed ?? this.#stage.seed);
      this.#clock = this.#clockOf(this.#stage, speed);
      this.#deeds = [];
      if (playing) this.#clock.play();
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
      const next = this.#stage.steps().find(({ done }) => !done);
      if (next === undefined) throw new ApiFailure(409, "NoMoreSteps", "The story has no more steps: let time pass, or begin it anew.");
      await this.#moved(() => this.#clock.advance(Math.max(1, next.dueAtMs - this.#clock.nowMs())));
    });
  }

  /** Throws ApiFailure, with the API server's own words where it refused. */
  perform<Verb extends LabVerb>(verb: Verb, body: LabVerbs[Verb]): Promise<LabNow> {
    return this.#inTurn(async () => {
      const id = (this.#deeds[0]?.id ?? 0) + 1;
      const { url } = this.#stage;
      const tools: DeedTools = { kube: createKubeClient(url), fault: (command) => this.#stage.fault(command), number: id };
      const deed = await DEEDS[verb](body, tools);
      if (verb === "allow") this.#options.retryNow();
      if ("secondsAgo" in body) this.#lose(body.secondsAgo);
      this.#deeds.unshift({ ...deed, id, atMs: this.#clock.nowMs(), undone: false });
      this.#deeds.splice(DEEDS_TOLD);
    });
  }

  /** What was written since a backup is taken back with it. */
  #lose(secondsAgo: number): void {
    const fromMs = this.#clock.nowMs() - secondsAgo * 1000;
    for (const deed of this.#deeds) if (deed.kind === "kubectl" && deed.atMs > fromMs) deed.undone = true;
  }

  undo(): Promise<LabNow> {
    return this.#inTurn(async () => {
      const deed = this.#deeds.find(({ undo, undone }) => undo !== undefined && !undone);
      if (deed?.undo === undefined) throw new ApiFailure(409, "NothingToUndo", "Nothing was done that can be taken back.");
      await deed.undo();
      deed.undone = true;
      if (deed.kind === "fault") this.#options.retryNow();
    });
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
