import type { Flag } from "./flag.ts";
import { ofOne, ofSeveral, servers, simulated } from "./takers.ts";

/** A simulated cluster instead of a real one. */
export const SIMULATED_FLAGS = [
  {
    name: "simulate",
    shape: "maybe",
    value: "SCENARIO",
    values: "scenarios",
    commands: ofOne,
    help: "show a simulated cluster instead of a real one",
  },
  {
    name: "simulate",
    shape: "maybe",
    value: "SCENARIO",
    values: "scenarios",
    many: true,
    commands: ofSeveral,
    help: "show a simulated cluster instead of a real one; several may be named, each is a cluster",
  },
  {
    name: "nodes",
    shape: "value",
    value: "N",
    commands: [...servers, "record", "collect", "status", "wait", "diff"],
    help: "nodes of the simulated cluster, where the scenario does not fix them: big-cluster",
  },
  { name: "seed", shape: "value", value: "N", commands: simulated, help: "seed of the simulated cluster (default 1)" },
  { name: "speed", shape: "value", value: "X", commands: simulated, help: "simulated seconds that pass in a real one (default 1)" },
] as const satisfies readonly Flag[];
