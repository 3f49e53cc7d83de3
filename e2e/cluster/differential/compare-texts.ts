import { spawn } from "node:child_process";
import { resolve } from "node:path";
import type { ControlPlane } from "../control-plane.ts";
import type { RawVerdict } from "./raw-placement.ts";

const MAIN = resolve(import.meta.dirname, "../../../apps/server/dist/main.js");

function daemonscope(kubeconfig: string, args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [MAIN, ...args, "--kubeconfig", kubeconfig], { stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  let errors = "";
  child.stdout.on("data", (part: Buffer) => {
    out += part.toString("utf8");
  });
  child.stderr.on("data", (part: Buffer) => {
    errors += part.toString("utf8");
  });
  return new Promise((done, failed) => {
    child.once("error", failed);
    child.once("close", (code) => (code === 0 ? done(out) : failed(new Error(`daemonscope ${args.join(" ")} exited ${code}: ${errors}`))));
  });
}

/** Returns the cells of a kubectl table without AGE, which may grow between two commands. */
function cellsOf(text: string): readonly (readonly string[])[] {
  const [header = "", ...lines] = text.split("\n").filter((line) => line !== "");
  const starts = [...header.matchAll(/\S+( \S+)*/g)].map(({ index }) => index);
  const columns = (line: string) => starts.map((start, at) => line.slice(start, starts[at + 1]).trim());
  const age = columns(header).indexOf("AGE");
  return [header, ...lines].map((line) => columns(line).filter((_, at) => at !== age));
}

/**
 * Compares the proofs of `explain -o json` with the verdicts of the raw objects, by `daemonSet node`. Returns a
 * sentence for each difference.
 */
export async function compareProofs(
  cluster: ControlPlane,
  verdicts: ReadonlyMap<string, { readonly verdict: RawVerdict }>,
): Promise<readonly string[]> {
  const proofs = JSON.parse(await daemonscope(cluster.kubeconfig, ["explain", "-A", "-o", "json"])) as readonly {
    readonly node: string;
    readonly daemonSet: string;
    readonly verdict: string;
    readonly shouldRun: boolean;
    readonly shouldContinueRunning: boolean;
  }[];
  const proofByPair = new Map(proofs.map((proof) => [`${proof.daemonSet} ${proof.node}`, proof]));
  const problems = [...verdicts].flatMap(([key, { verdict }]) => {
    const proof = proofByPair.get(key);
    const explained = `${proof?.verdict} ${proof?.shouldRun} ${proof?.shouldContinueRunning}`;
    const wanted = `${verdict} ${verdict === "run"} ${verdict !== "exclude"}`;
    return explained === wanted ? [] : [`explain ${key}: ${explained}, by the raw objects ${wanted}`];
  });
  return proofs.length === verdicts.size ? problems : [...problems, `explain gave ${proofs.length} proofs of ${verdicts.size} pairs`];
}

interface Entry {
  readonly name: string;
  readonly rollout: { readonly message: string };
  readonly reported: Readonly<Record<string, number>>;
  readonly derived: Readonly<Record<string, number>>;
}

/**
 * Compares our command line with kubectl's on a settled cluster: `get daemonsets`, `rollout status`, the numbers of
 * `describe`. Returns a sentence for each difference.
 */
export async function compareTexts(cluster: ControlPlane): Promise<readonly string[]> {
  const problems: string[] = [];
  const tables = await Promise.all([
    cluster.mustKubectl(["get", "daemonsets", "-A", "-o", "wide"]),
    daemonscope(cluster.kubeconfig, ["status", "-A", "-o", "wide"]),
  ]);
  const [kubectlCells, ourCells] = tables.map(cellsOf);
  kubectlCells?.forEach((row, at) => {
    const ourRow = ourCells?.[at]?.slice(0, row.length) ?? [];
    if (ourRow.join("|") !== row.join("|")) problems.push(`get daemonsets: ${row.join("|")}, and ours: ${ourRow.join("|")}`);
  });
  const entries = JSON.parse(await daemonscope(cluster.kubeconfig, ["status", "-A", "-o", "json"])) as readonly Entry[];
  for (const { name, rollout, reported } of entries) {
    const { stdout, stderr } = await cluster.kubectl(["rollout", "status", `ds/${name}`, "--watch=false"]);
    const sentence = `${stdout}${stderr}`.replace(/^error: /, "").trim();
    if (sentence !== rollout.message) problems.push(`rollout status ${name}: ${sentence}, and ours: ${rollout.message}`);
    const described = await cluster.mustKubectl(["describe", "ds", name, "--show-events=false"]);
    const number = (label: string) => Number(new RegExp(`^${label}: +(\\d+)`, "m").exec(described)?.[1] ?? Number.NaN);
    const pairs: readonly (readonly [label: string, field: string])[] = [
      ["Desired Number of Nodes Scheduled", "desiredNumberScheduled"],
      ["Current Number of Nodes Scheduled", "currentNumberScheduled"],
      ["Number of Nodes Scheduled with Up-to-date Pods", "updatedNumberScheduled"],
      ["Number of Nodes Scheduled with Available Pods", "numberAvailable"],
      ["Number of Nodes Misscheduled", "numberMisscheduled"],
    ];
    for (const [label, field] of pairs)
      if (number(label) !== reported[field]) problems.push(`describe ${name}: ${label} ${number(label)}, and ours: ${reported[field]}`);
  }
  return problems;
}
