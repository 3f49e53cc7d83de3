import type { Scenario } from "@daemonscope/simulator/staging/scenario";
import { differences } from "./differences.ts";
import { takePicture } from "./picture.ts";
import { startRealSide } from "./real-side.ts";
import { mustShell, type Side, type Tape } from "./side.ts";
import { startSimulatedSide } from "./simulated-side.ts";
import { countSpans, eventSet, podTrails } from "./trails.ts";
import { withoutNodes } from "./without-nodes.ts";

export interface StoryOnBoth {
  readonly scenario: Scenario;
  /** Steps that are left out, because a fake kubelet does not support them. */
  readonly without?: readonly string[];
  /** Chance decides between the nodes, so they are compared as if they were alike. */
  readonly areNodesAlike?: true;
  /** Exceeds the longest pause before a pending change. */
  readonly quietMs?: number;
  /** The value of `quietMs` after a step, by the name of the step. */
  readonly quietAfterMs?: Readonly<Record<string, number>>;
  /** Controllers in addition to `CONTROLLERS`. */
  readonly moreControllers?: readonly string[];
  /** Differences that are known; each is explained in docs/simulator.md. */
  readonly known?: RegExp;
}

const GRACE_MS = 12_000;
const CONTROLLERS = [
  "daemonset-controller",
  "namespace-controller",
  "serviceaccount-controller",
  "root-ca-certificate-publisher-controller",
  "garbage-collector-controller",
  "node-lifecycle-controller",
  "taint-eviction-controller",
  "pod-garbage-collector-controller",
];

/** Both clusters at one step, and the comparison of their values. */
interface Both {
  readonly sides: readonly [simulated: Side, real: Side];
  compare(simulated: Records, real: Records, when: string): readonly string[];
}
type Records = Readonly<Record<string, unknown>>;

async function comparePictures({ sides: [simulated, real], compare }: Both, when: string): Promise<readonly string[]> {
  return compare(...(await Promise.all([takePicture(simulated), takePicture(real)])), when);
}

async function eventsSoFar(side: Side): Promise<ReadonlySet<string>> {
  const uids = await mustShell(side, "kubectl get events -A -o jsonpath='{.items[*].metadata.uid}'");
  return new Set(uids.split(" "));
}

/** Runs one line on both sides, waits until both are quiet, and compares kubectl's output and every object. */
async function takeStep(both: Both, name: string, line: string, quietMs: number): Promise<readonly string[]> {
  const results = await Promise.all(both.sides.map((side) => side.shell(line)));
  await Promise.all(both.sides.map((side) => side.quiet(quietMs)));
  // kubectl prints the parts of a drain's warning in random order.
  const sorted = (text: string) =>
    text.replace(/^Warning: (.+)$/gm, (_all, parts: string) => `Warning: ${parts.split("; ").sort().join("; ")}`);
  const unnamed = (text: string) => sorted(text.replace(/-[a-z0-9]{5}\b/g, "-#"));
  const [simulatedResult, realResult] = results.map(({ code, stdout, stderr }) => ({
    code,
    stdout: unnamed(stdout),
    stderr: unnamed(stderr),
  }));
  return [...differences(simulatedResult, realResult, `${name} · kubectl`), ...(await comparePictures(both, name))];
}

/**
 * Plays a scenario's history and steps on the simulator and on a control plane, with the same commands, and returns the
 * differences. It compares kubectl's output and every object after each step. At the end it compares the trails of
 * pods, the spans of counts and the events.
 */
export async function playOnBoth(story: StoryOnBoth): Promise<readonly string[]> {
  const { scenario, without = [], quietMs = 1800, quietAfterMs = {}, moreControllers = [], areNodesAlike, known } = story;
  const simulated = await startSimulatedSide(scenario, GRACE_MS);
  const started: Side[] = [simulated];
  try {
    const controllers = [...CONTROLLERS, ...moreControllers].join(",");
    const real = await startRealSide(simulated, { nodeGrace: `${GRACE_MS / 1000}s`, controllers });
    started.push(real);
    const sides = [simulated, real] as const;
    const nodes = (await mustShell(simulated, "kubectl get nodes -o jsonpath='{.items[*].metadata.name}'")).split(" ");
    const shown = (records: Records) => (areNodesAlike === undefined ? records : withoutNodes(records, nodes));
    const both: Both = {
      sides,
      compare: (simulatedResult, realResult, when) => differences(shown(simulatedResult), shown(realResult), when),
    };

    await Promise.all(sides.map((side) => side.quiet(quietMs)));
    const before = new Map(await Promise.all(sides.map(async (side) => [side, await eventsSoFar(side)] as const)));
    await Promise.all(sides.map(({ tape }) => tape.rewind()));
    const found = [...(await comparePictures(both, "at first"))];
    for (const { name, kubectl } of scenario.steps)
      if (!without.includes(name)) found.push(...(await takeStep(both, name, kubectl, quietAfterMs[name] ?? quietMs)));

    const compareRecords = (what: string, recordsOf: (tape: Tape, side: Side) => Records) =>
      found.push(...both.compare(recordsOf(simulated.tape, simulated), recordsOf(real.tape, real), what));
    compareRecords("trails of pods", (tape) => podTrails(tape.lines("pods")));
    compareRecords("spans of counts", (tape) => countSpans(tape.lines("daemonsets")));
    compareRecords("events", (tape, side) => eventSet(tape.lines("events"), tape.lines("pods"), before.get(side) ?? new Set()));
    return found.filter((line) => known?.test(line) !== true);
  } finally {
    await Promise.all(started.map((side) => side.stop()));
  }
}
