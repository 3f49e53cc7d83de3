import { COMPLETE } from "../parse/shells.ts";

/**
 * Joins a bare `--simulate` and the scenario after it. Other words after it stay alone, because they are a command, a
 * DaemonSet or a file. Loads the scenarios only if a word could name one.
 */
export async function joinScenarios(args: readonly string[]): Promise<readonly string[]> {
  const end = args.includes("--") ? args.indexOf("--") : args.length;
  const mayBeScenario = (at: number) => at < end && args[at - 1] === "--simulate" && /^[a-z][a-z0-9-]*$/.test(args[at] ?? "");
  if (args[0] === COMPLETE || !args.some((_, at) => mayBeScenario(at))) return args;
  const { SCENARIOS } = await import("@daemonscope/simulator/scenarios/scenarios");
  const isScenario = (at: number) => mayBeScenario(at) && SCENARIOS.some(({ name }) => name === args[at]);
  return args.flatMap((word, at) => (isScenario(at) ? [] : isScenario(at + 1) ? [`${word}=${args[at + 1]}`] : [word]));
}
