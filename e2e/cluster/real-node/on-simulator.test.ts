import { readFileSync } from "node:fs";
import { isJsonObject, type JsonObject, listIn, objectIn } from "@daemonscope/simulated-apiserver/objects/json";
import { isDeleting, isReady, phaseOf, statusOf } from "@daemonscope/simulated-apiserver/objects/objects";
import { createSimulator } from "@daemonscope/simulator/simulator";
import { addNode } from "@daemonscope/simulator/staging/manifests";
import { describe, expect, it } from "vitest";
import { CASE_NAMES, type CaseName, daemonSetOf } from "../../real-node/cases.ts";

const NAMESPACE = "real";
const RECORDED_MS = 240_000;

interface Trace {
  /** The states of the first pod, with the seconds at which they came. */
  readonly states: readonly (readonly [atSeconds: number, state: string])[];
  /** Its events with their last counts. Names and addresses are placeholders. */
  readonly events: Readonly<Record<string, number>>;
}
const REAL = JSON.parse(readFileSync(new URL("traces.json", import.meta.url), "utf8")) as Readonly<Partial<Record<CaseName, Trace>>>;

/** Cases in which the first pod differs, and why. */
const OTHER_STATES: Partial<Record<CaseName, string>> = {
  "evicted-badly": "a real pod sometimes loses its container status before its phase is written",
  "sidecar-crash": "here the other containers start in the sync that started a sidecar without a startup probe",
};
/** Cases whose counts of events depend on the jitter of the back-off, or on the other pods of the recorded node. */
const OTHER_EVENTS: ReadonlySet<CaseName> = new Set(["liveness", "hostport", "port-taken"]);

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

/** Plays a case on a simulated node that has the image already, and returns the trace of its first pod. */
function simulated(name: CaseName): Trace {
  const { store, clock } = createSimulator({
    seed: 3,
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

const isBackOff = (state: string): boolean => state.includes("CrashLoopBackOff");

/** Returns the states without back-offs: their lengths, from a moment to minutes, depend on the kubelet's jitter. */
const withoutBackOffs = ({ states }: Trace): readonly string[] => states.map(([, state]) => state).filter((state) => !isBackOff(state));

describe("a simulated kubelet does what a real one did", () => {
  it.each(CASE_NAMES.filter((name) => REAL[name] !== undefined))("%s", (name) => {
    const real = REAL[name] as Trace;
    const trace = simulated(name);
    const states = [withoutBackOffs(trace), withoutBackOffs(real)] as const;
    // A loaded machine records a few states less in the same time.
    const length = Math.min(states[0].length, states[1].length);
    expect(length).toBeGreaterThanOrEqual(states[1].length - 2);
    expect(trace.states.some(([, state]) => isBackOff(state))).toBe(real.states.some(([, state]) => isBackOff(state)));
    const isEqual = JSON.stringify(states[0].slice(0, length)) === JSON.stringify(states[1].slice(0, length));
    if (OTHER_STATES[name] === undefined) expect(states[0].slice(0, length)).toEqual(states[1].slice(0, length));
    else expect(isEqual, OTHER_STATES[name]).toBe(false);
    if (OTHER_EVENTS.has(name)) return;
    const wanted = Object.entries(real.events).filter(([event]) => !event.includes("connection refused"));
    expect(
      Object.keys(trace.events)
        .filter((event) => !event.includes("connection refused"))
        .sort(),
    ).toEqual(wanted.map(([event]) => event).sort());
    for (const [event, count] of wanted)
      expect(Math.abs((trace.events[event] ?? 0) - count), `${event}: ${trace.events[event]}, on a real node ${count}`).toBeLessThanOrEqual(
        Math.max(2, count * 0.25),
      );
  });
});
