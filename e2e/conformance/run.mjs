// `npm run conformance`: runs Kubernetes' own specs of DaemonSets and ControllerRevisions, and third-party tools, on
// the simulator and on the real control plane. Prints a table of both, and exits 1 unless all pass on both.
// `--cluster=simulator|real` selects one, `--part=specs|tools` one half, `--tool=NAME` one tool. `--size=tour` runs the
// specs on the tour and on as many real nodes.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fail } from "./build.mjs";
import { CLUSTERS, SIZES, withCluster } from "./clusters.mjs";
import { atTheEnd } from "./ends-with-us.mjs";
import { playSpecs } from "./specs.mjs";
import { NO_LOGS } from "./tools/play.mjs";
import { playTools, TOOLS } from "./tools.mjs";

const argument = (name) => process.argv.find((text) => text.startsWith(`--${name}=`))?.slice(name.length + 3);
const PARTS = { specs: playSpecs, tools: playTools };
const KNOWN = ["cluster", "part", "tool", "size"];
const unknown = process.argv.slice(2).find((given) => !KNOWN.some((name) => given.startsWith(`--${name}=`)));
if (unknown !== undefined) fail(`"${unknown}" is unknown: there are ${KNOWN.map((name) => `--${name}=…`).join(", ")}.`);
const tool = argument("tool");
const size = argument("size") ?? "small";
const part = tool !== undefined ? "tools" : size === "small" ? argument("part") : "specs";
const cluster = argument("cluster");
if (!(size in SIZES)) fail(`--size is ${Object.keys(SIZES).join(" or ")}: "${size}" is not.`);
if (part !== undefined && !(part in PARTS)) fail(`--part is ${Object.keys(PARTS).join(" or ")}: "${part}" is not.`);
if (tool !== undefined && !(tool in TOOLS)) fail(`--tool is ${Object.keys(TOOLS).join(", ")}: "${tool}" is not.`);
if (cluster !== undefined && !CLUSTERS.includes(cluster)) fail(`--cluster is ${CLUSTERS.join(" or ")}: "${cluster}" is not.`);

const folder = mkdtempSync(join(tmpdir(), "daemonscope-conformance-"));
atTheEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
const clusters = cluster === undefined ? CLUSTERS : [cluster];
const parts = part === undefined ? Object.keys(PARTS) : [part];
const GOOD = ["passed", "works", NO_LOGS];
let isGood = true;

/** Prints a table of the steps and their results on each cluster, and below it the reasons of failures. */
function print(title, results) {
  const names = [...new Set(Object.values(results).flatMap((all) => all.map(({ what }) => what)))];
  const found = (name, what) => results[name].find((result) => result.what === what) ?? { outcome: "did not run" };
  console.log(`\n| ${title} | ${clusters.join(" | ")} |\n|---|${clusters.map(() => "---|").join("")}`);
  for (const what of names) console.log(`| ${what} | ${clusters.map((name) => found(name, what).outcome).join(" | ")} |`);
  for (const name of clusters)
    for (const what of names) {
      const { outcome, why } = found(name, what);
      if (GOOD.includes(outcome)) continue;
      isGood = false;
      console.error(`\n${name}: ${what}: ${outcome}\n${why ?? ""}`);
    }
}

for (const name of parts) {
  const results = {};
  for (const clusterName of clusters) {
    console.error(`conformance: ${name} on ${clusterName === "real" ? "the real control plane" : "the simulator"} …`);
    const toolFolder = join(folder, `${name}-${clusterName}`);
    mkdirSync(toolFolder);
    results[clusterName] = await withCluster(clusterName, size, toolFolder, (kubeconfig) =>
      PARTS[name]({ kubeconfig, folder: toolFolder, size, hasLogs: clusterName === "simulator", only: tool }),
    );
  }
  print(name, results);
}
process.exit(isGood ? 0 : 1);
