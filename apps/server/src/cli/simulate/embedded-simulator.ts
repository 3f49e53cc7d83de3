import { systemTimers } from "@daemonscope/kube-client/flow-control/clock";
import type { CourseLesson } from "@daemonscope/shared/http/course";
import type { LabStory } from "@daemonscope/shared/http/lab";
import { doFault } from "@daemonscope/simulated-apiserver/api/faults/do-fault";
import { startApi } from "@daemonscope/simulated-apiserver/api/start-api";
import type { RealTime } from "@daemonscope/simulated-apiserver/time/clock-simulated";
import { checkStep } from "@daemonscope/simulator/course/check-step";
import { LESSONS } from "@daemonscope/simulator/course/lessons";
import { DEFAULT_SCENARIO, findScenario, SCENARIOS } from "@daemonscope/simulator/scenarios/scenarios";
import { createSimulator } from "@daemonscope/simulator/simulator";
import { wordsOfStep } from "@daemonscope/simulator/staging/story";
import type { LabEnvironment, ScenarioCatalog, StoryOrigin } from "../../lab/lab-environment.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { portRightsText, portTakenText } from "../../platform/find-free-port.ts";
import type { SimulationOptions } from "../options/cluster-options.ts";

const STORIES: readonly LabStory[] = SCENARIOS.map(({ name, words: { title, opening }, opensOn, fits }) => ({
  name,
  title,
  opening,
  opensOn,
  fits,
}));

/** The lessons without their checks, which are functions. */
const COURSE: readonly CourseLesson[] = LESSONS.map((lesson) => ({
  ...lesson,
  steps: lesson.steps.map((step) => {
    if (step.kind === "question") return { ...step, answers: step.answers.map(({ words }) => words) };
    const { goal: _goal, ...exercise } = step;
    return { ...exercise, losses: step.losses.map(({ words }) => words) };
  }),
}));

/** The simulator's scenarios with their texts. */
export const SCENARIO_CATALOG: ScenarioCatalog = {
  stories: STORIES,
  lessons: COURSE,
  wordsOf(story, step) {
    const scenario = SCENARIOS.find(({ name }) => name === story);
    return scenario === undefined ? undefined : wordsOfStep(scenario.words, step);
  },
};

/** A simulated cluster behind a separate HTTP listener on loopback: all clients see a Kubernetes API server. */
export interface EmbeddedSimulator extends LabEnvironment {
  /** The cluster time at which its history ended, in milliseconds. The cluster paused until its scenario began. */
  readonly pastEndedAtMs: number;
  readonly title: string;
  readonly nodeCount: number;
  /** All scenarios and their texts. */
  readonly repertoire: ScenarioCatalog;
  close(): Promise<void>;
}

const LOOPBACK = "127.0.0.1";

/** A simulated cluster with a simulated history that does not listen yet. */
export interface BuiltSimulator {
  /** Advances its scenario by `ms`, in time slices. */
  live(ms: number): Promise<void>;
  /** Throws UsageError for a port that is in use. */
  listen(port: number): Promise<EmbeddedSimulator>;
}

/** From this number of nodes on, building the cluster takes seconds. */
const MANY_NODES = 2000;

/** The start of a manual clock: the same in every run, so that runs can be compared. */
const MANUAL_START_MS = Date.UTC(2026, 0, 5, 12);

/** The time slice of a replayed scenario, in cluster time. */
const LIVED_SLICE_MS = 5000;

/** Returns one line per scenario: its name and title. */
export function scenarioList(): readonly string[] {
  const width = Math.max(...SCENARIOS.map(({ name }) => name.length));
  return SCENARIOS.map(({ name, title }) => `${name.padEnd(width)}  ${title}`);
}

const MACHINE: RealTime = { nowMs: () => Date.now(), setTimer: systemTimers.after };

/** The end of a cluster's history, and the beginning of its scenario. The time in between is the build time. */
interface StoryStart {
  readonly pastEndedAtMs: number;
  readonly restUntilMs: () => number;
}

/** Returns a start at the current time, or at the fixed time of a manual clock. */
function startNow({ manualClock }: SimulationOptions, machine: RealTime): StoryStart {
  const pastEndedAtMs = manualClock ? MANUAL_START_MS : machine.nowMs();
  return { pastEndedAtMs, restUntilMs: manualClock ? () => pastEndedAtMs : machine.nowMs };
}

/**
 * Builds the simulated cluster, with a stopped clock. Takes seconds of CPU time for a large one. Throws UsageError for
 * an unknown scenario, and for a number of nodes that the scenario does not support. `announce` gets a line before a
 * long build.
 */
