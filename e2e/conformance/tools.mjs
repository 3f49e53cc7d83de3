// Runs the steps of third-party tools, one tool after the other on one cluster, and returns the results.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { builtTool } from "./build.mjs";
import { steps as helm } from "./tools/helm.mjs";
import { steps as k9s } from "./tools/k9s.mjs";
import { steps as kubeStateMetrics } from "./tools/kube-state-metrics.mjs";
import { steps as kustomize } from "./tools/kustomize.mjs";
import { playSteps } from "./tools/play.mjs";
import { createStage } from "./tools/stage.mjs";
import { steps as stern } from "./tools/stern.mjs";

/** Tools in the order of execution. k9s is last, because it deletes objects that the others read. */
export const TOOLS = { "kube-state-metrics": kubeStateMetrics, helm, stern, kubectl: kustomize, k9s };

/** Plays each tool, or the one that is named, on one cluster. Fake kubelets keep no logs. */
export async function playTools({ kubeconfig, folder, hasLogs, only }) {
  const stage = { ...(await createStage(kubeconfig, folder)), hasLogs };
  const results = [];
  for (const [name, steps] of Object.entries(TOOLS)) {
    if (only !== undefined && only !== name) continue;
    const toolFolder = join(folder, name);
    mkdirSync(toolFolder, { recursive: true });
    const tool = name === "kubectl" ? { version: await kubectlVersion(stage) } : builtTool(name);
    for (const result of await playSteps(name, steps(tool, { ...stage, folder: toolFolder })))
      results.push({ ...result, what: `${name} ${tool.version}: ${result.what}` });
  }
  return results;
}

async function kubectlVersion({ kubectl }) {
  return JSON.parse(await kubectl("version --client -o json")).clientVersion.gitVersion;
}
