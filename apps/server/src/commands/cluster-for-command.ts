import type { ClusterIdentity } from "@daemonscope/shared/frame";
import type { ClusterClock } from "../clock.ts";
import type { Credentials } from "../cluster/asker.ts";
import type { Reviews } from "../cluster/reviews.ts";
import type { Transport } from "../cluster/transport.ts";
import type { EmbeddedSimulator } from "./embedded-simulator.ts";
import type { LiveModel, LiveModelOptions } from "./model-for-command.ts";

/** The cluster that is watched, however it was found: always behind a transport, never by import. */
export interface OpenCluster {
  readonly transport: Transport;
  /** Who is who, and who may what; undefined of a simulated one, which knows nobody. */
  readonly reviews?: Reviews | undefined;
  /** How it is spoken to, for whoever may write; undefined of a simulated one, which asks for nothing. */
  readonly credentials?: Credentials;
  readonly identity: ClusterIdentity;
  /** What its certificate is checked against; absent of a simulated one. */
  readonly authority?: string;
  readonly clock: ClusterClock;
  /** Of the context; what kubectl takes where no namespace is named. */
  readonly namespace: string;
  /** `cluster "prod" (https://…)`, `SIMULATED cluster "tour", 48 nodes`. */
  readonly words: string;
  /** When this process runs the cluster itself. */
  readonly simulator: EmbeddedSimulator | undefined;
  readonly warnings: readonly string[];
  /** Its model where another process watches it; absent: it is watched from here. */
  readonly modelOf?: (options: LiveModelOptions) => LiveModel;
  close(): Promise<void>;
}
