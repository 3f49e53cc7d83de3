import { readFileSync, writeFileSync } from "node:fs";
import {
  dropObject,
  modelEventOf,
  type PutEvent,
  putDaemonSet,
  putEvent,
  putNode,
  putPod,
  putRevision,
} from "@daemonscope/daemonset/model/cluster-event";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { verdictKindOf } from "@daemonscope/daemonset/rollout/verdict-kind";
import { decodeEvent } from "@daemonscope/kube-client/decode/decode-event";
import { english } from "@daemonscope/words/english";
import { concernText } from "@daemonscope/words/facts/concern-text";
import { expect, it } from "vitest";
import { CASE_NAMES, type CaseName, daemonSetOf as manifestOf } from "../../real-node/cases.ts";
import { daemonSetOf, nodeOf, podOf, revisionOf } from "../differential/decode-raw.ts";
import type { RawObject } from "../differential/raw-mirror.ts";
import type { TimedState } from "./gaps.ts";
import { NAMESPACE, RECORDED_MS, simulatedNode, type Trace } from "./simulated-case.fixture.ts";
import { GENERAL_DIFFERENCES, OTHER_EVENTS, OTHER_STATES, OTHER_TIMES } from "./simulator-differences.ts";

const DOC = new URL("../../../docs/simulator.md", import.meta.url);
const HEADING = "## Real node, simulator and product";
const REAL = JSON.parse(readFileSync(new URL("traces.json", import.meta.url), "utf8")) as Readonly<Partial<Record<CaseName, Trace>>>;

/** A difference between a real kubelet and what the product stated when it first met one. */
interface DifferenceFound {
  readonly id: string;
  readonly difference: string;
  readonly state: string;
  /** The file of the test that shows the state, and a part of its title. */
  readonly test: readonly [file: string, title: string];
}

const STEADY = "e2e/cluster/real-node/steady-cases.spec.ts";
const ACTING = "e2e/cluster/real-node/acting-cases.spec.ts";

const DIFFERENCES_FOUND: readonly DifferenceFound[] = [
  {
    id: "D1",
    difference: "The concern of a crashing init container ends while it is `terminated`.",
    state: "solved",
    test: [STEADY, 'keepsConcern("init-crash")'],
  },
  {
    id: "D2",
    difference: "A container that did not start is drawn from 1970.",
    state: "solved",
    test: [ACTING, "a container that did not start has no time of start"],
  },
  {
    id: "D3",
    difference: "Pods that are evicted and end well are no loop.",
    state: "solved",
    test: [STEADY, "pods that are evicted and end well are a loop"],
  },
  {
    id: "D4",
    difference: "The concern of a crash loop without a readiness probe ends with each restart.",
    state: "solved",
    test: [STEADY, 'keepsConcern("crash")'],
  },
  {
    id: "D5",
    difference: "An end with exit code 0 after a failed probe is no failure.",
    state: "solved",
    test: [STEADY, 'keepsConcern("startup")'],
  },
  { id: "D6", difference: "One crash has two words in turn.", state: "solved", test: [STEADY, 'keepsWords("oom")'] },
  {
    id: "D7",
    difference: "The events of a static pod are not listed.",
    state: "solved",
    test: [ACTING, "the events of a static pod are listed for its mirror"],
  },
  {
    id: "D8",
    difference: "A missing Secret, ConfigMap or folder is not named.",
    state: "solved",
    test: [STEADY, 'names("no-secret"'],
  },
  {
    id: "D9",
    difference: "A pull that hangs is not named.",
    state: "solved: `explain` and the pod's page name it",
    test: [STEADY, "and an image that is being pulled"],
  },
  {
    id: "D10",
    difference: "A node's page does not name DiskPressure.",
    state: "solved",
    test: ["apps/web/src/pages/node/node.test.ts", "names the pods that the kubelet rejects because of a condition"],
  },
  {
    id: "D11",
    difference: "A rejected pod seems to wait for its start.",
    state: "solved",
    test: ["packages/daemonset/src/pods/life/pod-trail.test.ts", "ends with the rejection of the kubelet"],
  },
  {
    id: "D12",
    difference: "`status` gives two budgets.",
    state: "solved",
    test: [STEADY, "B8 the table and the answer about one DaemonSet give one budget"],
  },
  {
    id: "D13",
    difference: "A mirror pod is Pending first; a deleted pod ends before it goes.",
    state: "solved in the simulator",
    test: [ACTING, "its deleted mirror returns with its old start"],
  },
  {
    id: "D14",
    difference: "`wait` succeeds although the new image crashes after it became Ready.",
    state: "solved: `wait` warns",
    test: [ACTING, "`wait` names the missing readiness probe"],
  },
];

type Change = PutEvent | ReturnType<typeof dropObject> | undefined;

/** Watched kinds, and the events that a model gets of their objects. */
const KINDS: { readonly [Kind in "nodes" | "daemonsets" | "controllerrevisions" | "pods" | "events"]: (raw: RawObject) => Change } = {
  nodes: (raw) => putNode(nodeOf(raw)),
  daemonsets: (raw) => putDaemonSet(daemonSetOf(raw)),
  controllerrevisions: (raw) => putRevision(revisionOf(raw)),
  pods: (raw) => putPod(podOf(raw)),
  events(raw) {
    const decoded = decodeEvent(raw);
    const event = "object" in decoded && decoded.object.type === "Warning" ? modelEventOf(decoded.object) : undefined;
    return event === undefined ? undefined : putEvent(event);
  },
};

