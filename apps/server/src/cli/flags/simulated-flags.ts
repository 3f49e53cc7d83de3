import { clientCommands, commandsWith, hasTrait, multiClusterCommands } from "./commands.ts";
import type { Flag } from "./flag.ts";

/** A simulated cluster instead of a real one. */
export const SIMULATED_FLAGS = [
  {
    name: "simulate",
    shape: "maybe",
    value: "SCENARIO",
    values: "scenarios",
    many: true,
    commands: multiClusterCommands,
    help: "use a simulated cluster instead of a real one; repeat it for several clusters",
  },
  {
    name: "simulate",
    shape: "maybe",
    value: "SCENARIO",
    values: "scenarios",
    commands: clientCommands.filter((command) => !hasTrait(command, "several")),
    help: "use a simulated cluster instead of a real one",
  },
  {
    name: "nodes",
    shape: "value",
    value: "N",
    commands: [...commandsWith("server"), "record", "collect", "status", "pods", "wait", "diff"],
    help: "number of simulated nodes, for a scenario without a fixed number: big-cluster",
  },
  {
    name: "seed",
    shape: "value",
    value: "N",
    commands: commandsWith("server", "follows", "query"),
    help: "seed of the simulated cluster (default 1)",
  },
  {
    name: "speed",
    shape: "value",
    value: "X",
    commands: commandsWith("server", "follows", "query"),
    help: "simulated seconds in one real second (default 1)",
  },
] as const satisfies readonly Flag[];
