import { createSimulator, type Simulator, type SimulatorOptions } from "../simulator.ts";
import { findScenario } from "./scenarios.ts";

const NOW_MS = Date.UTC(2026, 0, 1);
export const SEED = 7;

export function simulate(name: string, options: Partial<SimulatorOptions> = {}): Simulator {
  const found = findScenario(name);
  if ("problem" in found) throw new Error(found.problem);
  return createSimulator({ scenario: found.scenario, seed: SEED, nowMs: NOW_MS, ...options });
}

const FIELDS = ["desiredNumberScheduled", "currentNumberScheduled", "numberReady", "updatedNumberScheduled", "numberAvailable"];

/** Returns the different counts of a DaemonSet from now on: desired, current, ready, up-to-date, available. */
export function trace({ store, clock }: Simulator, key: string, ms: number): readonly string[] {
  const seen: string[] = [];
  const [namespace = "", name = ""] = key.split("/");
  const record = () => {
    const status = (store.get("daemonsets", namespace, name)?.status ?? {}) as Record<string, number>;
    const text = FIELDS.map((field) => status[field] ?? 0).join(" ");
    if (seen.at(-1) !== text) seen.push(text);
  };
  record();
  const stop = store.subscribe("daemonsets", record);
  clock.advance(ms);
  stop();
  return seen;
}

export const podsOf = ({ store }: Simulator, name: string) => store.list("pods").filter((pod) => pod.metadata.labels?.app === name);
