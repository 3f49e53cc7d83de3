import { causeKindsOf } from "@daemonscope/daemonset/actions/remedies/cause-kinds";
import { until } from "@daemonscope/kube-client/flow-control/until.fixture";
import { plainHttpTransport } from "@daemonscope/kube-client/http/plain-http-transport";
import { LAB_CAUSES, type LabCause } from "@daemonscope/shared/http/lab";
import { startApi } from "@daemonscope/simulated-apiserver/api/start-api";
import { objectIn } from "@daemonscope/simulated-apiserver/objects/json";
import { createSimulator } from "@daemonscope/simulator/simulator";
import { addDaemonSet, addNode } from "@daemonscope/simulator/staging/manifests";
import type { Scenario, ScenarioStage } from "@daemonscope/simulator/staging/scenario";
import { openCommandModel } from "../../cli/open/open-command-model.ts";
import { parseCommand } from "../../cli/options/parse-command.ts";
import { OPTIONAL_SOURCES, REQUIRED_SOURCES } from "../../cli/query/status.ts";
import { capturedTerminal } from "../../cli/terminal/terminal.fixture.ts";

/** Every cause that the lab produces. */
export const KINDS: readonly LabCause[] = Object.values(LAB_CAUSES).flat();

const NAMESPACE = "lab";
const NOW_MS = Date.UTC(2026, 0, 5, 12);
const FAULT = "control-plane.test/fault";
/** A DaemonSet without pods. A change of its template is the last one of a step. */
const MARKER = "marker";

/** Returns the name of the DaemonSet on which a kind is tried. Each has separate nodes. */
const nameFor = (kind: string): string => kind.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const nodeFor = (kind: string): string => `${nameFor(kind)}-1`;
const NODES_EACH = 5;

const scenario: Scenario = {
  name: "every-cause",
  title: "one DaemonSet for each cause",
  pastMs: 3_600_000,
  past({ store, clock }: ScenarioStage) {
    for (const kind of KINDS)
      for (let at = 1; at <= NODES_EACH; at++) addNode(store, { name: `${nameFor(kind)}-${at}`, labels: { kind: nameFor(kind) } });
    clock.advance(60_000);
    for (const kind of KINDS)
      addDaemonSet(store, {
        name: nameFor(kind),
        namespace: NAMESPACE,
        image: "agent:1.0",
        nodeSelector: { kind: nameFor(kind) },
        maxUnavailable: 2,
      });
    addDaemonSet(store, { name: MARKER, namespace: NAMESPACE, image: "agent:1.0", nodeSelector: { kind: "none" } });
  },
  steps: [],
};

/** A simulated cluster in which every kind has a DaemonSet, and the model of a client that watches it. */
export async function everyCause() {
  const { store, clock } = createSimulator({ scenario, seed: 7, nowMs: NOW_MS });
  const api = await startApi({ store, clock, port: 0 });
  const command = parseCommand(["status"], {}, "test");
  if (command.kind !== "status") throw new Error(command.kind);
  const { config } = command;
  const model = openCommandModel(
    {
      transport: plainHttpTransport(api.url),
      identity: { context: "lab", server: api.url, version: undefined, simulated: true },
      clock,
      namespace: NAMESPACE,
      words: "the lab",
      simulator: undefined,
      warnings: [],
      close: async () => undefined,
    },
    { plan: config, namespace: undefined, needed: REQUIRED_SOURCES, optional: OPTIONAL_SOURCES, terminal: capturedTerminal() },
  );
  if (!(await model.listed(new AbortController().signal))) throw new Error("not listed");
  const { reading } = model;
  const recordOf = (kind: string) => {
    const record = reading.daemonSetRecord(`${NAMESPACE}/${nameFor(kind)}`);
    if (record === undefined) throw new Error(`no DaemonSet for ${kind}`);
    return record;
  };
  let marked = 0;
  return {
    recordOf,
    /** Returns the kinds of causes that the outputs name for a DaemonSet. */
    kindsAt(kind: string): ReadonlySet<string> {
      const record = recordOf(kind);
      return new Set([...causeKindsOf(record), ...record.budget.holders.map(({ cause }) => cause.kind)]);
    },
    /** Writes the annotation that the verb `cause` writes, or removes it. */
    setFault(kind: string, isFaulty: boolean): void {
      store.edit("daemonsets", NAMESPACE, nameFor(kind), ({ metadata }) => {
        const { [FAULT]: _before, ...rest } = metadata.annotations ?? {};
        metadata.annotations = isFaulty ? { ...rest, [FAULT]: `${kind}=${nodeFor(kind)}` } : rest;
      });
    },
    /** Lets cluster time pass, and waits until the model has all that happened. */
    async pass(ms: number): Promise<void> {
      clock.advance(ms);
      marked++;
      store.edit("daemonsets", NAMESPACE, MARKER, (set) => {
        objectIn(set, "spec").minReadySeconds = marked;
      });
      const isMarked = () => reading.daemonSet(`${NAMESPACE}/${MARKER}`)?.spec.minReadySeconds === marked;
      await until(isMarked, `step ${marked}`);
      await until(() => reading.nowMs >= clock.nowMs(), `the tick of step ${marked}`);
    },
    async close(): Promise<void> {
      await model.close();
      await api.close();
    },
  };
}
