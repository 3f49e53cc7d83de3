import type { ClusterClock } from "@daemonscope/kube-client/flow-control/clock";
import type { Credentials } from "@daemonscope/kube-client/http/caller";
import type { Transport } from "@daemonscope/kube-client/http/transport";
import type { Reviews } from "@daemonscope/kube-client/reviews/reviews";
import type { ClusterIdentity } from "@daemonscope/shared/state/frame";
import type { EmbeddedSimulator } from "../simulate/embedded-simulator.ts";
import type { CommandModel, CommandModelOptions } from "./command-model.ts";

/** The cluster of a command. A simulated one is reached through a transport, too. */
export interface OpenCluster {
  readonly transport: Transport;
  /** Authentication and access reviews; undefined for a simulated cluster, which has no users. */
  readonly reviews?: Reviews | undefined;
  /** Credentials for writes; undefined for a simulated cluster, which requires none. */
  readonly credentials?: Credentials;
  readonly identity: ClusterIdentity;
  /** The CA of its certificate; absent for a simulated cluster. */
  readonly authority?: string;
  readonly clock: ClusterClock;
  /** The namespace of a command without --namespace, as in kubectl: that of the context, or `default`. */
  readonly namespace: string;
  /** `cluster "prod" (https://…)`, `SIMULATED cluster "tour", 48 nodes`. */
  readonly words: string;
  /** Set if this process runs the cluster itself. */
  readonly simulator: EmbeddedSimulator | undefined;
  readonly warnings: readonly string[];
  /** Creates the model if another process watches the cluster; absent if this process watches it. */
  readonly modelOf?: (options: CommandModelOptions) => CommandModel;
  close(): Promise<void>;
}
