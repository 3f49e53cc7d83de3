import { rolloutStateOf } from "@daemonscope/daemonset/rollout/rollout-state";
import type { ControlPlane } from "../control-plane.ts";
import { daemonSetOf } from "./decode-raw.ts";
import type { RawMirror, RawObject } from "./raw-mirror.ts";

const FOLLOWED_FOR = "20s";

/** Returns our sentence for an object that the API served. */
function rawSentence(object: RawObject): string {
  const { metadata, spec, status } = daemonSetOf(object);
  const { generation = 0, name } = metadata;
  const { observedGeneration } = status;
  return rolloutStateOf({ name, strategy: spec.updateStrategy.type, generation, observedGeneration, reported: status }).message;
}

const distinct = (texts: readonly string[]): readonly string[] => texts.filter((text, at) => text !== texts[at - 1]);

function isContiguousPart(part: readonly string[], whole: readonly string[]): boolean {
  return whole.some((_, from) => part.every((text, at) => whole[from + at] === text));
}

interface Followed {
  readonly name: string;
  readonly sentences: readonly string[];
}

/**
 * Compares kubectl's sentences about rollouts with ours (R1–R5): of every DaemonSet that changed since the last check,
 * and during rollouts.
 */
export class RolloutSentences {
  readonly #cluster: ControlPlane;
  readonly #mirror: RawMirror;
  readonly #checkedVersions = new Map<string, string>();
  readonly #following: Promise<Followed>[] = [];
  #compared = 0;

  constructor(cluster: ControlPlane, mirror: RawMirror) {
    this.#cluster = cluster;
    this.#mirror = mirror;
  }

  /** Number of compared sentences of kubectl. */
  get compared(): number {
    return this.#compared;
  }

  /** Lets kubectl follow a rollout in parallel with the next steps. */
  follow(name: string): void {
    const pending = this.#cluster.kubectl(["rollout", "status", `ds/${name}`, `--timeout=${FOLLOWED_FOR}`]).then(({ stdout, stderr }) => {
      const refusal = /^error: (rollout status is only available .*)$/m.exec(stderr)?.[1];
      const lines = stdout.split("\n").filter((line) => line !== "");
      return { name, sentences: distinct([...lines, ...(refusal === undefined ? [] : [refusal])]) };
    });
    this.#following.push(pending);
  }

  /** Compares kubectl's answers for settled DaemonSets. Returns a sentence for each difference. */
  async atRest(): Promise<readonly string[]> {
    const changed = this.#mirror
      .all("daemonsets")
      .filter((set) => this.#checkedVersions.get(set.metadata.name) !== set.metadata.resourceVersion);
    if (changed.length === 0) return [];
    const names = changed.map(({ metadata }) => `ds/${metadata.name}`);
    const answers = await Promise.all(names.map((name) => this.#cluster.kubectl(["rollout", "status", name, "--watch=false"])));
    return changed.flatMap((set, at) => {
      const { stdout = "", stderr = "" } = answers[at] ?? {};
      const kubectlText = `${stdout}${stderr}`.replace(/^error: /, "").trim();
      const rawText = rawSentence(set);
      this.#checkedVersions.set(set.metadata.name, set.metadata.resourceVersion);
      this.#compared++;
      return kubectlText === rawText ? [] : [`rollout status ${set.metadata.name}: ${kubectlText}, and ours: ${rawText}`];
    });
  }

  /**
   * Compares kubectl's output during rollouts. Each output must be a contiguous part of our sentences for the served
   * statuses.
   */
  async followedProblems(): Promise<readonly string[]> {
    const followed = await Promise.all(this.#following);
    // Read after kubectl has ended, because the API serves statuses while kubectl follows.
    const served = this.#mirror.events("daemonsets").filter(({ type }) => type !== "DELETED");
    return followed.flatMap(({ name, sentences }) => {
      const expected = distinct(served.filter(({ object }) => object.metadata.name === name).map(({ object }) => rawSentence(object)));
      this.#compared += sentences.length;
      return isContiguousPart(sentences, expected)
        ? []
        : [`rollout status ${name} said ${sentences.join(" | ")}, and we: ${expected.join(" | ")}`];
    });
  }
}
