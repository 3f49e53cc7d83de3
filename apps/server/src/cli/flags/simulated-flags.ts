import { multiClusterCommands, serverCommands, simulatedCommands, singleClusterCommands } from "./commands-of-flag.ts";
import type { Flag } from "./flag.ts";

/** A simulated cluster instead of a real one. */
export const SIMULATED_FLAGS = [
  {
    name: "simulate",
    shape: "maybe",
    value: "SCENARIO",
    values: "scenarios",
    commands: singleClusterCommands,
    help: "show a simulated cluster instead of a real one",
  },
  {
    name: "simulate",
    shape: "maybe",
    value: "SCENARIO",
    values: "scenarios",
    many: true,
    commands: multiClusterCommands,
    help: "show a simulated cluster instead of a real one; several may be named, each is a cluster",
  },
  {
    name: "nodes",
    shape: "value",
    value: "N",
    commands: [...serverCommands, "record", "collect", "status", "wait", "diff"],
    help: "nodes of the simulated cluster, where the scenario does not fix them: big-cluster",
  },
  { name: "seed", shape: "value", value: "N", commands: simulatedCommands, help: "seed of the simulated cluster (default 1)" },
  { name: "speed", shape: "value", value: "X", commands: simulatedCommands, help: "simulated seconds that pass in a real one (default 1)" },
] as const satisfies readonly Flag[];
