import type { Manifest } from "@daemonscope/daemonset/actions/changes/change";
import { nearestNames } from "@daemonscope/kube/base/nearest";
import { objectField } from "@daemonscope/kube-client/decode/fields";
import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import type { ActionRecord } from "@daemonscope/shared/http/actions";
import type { CourseAnswer, CourseCheck } from "@daemonscope/shared/http/course";
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

interface LabOptions {
  readonly environment: LabEnvironment;
  readonly catalog: ScenarioCatalog;
  /** Replaces the watched cluster by the cluster of another story. */
  readonly begin: (origin: StoryOrigin) => Promise<LabEnvironment>;
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
const MAX_REPLAYED_MS = 3_600_000;

/**
 * The lab of a simulated cluster: its story, its clock and the commands of users. *Invariant*: one command runs at a
 * time, in order of arrival.
 */
export class Lab {
  readonly #options: LabOptions;
  #environment: LabEnvironment;
  #clock: StoryClock;
  readonly #history = new LabHistory();
  #startCount = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: LabOptions) {
    this.#options = options;
    this.#environment = options.environment;
    this.#clock = this.#clockOf(options.environment, options.speed);
  }

  /** Returns the current state, without waiting for commands in progress. */
  answer(): LabAnswer {
    return { stories: this.#options.catalog.stories, now: this.now() };
  }

  course(): CourseAnswer {
    return { lessons: this.#options.catalog.lessons };
  }

  /** Checks a step of a lesson on the current cluster. Throws ApiFailure for an unknown step. */
  check(lesson: string, step: number): CourseCheck {
    const { startedAtMs, url: server } = this.#environment;
    const results = this.#environment.check(lesson, step);
    if (results === undefined) throw labError(404, "LessonNotFound", { name: lesson }, `There is no step ${step} of a lesson "${lesson}".`);
    return { results, startedAtMs, server };
  }

  now(): LabState {
    const { catalog } = this.#options;
    const { story, seed, startedAtMs } = this.#environment;
    const steps = this.#environment.steps().map(({ name, round, dueAtMs, kubectl, done, refusals }) => {
      const words = catalog.wordsOf(story, name);
      return {
        name,
        dueAtMs,
        kubectl,
        done,
        ...(round === undefined ? {} : { round }),
        ...(refusals.length === 0 ? {} : { refusals }),
        ...(words === undefined ? {} : { words }),
      };
    });
    const { playing, speed } = this.#clock;
    const actions = this.#history.list(this.#follow());
    return {
      story,
      seed,
      startCount: this.#startCount,
      steps,
      isRunning: this.#environment.nextRoundAtMs() !== undefined,
      clock: { playing, speed, nowMs: this.#clock.nowMs(), startedAtMs },
      actions,
    };
  }

  story({ name, seed }: LabCommands["story"]): Promise<LabState> {
    return this.#enqueue(async () => {
      const names = this.#options.catalog.stories.map((story) => story.name);
      if (!names.includes(name)) {
        const nearest = nearestNames(name, names);
        throw labError(404, "StoryNotFound", { name }, `There is no story "${name}".${suggestionSuffix(nearest)}`, { nearest });
      }
      const { playing } = this.#clock;
      await this.#begin({ story: name, seed: seed ?? this.#environment.seed });
      if (playing) this.#clock.play();
      this.#options.onClock();
    });
  }

  /** Replays the story up to the step before the last completed one. Commands of users are not replayed. */
  back(): Promise<LabState> {
    return this.#enqueue(async () => {
      await this.#move(() => this.#clock.pause());
      const { story, seed, startedAtMs } = this.#environment;
      if (this.#clock.nowMs() <= startedAtMs && this.#history.isEmpty)
        throw labError(409, "AtTheBeginning", {}, "The story is at its beginning: there is no earlier step.");
      const done = this.#environment.steps().filter((step) => step.done);
      const livedMs = (done.at(-2)?.dueAtMs ?? startedAtMs) - startedAtMs;
      const minutes = MAX_REPLAYED_MS / 60_000;
      if (livedMs > MAX_REPLAYED_MS)
        throw labError(409, "TooFarIn", { minutes }, `More than ${minutes} minutes would have to be replayed: restart the story.`);
      await this.#begin({ story, seed, startedAtMs, livedMs });
      this.#options.onClock();
    });
  }

  play({ speed }: LabCommands["play"]): Promise<LabState> {
    return this.#enqueue(() => this.#move(() => this.#clock.play(speed)));
  }

  pause(): Promise<LabState> {
    return this.#enqueue(() => this.#move(() => this.#clock.pause()));
  }

  advance({ ms }: LabCommands["advance"]): Promise<LabState> {
    return this.#enqueue(() => this.#move(() => this.#clock.advance(ms)));
  }

  step(): Promise<LabState> {
    return this.#enqueue(async () => {
      await this.#move(() => this.#clock.pause());
      const nextStep = () => this.#environment.steps().find(({ done }) => !done);
      const roundAtMs = this.#environment.nextRoundAtMs();
      if (nextStep() === undefined && roundAtMs !== undefined)
        await this.#move(() => this.#clock.advance(Math.max(1, roundAtMs - this.#clock.nowMs())));
      const next = nextStep();
      if (next === undefined) throw labError(409, "NoMoreSteps", {}, "The story is at its last step: play on, or restart it.");
      await this.#move(() => this.#clock.advance(Math.max(1, next.dueAtMs - this.#clock.nowMs())));
    });
  }

  /** Throws ApiFailure; a refusal has the API server's own message. */
  perform<Verb extends LabVerb>(verb: Verb, body: LabVerbs[Verb]): Promise<LabState> {
    return this.#enqueue(async () => {
      this.#follow();
      const tools: LabTools = {
        kube: createKubeClient(this.#environment.url),
        until: (isMet) => this.#options.actionRunner().acting.until(isMet),
        fault: (command) => this.#environment.fault(command),
        manifestFolders: this.#environment.manifestFolders,
        number: this.#history.next,
      };
      if (isStepVerb(verb)) {
        await runSteps(this.#options.actionRunner(), [await stepForVerb(verb, body as never, tools)]);
        return;
      }
      const performed = await runLabVerb(verb, body, tools);
      if (verb === "allow") this.#options.retryNow();
      if ("secondsAgo" in body) this.#history.lose(this.#clock.nowMs() - body.secondsAgo * 1000);
      this.#history.add(performed, this.#clock.nowMs());
    });
  }

  undo(): Promise<LabState> {
    return this.#enqueue(async () => {
      const done = this.#history.newestUndoable(this.#follow());
      if (done === undefined) throw labError(409, "NothingToUndo", {}, "Nothing was done that can be undone.");
      if (done.source === "plan") await this.#undoAction(done.actionId);
      else {
        done.undoneBy = await done.performed.undo?.();
        done.undone = true;
        if (done.performed.kind === "fault") this.#options.retryNow();
      }
      this.#options.onClock();
    });
  }

  /** Adds new planned actions, also from pages, to the history. Returns the records of all of them, newest first. */
  #follow(): readonly ActionRecord[] {
    const records = this.#options.actionRunner().acting.records(() => true);
    this.#history.follow(records);
    return records;
  }

  async #undoAction(actionId: string): Promise<void> {
    const record = this.#follow().find(({ id }) => id === actionId);
    if (record?.undo.kind !== "steps") throw new Error(`action ${actionId} has no way back`);
    const { steps } = record.undo;
    for (const step of steps) if (step.kind === "apply") await this.#waitUntilFree(step.manifest);
    await runSteps(this.#options.actionRunner(), steps, actionId);
  }

  /**
   * Waits until a name is free. A deleted DaemonSet keeps its name until its pods are orphaned, which never ends on a
   * paused clock; so time is advanced.
   */
  async #waitUntilFree({ metadata: { name, namespace = "default" } }: Manifest): Promise<void> {
    const kube = createKubeClient(this.#environment.url);
    const path = namedPath({ resource: "daemonsets", namespace, name });
    const old = await kube.find(path);
    if (old === undefined || objectField(old, "metadata").deletionTimestamp === undefined) return;
    if (await this.#clock.passUntil(async () => (await kube.find(path)) === undefined)) return;
    const what = `DaemonSet ${namespace}/${name}`;
    throw labError(409, "StillEnding", { what }, `${what} is still being deleted: play on until it is gone, then undo.`);
  }

  async #begin(origin: StoryOrigin): Promise<void> {
    const { speed } = this.#clock;
    this.#clock.pause();
    this.#environment = await this.#options.begin(origin);
    this.#clock = this.#clockOf(this.#environment, speed);
    this.#history.clear();
    this.#startCount++;
  }

  async #move(move: () => void | Promise<void>): Promise<void> {
    await move();
    this.#options.onClock();
  }

  #clockOf({ clock }: LabEnvironment, speed: number): StoryClock {
    const { timers, wallNowMs } = this.#options;
    return new StoryClock({ clock, timers, wallNowMs, speed });
  }

  /** Runs work after all earlier commands, even if they failed. */
  async #enqueue(work: () => void | Promise<void>): Promise<LabState> {
    const before = this.#last;
    const running = before.then(work, work);
    this.#last = running;
    await running;
    return this.now();
  }
}
