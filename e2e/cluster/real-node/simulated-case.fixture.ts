import { isJsonObject, type JsonObject, listIn, objectIn } from "@daemonscope/simulated-apiserver/objects/json";
import { isDeleting, isReady, phaseOf, statusOf } from "@daemonscope/simulated-apiserver/objects/objects";
import { createSimulator, type Simulator } from "@daemonscope/simulator/simulator";
import { addNode } from "@daemonscope/simulator/staging/manifests";
import { type CaseName, daemonSetOf } from "../../real-node/cases.ts";
import type { TimedState } from "./gaps.ts";

export const NAMESPACE = "real";
export const RECORDED_MS = 240_000;

export interface Trace {
  /** The states of the first pod, with the seconds at which they came. */
  readonly states: readonly TimedState[];
  /** Its events with their last counts. Names and addresses are placeholders. */
  readonly events: Readonly<Record<string, number>>;
}

function wordOf(status: JsonObject): string {
  const end = (terminated: JsonObject): string => `${String(terminated.reason)}/${String(terminated.exitCode)}`;
  const [[kind, details] = ["", {}]] = Object.entries(objectIn(status, "state"));
  const detail = !isJsonObject(details) || kind === "running" ? "" : ` ${kind === "waiting" ? String(details.reason) : end(details)}`;
  const last = objectIn(status, "lastState").terminated;
  return `${String(status.name)} ${kind}${detail} ${String(status.restartCount)}${isJsonObject(last) ? ` last:${end(last)}` : ""}`;
}

const withPlaceholders = (text: string): string =>
  text
    .replace(/[a-z0-9-]+_real\([0-9a-f-]+\)/g, "POD")
    .replace(/assigned real\/\S+/, "assigned real/POD")
    .replace(/\d+\.\d+\.\d+\.\d+:\d+/g, "ADDRESS")
    .replace(/in \S+ \(\S+ including/, "in DURATION (DURATION including")
    .replace(/size: \d+/, "size: SIZE");

/** Returns a cluster with one node, which has the image of the cases already. */
export const simulatedNode = (seed: number): Simulator =>
  createSimulator({
    seed,
    nowMs: Date.UTC(2026, 0, 1),
    scenario: {
      name: "cases",
      title: "",
      pastMs: 60_000,
      steps: [],
      past: (stage) => {
        addNode(stage.store, { name: "real-1", labels: { "real-node": "true" }, capacity: { cpu: "2", memory: "4Gi", pods: "110" } });
        stage.store.create("namespaces", { metadata: { name: NAMESPACE } });
        stage.clock.advance(5000);
        stage.store.create("daemonsets", { ...daemonSetOf("crash", NAMESPACE), metadata: { name: "first", namespace: NAMESPACE } });
        stage.clock.advance(5000);
        stage.store.delete("daemonsets", NAMESPACE, "first");
      },
    },
  });

/** Plays a case on a simulated node that has the image already, and returns the trace of its first pod. */
export function simulated(name: CaseName, seed = 3): Trace {
  const { store, clock } = simulatedNode(seed);
  const startMs = clock.nowMs();
  const states: [number, string][] = [];
  const events: Record<string, number> = {};
  let first: string | undefined;
  store.subscribe("pods", ({ type, object }) => {
    first ??= object.metadata.uid;
    if (object.metadata.uid !== first || type === "DELETED") return;
    const status = statusOf(object);
    const containers = [...listIn(status, "initContainerStatuses"), ...listIn(status, "containerStatuses")].filter(isJsonObject);
    const phase = `${phaseOf(object)}${typeof status.reason === "string" ? `/${status.reason}` : ""}${isDeleting(object) ? " deleted" : ""}`;
    const state = `${phase}${isReady(object) ? " ready" : ""}: ${containers.map(wordOf).join(", ")}`.trim();
    if (states.at(-1)?.[1] !== state) states.push([(clock.nowMs() - startMs) / 1000, state]);
  });
  store.subscribe("events", ({ type, object }) => {
    if (type === "DELETED" || objectIn(object, "involvedObject").uid !== first) return;
    events[withPlaceholders(`${String(object.type)} ${String(object.reason)} ${String(object.message)}`)] = Number(object.count ?? 1);
  });
  store.create("daemonsets", daemonSetOf(name, NAMESPACE));
  clock.advance(RECORDED_MS);
  return { states, events };
}
