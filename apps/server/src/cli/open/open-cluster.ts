import { delimiter } from "node:path";
import { systemClock } from "@daemonscope/kube-client/flow-control/clock";
import { plainHttpTransport } from "@daemonscope/kube-client/http/plain-http-transport";
import { withRequestTimeout } from "@daemonscope/kube-client/http/request-timeout";
import type { ClusterIdentity } from "@daemonscope/shared/state/frame";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { type ClusterPlan, REQUEST_VERBOSITY } from "../options/cluster-options.ts";
import type { EmbeddedSimulator } from "../simulate/embedded-simulator.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { OpenCluster } from "./cluster-for-command.ts";

const DEFAULT_NAMESPACE = "default";
/** The name of a pod's own context in the `connect` function of kube-client. */
const POD_CONTEXT = "inClusterContext";

/** Returns the identity of a simulated cluster. */
export function simulatedIdentity({ story, url }: Pick<EmbeddedSimulator, "story" | "url">): ClusterIdentity {
  return { context: story, server: url, version: undefined, simulated: true, scenario: story };
}

async function openSimulator(config: ClusterPlan, { warn }: Terminal): Promise<OpenCluster> {
  const { startEmbeddedSimulator } = await import("../simulate/embedded-simulator.ts");
  const simulator = await startEmbeddedSimulator(config.simulation, { announce: warn });
  return {
    transport: plainHttpTransport(simulator.url),
    identity: simulatedIdentity(simulator),
    clock: simulator.clock,
    namespace: DEFAULT_NAMESPACE,
    words: `SIMULATED cluster "${simulator.story}", ${simulator.nodeCount} nodes`,
    simulator,
    warnings: config.simulate ? [] : ["No kubeconfig was found, so this is a simulated cluster; --kubeconfig FILE shows a real one."],
    close: () => simulator.close(),
  };
}

/**
 * Opens the selected cluster. Throws ConnectionError if a configured one cannot be used. `fallback`: the behaviour if
 * no cluster is configured. A page may be simulated; an answer for a pipeline may not. `isForOthers`: users other than
 * the owner of this process see failures, so the terminal shows the owner why credentials failed.
 */
export async function openCluster(
  config: ClusterPlan,
  fallback: "simulated" | "refused",
  terminal: Terminal,
  isForOthers = false,
): Promise<OpenCluster> {
  if (config.followed !== undefined) return (await import("./open-followed-streams.ts")).openFollowed(config.followed);
  if (config.simulate) return openSimulator(config, terminal);
  const { environment, home, warn } = terminal;
  const { connect } = await import("@daemonscope/kube-client/connect/connection");
  const { cluster } = config;
  const choice = connect({
    ...(cluster.kubeconfig === undefined ? {} : { kubeconfig: cluster.kubeconfig }),
    ...(cluster.context === undefined ? {} : { context: cluster.context }),
    ...(cluster.cluster === undefined ? {} : { cluster: cluster.cluster }),
    ...(cluster.user === undefined ? {} : { user: cluster.user }),
    ...(cluster.as === undefined ? {} : { as: cluster.as }),
    asGroup: cluster.asGroups,
    ...(cluster.asUid === undefined ? {} : { asUid: cluster.asUid }),
    ...(cluster.server === undefined ? {} : { server: cluster.server }),
    ...(cluster.token === undefined ? {} : { token: cluster.token }),
    ...(cluster.certificateAuthority === undefined ? {} : { certificateAuthority: cluster.certificateAuthority }),
    ...(cluster.tlsServerName === undefined ? {} : { tlsServerName: cluster.tlsServerName }),
    onRequest:
      cluster.verbosity < REQUEST_VERBOSITY
        ? undefined
        : ({ method, url, outcome, milliseconds }) => warn(`${method} ${url} ${outcome} in ${milliseconds} milliseconds`),
    insecureSkipTlsVerify: cluster.insecureSkipTlsVerify,
    inCluster: cluster.inCluster,
    ...(environment.KUBECONFIG === undefined ? {} : { kubeconfigVariable: environment.KUBECONFIG }),
    home,
    pathDelimiter: delimiter,
    ...(environment.KUBERNETES_SERVICE_HOST === undefined ? {} : { serviceHost: environment.KUBERNETES_SERVICE_HOST }),
    onCredentialFailure: isForOthers ? (text) => warn(`${text.charAt(0).toUpperCase()}${text.slice(1)}.`) : undefined,
  });
  if (choice.kind === "simulator") {
    if (fallback === "simulated") return openSimulator(config, terminal);
    throw new UsageError("no kubeconfig found: pass --kubeconfig FILE, or --simulate for a simulated cluster");
  }
  const context = choice.context === POD_CONTEXT ? "in-cluster" : choice.context;
  const words = `cluster "${context}" (${choice.server})`;
  if (config.simulatorFlag !== undefined)
    throw new UsageError(`--${config.simulatorFlag} works only with a simulated cluster, and this is ${words}: add --simulate`);
  if (choice.isProxied && config.podWorkers !== undefined)
    throw new UsageError(`--pod-workers cannot be used with the proxy-url of ${words}`);
  const insecure = choice.insecure && choice.server.startsWith("https:");
  return {
    transport: withRequestTimeout(choice.transport, cluster.requestTimeoutMs),
    reviews: choice.reviews,
    credentials: choice.credentials,
    identity: { context, server: choice.server, version: undefined, simulated: false },
    authority: choice.authority,
    clock: systemClock,
    namespace: choice.namespace,
    words,
    simulator: undefined,
    warnings: insecure ? ["The certificate of the API server is not checked: others on the network can read and change the data."] : [],
    close: () => Promise.resolve(),
  };
}
