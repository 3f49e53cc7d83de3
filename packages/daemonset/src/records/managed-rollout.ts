/** Controllers that replace the pods of a DaemonSet with OnDelete. Product names, the same in every language. */
const UPGRADE_CONTROLLERS = ["gpu-operator", "network-operator", "kruise-rollouts"] as const;
export type UpgradeController = (typeof UPGRADE_CONTROLLERS)[number];

/** What the controller does on a node, in the order of the words. `held`: it waits for the next batch. `notProcessed`:
 *  it has not begun. `completing`: the new pod is available, and the controller has not seen it. `unknown`: the
 *  node's label has a value that is not in the table. */
export const UPGRADE_PHASES = [
  "upgraded",
  "failed",
  "cordoning",
  "waitingForJobs",
  "deletingPods",
  "draining",
  "maintenance",
  "restarting",
  "completing",
  "validating",
  "uncordoning",
  "required",
  "held",
  "notProcessed",
  "unknown",
] as const;
export type UpgradePhase = (typeof UPGRADE_PHASES)[number];

interface PhaseCount {
  readonly phase: UpgradePhase;
  readonly count: number;
  /** Sorted; at most HOLDER_NODES_LIMIT. Empty if the controller labels no nodes. */
  readonly nodes: readonly string[];
}

/** The controller that drives a DaemonSet with OnDelete, and its progress (rule R31). */
export interface ManagedRollout {
  readonly controller: UpgradeController;
  /** In the order of UPGRADE_PHASES, without zeros. The counts sum to the nodes that want the DaemonSet. */
  readonly phases: readonly PhaseCount[];
}

/** Nodes that leave a DaemonSet while another one is upgraded there (rule R32). */
export interface PlannedPause {
  readonly controller: UpgradeController;
  readonly count: number;
  /** Sorted; at most HOLDER_NODES_LIMIT. */
  readonly nodes: readonly string[];
}

const MARKED: ReadonlySet<UpgradePhase> = new Set([
  "required",
  "cordoning",
  "waitingForJobs",
  "deletingPods",
  "draining",
  "maintenance",
  "restarting",
  "completing",
  "validating",
  "uncordoning",
]);

const countIn = ({ phases }: ManagedRollout, matches: (phase: UpgradePhase) => boolean): number =>
  phases.reduce((sum, { phase, count }) => (matches(phase) ? sum + count : sum), 0);

/** Number of nodes that the controller upgrades now, or marked for it. */
export const nodesMarked = (managed: ManagedRollout): number => countIn(managed, (phase) => MARKED.has(phase));

/** Number of nodes whose upgrade has begun and not ended, or failed. */
export const nodesNotEnded = (managed: ManagedRollout): number => countIn(managed, (phase) => MARKED.has(phase) || phase === "failed");

/** Number of nodes on which the controller still has to act. */
export const nodesToUpgrade = (managed: ManagedRollout): number => countIn(managed, (phase) => phase !== "upgraded" && phase !== "failed");
