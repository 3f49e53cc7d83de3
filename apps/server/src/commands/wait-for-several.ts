import type { WaitConfig } from "../command-line/query-config.ts";
import { UsageError } from "../command-line/usage-error.ts";
import { machineList } from "../print/machine.ts";
import { NotThere } from "./chosen-keys.ts";
import { CANNOT_ASK, GONE, STUCK, stoppedCode, TIMED_OUT } from "./exit-codes.ts";
import { type OpenedCluster, openClusters } from "./open-clusters.ts";
import { speaksOf } from "./status-of-several.ts";
import type { Terminal } from "./terminal.ts";
import { waitOn } from "./wait.ts";

/** How a wait in one cluster ended; `lacking`: the cluster has no such DaemonSet. */
interface Ended {
  readonly code: number;
  readonly isLacking: boolean;
  /** For a machine. */
  readonly text: string;
}

/** What a gate over clusters says when its clusters say different things: the first of these that one of them says. */
const WORST_FIRST = [STUCK, GONE, CANNOT_ASK, TIMED_OUT] as const;

/** Each line says of which cluster it is, and nothing is written over; what is for a machine is kept until all have ended. */
function terminalOf(terminal: Terminal, name: string, stop: AbortSignal, isMachine: boolean) {
  let kept = "";
  const say = (line: string) => terminal.say(`${name}: ${line}`);
  const own: Terminal = {
    ...speaksOf(terminal, name),
    isTerminal: false,
    stop,
    say,
    write: (text) => {
      if (isMachine) kept += text;
      else for (const line of text.split("\n").filter((each) => each !== "")) say(line);
    },
  };
  return { own, kept: () => kept };
}

const isMachine = ({ format }: WaitConfig): boolean => format === "json" || format === "yaml";

async function waitIn(each: OpenedCluster<WaitConfig>, terminal: Terminal, stop: AbortSignal): Promise<Ended> {
  const { name = "", plan, cluster } = each;
  const { own, kept } = terminalOf(terminal, name, stop, isMachine(plan));
  try {
    const code = await waitOn(cluster, isMachine(plan) ? { ...plan, format: "json" } : plan, own);
    return { code, isLacking: false, text: kept() };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    own.warn(error.message);
    return { code: CANNOT_ASK, isLacking: error instanceof NotThere, text: "" };
  }
}

/** `daemonscope wait` over several clusters: 0 when the rollout is there in all of them; as soon as one is stuck, gone or cannot be asked, that is the answer, and nothing more is waited for. Clusters that
 *  have no such DaemonSet are said, and do not count, unless none has it. */
export async function waitForSeveral(config: WaitConfig, terminal: Terminal): Promise<number> {
  const { opened, unusable, notes } = await openClusters(config, "refused", terminal);
  const decided = new AbortController();
  const stop = AbortSignal.any([terminal.stop, decided.signal]);
  try {
    for (const note of notes) terminal.warn(note);
    const [broken] = unusable;
    if (broken !== undefined) throw new UsageError(`${broken.name}: ${broken.problem}`);
    const ended = await Promise.all(
      opened.map(async (each) => {
        const end = await waitIn(each, terminal, stop);
        // A gate that one cluster holds shut is not opened by the others.
        if (!end.isLacking && end.code !== 0) decided.abort("SIGINT");
        return end;
      }),
    );
    if (isMachine(config)) {
      const entries = ended.flatMap(({ text }, at) =>
        text === "" ? [] : [{ cluster: opened[at]?.name, ...(JSON.parse(text) as object) }],
      );
      for (const text of machineList(config.format === "yaml" ? "yaml" : "json", entries)) terminal.write(text);
    }
    if (terminal.stop.aborted) return stoppedCode(terminal.stop);
    if (ended.every(({ isLacking }) => isLacking)) return CANNOT_ASK;
    return WORST_FIRST.find((code) => ended.some((each) => !each.isLacking && each.code === code)) ?? 0;
  } finally {
    await Promise.all(opened.map(({ cluster }) => cluster.close()));
  }
}
