import type { Condition, OwnerReference, StringMap } from "@daemonscope/kube/objects";
import type { CauseFact } from "../../records/cause-fact.ts";
import type { LastExit } from "../pod-problem.ts";
import type { StartStep } from "../start-step.ts";

/** The role of a container in its pod. `sidecar`: an init container that runs as long as the pod does. */
export type ContainerKind = "init" | "sidecar" | "container" | "ephemeral";

/** One ended run of a container. Times are the kubelet's; undefined if it does not report them. */
export interface EndedRun {
  readonly reason: string;
  readonly exitCode: number | undefined;
  readonly startedAtMs: number | undefined;
  readonly finishedAtMs: number | undefined;
  readonly message: string | undefined;
}

/** The current state of a container. `untold`: its kubelet has not reported it. */
export type ContainerCurrentState =
  | { readonly kind: "running"; readonly startedAtMs: number | undefined }
  | { readonly kind: "waiting"; readonly reason: string; readonly message: string | undefined }
  | ({ readonly kind: "ended" } & EndedRun)
  | { readonly kind: "untold" };

/** A probe from the spec. `how`: `GET :8080/healthz`, `tcp :9090`, `grpc :9090`, `exec`: the executed command is
 *  hidden, as in templates. */
export interface ProbeSpec {
  readonly kind: "startup" | "readiness" | "liveness";
  readonly how: string;
  readonly delaySeconds: number;
  readonly everySeconds: number;
  readonly failuresAllowed: number;
}

export interface LifeContainer {
  readonly name: string;
  readonly kind: ContainerKind;
  readonly image: string;
  readonly ready: boolean;
  readonly restarts: number;
  readonly now: ContainerCurrentState;
  /** The run before the current one, if the kubelet still reports it. */
  readonly before: EndedRun | undefined;
  /** Quantities as written, by resource. */
  readonly requests: StringMap;
  readonly limits: StringMap;
  readonly probes: readonly ProbeSpec[];
}

/** A pod for its page: all history in its object, without environment, arguments and commands. */
export interface PodDetail {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  /** The node that it is bound to. */
  readonly node: string | undefined;
  /** The node that it waits for, while it is not bound. */
  readonly pinnedTo: string | undefined;
  readonly createdAtMs: number | undefined;
  /** When its kubelet accepted it. */
  readonly takenUpAtMs: number | undefined;
  readonly deletingSinceMs: number | undefined;
  readonly goneByMs: number | undefined;
  readonly phase: string;
  /** False for a pod with an empty status: its kubelet has not reported it. */
  readonly hasStatus: boolean;
  readonly conditions: readonly Condition[];
  /** Init containers and sidecars in the order of their start, then containers, then ephemeral ones. */
  readonly containers: readonly LifeContainer[];
  readonly owner: Pick<OwnerReference, "kind" | "name" | "uid"> | undefined;
  readonly isStatic: boolean;
  readonly hash: string | undefined;
  readonly templateGeneration: string | undefined;
  readonly qosClass: string | undefined;
  readonly priority: number | undefined;
  readonly priorityClass: string | undefined;
  readonly ips: readonly string[];
  readonly hostNetwork: boolean;
  /** `9100`, `53/UDP`. */
  readonly hostPorts: readonly string[];
  readonly hostPaths: readonly string[];
  /** Its problem (rules C11, W2); undefined if there is none. */
  readonly trouble: CauseFact | undefined;
  readonly message: string | undefined;
  readonly lastExit: LastExit | undefined;
  readonly failing: boolean;
  /** Time from which it is no longer failing, by time alone (rule C11). */
  readonly overcomeAtMs?: number | undefined;
  /** Estimated start of its crash loop. */
  readonly loopSinceMs?: number | undefined;
  /** Name of the container behind the problem. */
  readonly troubledContainer?: string | undefined;
  readonly step: StartStep | undefined;
}
