import type { Store } from "@daemonscope/simulated-apiserver/objects/contract";
import type { SimulatedClock } from "@daemonscope/simulated-apiserver/time/clock-simulated";
import type { Random } from "@daemonscope/simulated-apiserver/time/random";
import type { Application } from "../controllers/argocd/applications.ts";
import type { ManifestFolders } from "../controllers/kubelet/static-pods.ts";

/** The parts of the cluster that a scenario acts on. */
export interface ScenarioStage {
  readonly store: Store;
  readonly clock: SimulatedClock;
  readonly random: Random;
  readonly manifestFolders: ManifestFolders;
  /** Receives the message of the API for each refused write of a step. */
  readonly onRefusal?: (message: string) => void;
  readonly nodes?: number;
  readonly daemonSets?: number;
}

/** One action on the cluster. */
export interface ScenarioStep {
  /** Unique within its scenario. */
  readonly name: string;
  /** The milliseconds after the start of the scenario, or of its round. */
  readonly afterMs: number;
  /** The command with the same effect, here and on a real cluster. */
  readonly kubectl: string;
  run(stage: ScenarioStage): void;
}

/** A cluster and its events. */
export interface Scenario {
  readonly name: string;
  /** One line for users: the subject of the scenario. */
  readonly title: string;
  /** Set if the number of nodes is an option. Other scenarios have a fixed number. */
  readonly isSized?: true;
  /** The length of the history before the scenario begins, in milliseconds. */
  readonly pastMs: number;
  /** The field manager that installed the first DaemonSets. The default is that of `kubectl apply`. */
  readonly pastBy?: string;
  /** The applications of an Argo CD in the cluster. Without one there is no Argo CD. */
  readonly applications?: readonly Application[];
  /** Builds the cluster and plays its history. It may advance the clock by up to `pastMs`. */
  past(stage: ScenarioStage): void;
  /** Steps that run once, after the history. */
  readonly steps: readonly ScenarioStep[];
  /** Returns the steps of a round. Rounds repeat in parallel to `steps`, and are counted from 0. */
  readonly rounds?: (round: number, random: Random) => ScenarioRound;
}

export interface ScenarioRound {
  readonly steps: readonly ScenarioStep[];
  readonly lengthMs: number;
}
