import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import type { LabFault } from "@daemonscope/shared/http/lab";
import type { KubeClient } from "./kube-client.ts";
import type { LabEnvironment } from "./lab-environment.ts";

/** A command that was sent to the API, and its undo. */
export interface LabCommandResult {
  readonly kind: "kubectl";
  readonly line: string;
  /** Does the opposite and returns its command; absent if the effect cannot be undone. */
  readonly undo?: () => Promise<string>;
}

/** A fault of the API server, and its undo. */
export interface LabFaultResult {
  readonly kind: "fault";
  readonly fault: LabFault;
  readonly undo?: () => Promise<undefined>;
}

export type LabResult = LabCommandResult | LabFaultResult;

/** Dependencies of a lab verb. */
export interface LabTools {
  readonly kube: KubeClient;
  /** Waits until the watches confirm the condition, for at most a second. */
  readonly until: (isMet: (reading: ClusterReading) => boolean) => Promise<void>;
  readonly fault: LabEnvironment["fault"];
  readonly manifestFolders: LabEnvironment["manifestFolders"];
  /** Increases with each action of a story, so that a new image has an unused tag. */
  readonly number: number;
}
