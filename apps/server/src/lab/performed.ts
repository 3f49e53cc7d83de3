import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import type { LabFault } from "@daemonscope/shared/http/lab";
import type { KubeClient } from "./kube-client.ts";
import type { LabStage } from "./lab-stage.ts";

/** What was done through the API, and how it is taken back. */
export interface PerformedCommand {
  readonly kind: "kubectl";
  readonly line: string;
  /** Does the opposite and gives back its command; absent when what went cannot be brought back. */
  readonly undo?: () => Promise<string>;
}

/** What was done to the API server, and how it is taken back. */
export interface PerformedFault {
  readonly kind: "fault";
  readonly fault: LabFault;
  readonly undo?: () => Promise<undefined>;
}

export type Performed = PerformedCommand | PerformedFault;

/** What verbs work with. */
export interface LabTools {
  readonly kube: KubeClient;
  /** Until the watches tell so, for a second. */
  readonly until: (isSo: (reading: ClusterReading) => boolean) => Promise<void>;
  readonly fault: LabStage["fault"];
  /** Grows with each action of a story. */
  readonly number: number;
}