/** Plays all cases in one simulated cluster, and returns the product's last statement about each. */
function statements(): ReadonlyMap<string, string> {
  const { store, clock } = simulatedNode(3);
  const model = new ClusterModel({ nowMs: clock.nowMs() });
  const apply = (change: Change) => change !== undefined && model.apply(change, clock.nowMs());
  for (const kind of Object.keys(KINDS) as (keyof typeof KINDS)[]) {
    const changeOf = (object: unknown) => KINDS[kind](object as RawObject);
    for (const object of store.list(kind)) apply(changeOf(object));
    store.subscribe(kind, ({ type, object }) => {
      const { name, uid } = object.metadata;
      apply(type === "DELETED" ? dropObject(kind, kind === "nodes" ? name : uid) : changeOf(object));
    });
  }
  model.apply({ do: "beginMarks" });
  const create = (names: readonly CaseName[]) => {
    for (const name of names) store.create("daemonsets", manifestOf(name, NAMESPACE));
  };
  const pass = (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      clock.advance(1000);
      model.tick(clock.nowMs());
      model.takeChanges();
    }
  };
  // Only one of two pods gets the host port, so that this one comes first.
  create(["hostport"]);
  pass(5);
  create(CASE_NAMES.filter((name) => name !== "hostport"));
  pass(RECORDED_MS / 1000);
  return new Map(
    CASE_NAMES.map((name) => {
      const record = model.reading.daemonSetRecord(`${NAMESPACE}/${name}`);
      if (record === undefined) throw new Error(`the model lacks ${name}`);
      const { concern } = record;
      return [name, concern === null ? verdictKindOf(record) : `${verdictKindOf(record)}: ${concernText(english, concern.detail)}`];
    }),
  );
}

const STARTING = ["waiting ContainerCreating", "waiting PodInitializing"];

/** Returns the states of a pod after its start in short: without names and numbers, each once. */
function inShort(states: readonly TimedState[]): string {
  const steps = states.map(([, state]) => {
    const [phase = "", containers = ""] = state.split(/: ?(.*)/s);
    if (/^(Succeeded|Failed)/.test(phase)) return phase.replace(" deleted", "");
    const words = containers.split(", ").map((text) => text.replace(/^\S+ /, "").replace(/ \d+( last:.*)?$/, ""));
    const told = words.filter((word) => word !== "" && !STARTING.includes(word)).map((word) => word.replace(/^(waiting|terminated) /, ""));
    return `${[...new Set(told)].join(", ")}${phase.endsWith(" ready") ? " ready" : ""}`;
  });
  const last = STARTING.find((each) => states.at(-1)?.[1].includes(each))?.replace("waiting ", "") ?? "not bound";
  return [...new Set(steps)].filter((step) => step !== "").join(" → ") || last;
}

function differenceOf(name: CaseName): string {
  const parts = [
    ["states", OTHER_STATES[name]],
    ["events", OTHER_EVENTS[name]],
    ["times", OTHER_TIMES[name]?.reason],
  ].flatMap(([what, reason]) => (reason === undefined ? [] : [`${what}: ${reason}`]));
  return parts.join("; ") || "=";
}

const row = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;

function section(): string {
  const said = statements();
  const cases = CASE_NAMES.map((name) => row([name, inShort(REAL[name]?.states ?? []), differenceOf(name), said.get(name) ?? ""]));
  const found = DIFFERENCES_FOUND.map(({ id, difference, state }) => row([id, difference, state]));
  return [
    HEADING,
    "",
    "A test writes this section (`UPDATE_TABLE=1 npx vitest run e2e/cluster/real-node/comparison-table`).",
    "`on-simulator.test.ts` compares each case with recordings of a real node: the states and events of the first pod,",
    "and times within 1 s or 20 %, whichever is larger. Kubelet's jitter is up to 50 %, so the tolerance extends the range",
    "of six recordings, and the median of five seeds is compared. `=` means no difference. The product's statement is the",
    `last one after ${RECORDED_MS / 60_000} minutes on the simulator. Differences that concern no single case:`,
    "",
    ...GENERAL_DIFFERENCES.map((sentence) => `- ${sentence}`),
    "",
    "| case | real node | simulator | product |",
    "|---|---|---|---|",
    ...cases,
    "",
    "Differences between a real kubelet and the product that the first run found:",
    "",
    "| | difference | state |",
    "|---|---|---|",
    ...found,
    "",
  ].join("\n");
}

it("the table of the docs has the states of a real node, and the statements of the product", () => {
  const doc = readFileSync(DOC, "utf8");
  const from = doc.indexOf(HEADING);
  const next = doc.indexOf("\n## ", from + 1);
  const to = next === -1 ? doc.length : next + 1;
  const wanted = section();
  if (process.env.UPDATE_TABLE !== undefined) {
    const end = to === doc.length ? wanted : `${wanted}\n`;
    writeFileSync(DOC, from === -1 ? `${doc.trimEnd()}\n\n${wanted}` : `${doc.slice(0, from)}${end}${doc.slice(to)}`);
  } else expect(doc.slice(from, to).trimEnd()).toBe(wanted.trimEnd());
});

it.each(DIFFERENCES_FOUND)("$id names a test that exists", ({ test: [file, title] }) => {
  expect(readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8")).toContain(title);
});
