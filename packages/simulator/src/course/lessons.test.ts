import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LANGUAGES } from "@daemonscope/kube/base/languages";
import type { Store } from "@daemonscope/simulated-apiserver/objects/contract";
import { type JsonObject, objectIn } from "@daemonscope/simulated-apiserver/objects/json";
import { describe, expect, it, test } from "vitest";
import { daemonSetOf, REDIS } from "../scenarios/from-deployment/from-deployment.ts";
import { simulate } from "../scenarios/trace.fixture.ts";
import type { Simulator } from "../simulator.ts";
import { applyManifest } from "../staging/applies-manifests.ts";
import { addDaemonSet, setImage } from "../staging/manifests.ts";
import { checkStep } from "./check-step.ts";
import type { Answer, Exercise, Lesson } from "./lesson.ts";
import { LESSONS } from "./lessons.ts";

const SEEDS = [7, 8, 9];
const DOCS = join(import.meta.dirname, "../../../../docs");

const lesson = (name: string): Lesson => {
  const found = LESSONS.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no lesson ${name}`);
  return found;
};

function at(simulator: Simulator, atMs: number): void {
  simulator.clock.advance(Math.max(0, simulator.startedAtMs + atMs - simulator.clock.nowMs()));
}

/** Starts the exercise of a lesson as the page does. */
function exerciseOf(name: string) {
  const { story, steps } = lesson(name);
  const exercise = steps.find((step): step is Exercise => step.kind === "exercise");
  if (exercise === undefined) throw new Error(`lesson ${name} has no exercise`);
  const simulator = simulate(story);
  at(simulator, exercise.atMs);
  return { ...simulator, check: () => checkStep(simulator.store, exercise) };
}

const editTemplate = (store: Store, namespace: string, name: string, change: (podSpec: JsonObject) => void) =>
  store.edit("daemonsets", namespace, name, (set) => change(objectIn(objectIn(objectIn(set, "spec"), "template"), "spec")));
const tolerate = (store: Store, namespace: string, name: string, tolerations: readonly object[]) =>
  editTemplate(store, namespace, name, (spec) => {
    spec.tolerations = tolerations as never;
  });
const label = (store: Store, node: string, key: string, value: string) =>
  store.edit("nodes", undefined, node, ({ metadata }) => {
    metadata.labels = { ...metadata.labels, [key]: value };
  });
const deletePod = (store: Store, namespace: string, app: string, node: string) => {
  for (const pod of store.podsOnNode(node)) if (pod.metadata.labels?.app === app) store.delete("pods", namespace, pod.metadata.name);
};
const removeSet = (store: Store, namespace: string, name: string, propagationPolicy: "Background" | "Orphan" = "Background") =>
  store.delete("daemonsets", namespace, name, { propagationPolicy });

/** Returns the words of a text, without articles and short prepositions. */
const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[\w-]{3,}/g) ?? [];

test("the course has eight lessons with different names", () => {
  expect(new Set(LESSONS.map(({ name }) => name)).size).toBe(8);
});

describe.each(LESSONS.map((each) => [each.name, each] as const))("lesson %s", (_name, { story, title, steps }) => {
  it.each(SEEDS)("with seed %i each question has exactly one answer that holds, and no exercise is done or lost at its start", (seed) => {
    const simulator = simulate(story, { seed });
    for (const step of steps) {
      at(simulator, step.atMs);
      const results = checkStep(simulator.store, step);
      if (step.kind === "question")
        expect(
          results.filter((holds) => holds),
          step.words.en,
        ).toHaveLength(1);
      else expect(results, step.words.en).toEqual(results.map(() => false));
    }
  });
  it("has a title without the words of the right answer", () => {
    const simulator = simulate(story);
    for (const step of steps) {
      if (step.kind !== "question") continue;
      at(simulator, step.atMs);
      const rightAt = checkStep(simulator.store, step).indexOf(true);
      const wordsOf = (from: readonly Answer[]) => from.flatMap(({ words }) => wordsIn(words.en));
      const known = [...wordsIn(step.words.en), ...wordsOf(step.answers.filter((_, index) => index !== rightAt))];
      const own = wordsOf(step.answers.slice(rightAt, rightAt + 1)).filter((word) => !known.includes(word));
      expect(
        wordsIn(title.en).filter((word) => own.includes(word)),
        step.words.en,
      ).toEqual([]);
    }
  });
  it("goes forward in time", () => {
    expect(steps.map(({ atMs }) => atMs)).toEqual(steps.map(({ atMs }) => atMs).toSorted((a, b) => a - b));
  });
  it("has all texts in all languages", () => {
    for (const step of steps) {
      const answers = step.kind === "question" ? step.answers : step.losses;
      for (const words of [step.words, step.why, ...answers.map((answer) => answer.words)])
        expect(new Set(LANGUAGES.map(({ language }) => words[language].trim())).size, words.en).toBe(LANGUAGES.length);
    }
  });
  it("cites a heading of the concepts and a rule that exist", () => {
    const headings = readFileSync(join(DOCS, "concepts.md"), "utf8").matchAll(/^## (.+)$/gm);
    const anchors = [...headings].map(([, heading = ""]) => heading.toLowerCase().replaceAll(" ", "-"));
    const rules = readFileSync(join(DOCS, "rules.md"), "utf8");
    for (const { concept, rule } of steps) {
      expect(anchors).toContain(concept);
      expect(rules).toContain(`\n- **${rule}** `);
    }
  });
});

describe("an exercise is done by a change of the cluster", () => {
  it("one-on-every-node: the DaemonSet exists again", () => {
    const { store, clock, check } = exerciseOf("one-on-every-node");
    addDaemonSet(store, { name: "node-exporter", image: "node-exporter:1" });
    clock.advance(30_000);
    expect(check()).toEqual([true]);
  });
  it("labels: two nodes get the label; another selector loses", () => {
    const { store, clock, check } = exerciseOf("labels");
    for (const node of ["worker-1", "worker-3"]) label(store, node, "feature", "hw-rng");
    clock.advance(30_000);
    expect(check()).toEqual([true, false, false]);
    editTemplate(store, "default", "hw-rng", (spec) => {
      spec.nodeSelector = { pool: "workers" };
    });
    expect(check()[2]).toBe(true);
    removeSet(store, "default", "hw-rng");
    clock.advance(30_000);
    expect(check()).toEqual([false, true, false]);
  });
  it("taints: a toleration reaches the goal, and a node without its taint loses", () => {
    const { store, clock, check } = exerciseOf("taints");
    tolerate(store, "default", "redis-ds", [{ key: "node-role.kubernetes.io/control-plane", operator: "Exists" }]);
    clock.advance(60_000);
    expect(check()).toEqual([true, false, false]);
    store.edit("nodes", undefined, "control-plane", (node) => {
      node.spec = {};
    });
    expect(check()[2]).toBe(true);
  });
  it("from-a-deployment: a DaemonSet next to the Deployment reaches the goal, an early deletion of the Deployment loses", () => {
    const { store, clock, check } = exerciseOf("from-a-deployment");
    applyManifest(store, daemonSetOf(REDIS));
    clock.advance(30_000);
    expect(check()).toEqual([true, false]);
    store.delete("deployments", "default", "redis");
    clock.advance(30_000);
    expect(check()).toEqual([true, false]);
    const other = exerciseOf("from-a-deployment");
    other.store.delete("deployments", "default", "redis");
    expect(other.check()).toEqual([false, true]);
  });
  it("rolling-update: the old image is on all nodes", () => {
    const { store, clock, check } = exerciseOf("rolling-update");
    setImage(store, "kube-system", "fluentd-elasticsearch", "quay.io/fluentd_elasticsearch/fluentd:v2.5.1", "fluentd-elasticsearch");
    clock.advance(120_000);
    expect(check()).toEqual([true, false]);
  });
  it("by-hand: one pod after the other reaches the goal", () => {
    const { store, clock, check } = exerciseOf("by-hand");
    for (const node of ["worker-04", "worker-05", "worker-06"]) {
      deletePod(store, "kube-system", "fluentd-elasticsearch", node);
      clock.advance(20_000);
      expect(check().slice(1)).toEqual([false, false]);
    }
    expect(check()).toEqual([true, false, false]);
  });
  it("by-hand: the strategy RollingUpdate reaches the goal", () => {
    const { store, clock, check } = exerciseOf("by-hand");
    store.edit("daemonsets", "kube-system", "fluentd-elasticsearch", (set) => {
      set.spec = { ...objectIn(set, "spec"), updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 1 } } };
    });
    clock.advance(120_000);
    expect(check()).toEqual([true, false, false]);
  });
  it("by-hand: two pods at once lose", () => {
    const { store, clock, check } = exerciseOf("by-hand");
    for (const node of ["worker-04", "worker-05"]) deletePod(store, "kube-system", "fluentd-elasticsearch", node);
    clock.advance(3000);
    clock.advance(20_000);
    expect(check()).toEqual([false, false, true]);
  });
  it("owners: orphaned pods reach the goal, deleted pods lose", () => {
    const { store, clock, check } = exerciseOf("owners");
    removeSet(store, "default", "node-agent", "Orphan");
    clock.advance(10_000);
    expect(check()).toEqual([true, false]);
    const other = exerciseOf("owners");
    removeSet(other.store, "default", "node-agent");
    other.clock.advance(60_000);
    expect(other.check()).toEqual([false, true]);
  });
  it("find-the-cause: a toleration reaches the goal, and nodes without taints lose", () => {
    const { store, clock, check } = exerciseOf("find-the-cause");
    tolerate(store, "security", "falco", [{ operator: "Exists" }]);
    clock.advance(400_000);
    expect(check()).toEqual([true, false, false]);
    store.edit("nodes", undefined, "gpu-03", (node) => {
      node.spec = {};
    });
    expect(check()[2]).toBe(true);
  });
});
