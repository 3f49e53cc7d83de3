import { shellQuote } from "@daemonscope/daemonset/actions/changes/shell-quote";
import { VERSION } from "../../platform/version.ts";
import type { SimulateConfig } from "../options/parse-command.ts";
import { stopped, type Terminal } from "../terminal/terminal.ts";
import { startEmbeddedSimulator } from "./embedded-simulator.ts";
import { checkKubeconfigFile, writeKubeconfig } from "./simulated-kubeconfig.ts";

/** `daemonscope simulate`: serves a simulated cluster's Kubernetes API until the user ends it. */
export async function simulate(config: SimulateConfig, terminal: Terminal): Promise<void> {
  // Checks the file first, because building a cluster takes seconds.
  if (config.writeKubeconfig !== undefined) checkKubeconfigFile(config.writeKubeconfig);
  const simulator = await startEmbeddedSimulator(config.simulation, { port: config.port, announce: terminal.warn });
  try {
    const kubeconfig = writeKubeconfig(simulator.url, config.writeKubeconfig);
    terminal.print(`daemonscope ${VERSION} · SIMULATED cluster "${simulator.story}", ${simulator.nodeCount} nodes: ${simulator.title}`);
    terminal.print(`simulator ${simulator.url}`);
    terminal.print(`export KUBECONFIG=${shellQuote(kubeconfig.path)}`);
    await stopped(terminal);
    kubeconfig.remove();
  } finally {
    await simulator.close();
  }
}