function buildSimulator(
  choice: SimulationOptions,
  { pastEndedAtMs, restUntilMs }: StoryStart,
  announce?: (line: string) => void,
): BuiltSimulator {
  const found = findScenario(choice.scenario ?? DEFAULT_SCENARIO);
  if ("problem" in found) throw new UsageError(`${found.problem.charAt(0).toUpperCase()}${found.problem.slice(1)}.`);
  const { scenario } = found;
  if (choice.nodes !== undefined && scenario.isSized !== true) {
    const sized = SCENARIOS.filter(({ isSized }) => isSized === true).map(({ name }) => name);
    throw new UsageError(`--nodes cannot be used with "${scenario.name}", whose nodes are fixed: choose ${sized.join(" or ")}`);
  }
  if ((choice.nodes ?? 0) >= MANY_NODES) announce?.(`starting ${choice.nodes?.toLocaleString("en-US")} nodes…`);
  const { startedAtMs, store, clock, manifestFolders, play } = createSimulator({
    scenario,
    seed: choice.seed,
    nowMs: pastEndedAtMs,
    restUntilMs,
    ...(choice.nodes === undefined ? {} : { nodes: choice.nodes }),
  });
  return {
    async live(ms) {
      for (let left = ms; left > 0; left -= LIVED_SLICE_MS) {
        clock.advance(Math.min(LIVED_SLICE_MS, left));
        await new Promise((done) => setImmediate(done));
      }
    },
    async listen(port) {
      const api = await startApi({
        store,
        clock,
        port,
        ...(choice.manualClock ? { control: { advance: (ms: number) => clock.advance(ms) } } : {}),
      }).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code === "EADDRINUSE") throw new UsageError(await portTakenText(port, LOOPBACK));
        if (error.code === "EACCES") throw new UsageError(portRightsText(port));
        throw error;
      });
      return {
        url: api.url,
        story: scenario.name,
        seed: choice.seed,
        pastEndedAtMs,
        startedAtMs,
        title: scenario.title,
        nodeCount: store.list("nodes").length,
        repertoire: SCENARIO_CATALOG,
        clock,
        steps: () => play?.steps() ?? [],
        nextRoundAtMs: () => play?.nextRoundAtMs(),
        manifestFolders,
        fault: (command) => doFault(api.faults, command),
        check(lesson, at) {
          const step = LESSONS.find(({ name }) => name === lesson)?.steps[at];
          return step === undefined ? undefined : checkStep(store, step);
        },
        async close() {
          clock.stop();
          await api.close();
        },
      };
    },
  };
}

/** Options of a start. `announce` gets a line before a long build. */
interface StartOptions {
  readonly port?: number;
  readonly machine?: RealTime;
  readonly announce?: (line: string) => void;
}

/**
 * Starts the simulated cluster. Its clock follows the machine's unless it is manual, because clients compare the
 * cluster's times with their own clock. Throws as `buildSimulator` and `listen` do.
 */
export async function startEmbeddedSimulator(
  choice: SimulationOptions,
  { port = 0, machine = MACHINE, announce }: StartOptions = {},
): Promise<EmbeddedSimulator> {
  const simulator = await buildSimulator(choice, startNow(choice, machine), announce).listen(port);
  if (choice.manualClock) return simulator;
  simulator.clock.advance(Math.max(0, machine.nowMs() - simulator.clock.nowMs()));
  simulator.clock.run(machine, choice.speed);
  return simulator;
}

/** Number of nodes of a scalable scenario that the lab starts. More nodes would block the server for too long. */
const LAB_NODES: Readonly<Record<string, number>> = { "big-cluster": 1000 };

/**
 * Returns the start of a replayed scenario, to the millisecond, so that random events repeat. Undefined if the scenario
 * starts now.
 */
function startOfReplay(previous: EmbeddedSimulator, { startedAtMs }: StoryOrigin): StoryStart | undefined {
  if (startedAtMs === undefined) return undefined;
  const { pastEndedAtMs } = startedAtMs === previous.startedAtMs ? previous : { pastEndedAtMs: startedAtMs };
  return { pastEndedAtMs, restUntilMs: () => startedAtMs };
}

/** Ends a simulated cluster and starts another one with a stopped clock. If its port is taken meanwhile, the new one
 *  gets a free one. */
export async function replaceSimulator(
  previous: EmbeddedSimulator,
  choice: SimulationOptions,
  beginning: StoryOrigin,
): Promise<EmbeddedSimulator> {
  const { story, seed, livedMs = 0 } = beginning;
  await previous.close();
  const nodes = story === (choice.scenario ?? DEFAULT_SCENARIO) ? choice.nodes : LAB_NODES[story];
  const { nodes: _nodes, ...rest } = choice;
  const next = { ...rest, scenario: story, seed, ...(nodes === undefined ? {} : { nodes }) };
  const built = buildSimulator(next, startOfReplay(previous, beginning) ?? startNow(choice, MACHINE));
  await built.live(livedMs);
  try {
    return await built.listen(Number(new URL(previous.url).port));
  } catch (error) {
    if (error instanceof UsageError) return built.listen(0);
    throw error;
  }
}
