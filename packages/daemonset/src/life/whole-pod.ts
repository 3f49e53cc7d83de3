import type { Condition, OwnerReference, StringMap } from "@daemonscope/kube/objects";
import type { LastExit } from "../pods/pod-trouble.ts";
import type { StartStep } from "../pods/start-step.ts";
import type { PodReason } from "../records/pod-reason.ts";

/** What a container is in its pod. `sidecar`: an init container that runs as long as the pod does. */
export type ContainerKind = "init" | "sidecar" | "container" | "ephemeral";

/** One run of a container that is over. Times are the kubelet's; absent where it does not say. */
export interface EndedRun {
  readonly reason: string;
  readonly exitCode: number | undefined;
  readonly startedAtMs: number | undefined;
  readonly finishedAtMs: number | undefined;
  readonly message: string | undefined;
}

/** What a container does now. `untold`: its kubelet has not said anything of it. */
export type ContainerNow =
  | { readonly kind: "running"; readonly startedAtMs: number | undefined }
  | { readonly kind: "waiting"; readonly reason: string; readonly message: string | undefined }
  | ({ readonly kind: "ended" } & EndedRun)
  | { readonly kind: "untold" };

/** A probe as the spec has it. `how`: `GET :8080/healthz`, `tcp :9090`, `grpc :9090`, `exec`: what is executed is hidden, as in templates. */
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
  readonly now: ContainerNow;
  /** The run before the one of now, where the kubelet still tells of it. */
  readonly before: EndedRun | undefined;
  /** Quantities as written, by resource. */
  readonly requests: StringMap;
  readonly limits: StringMap;
  readonly probes: readonly ProbeSpec[];
}

/** A pod as its page shows it: all that its object says of what it came through, without environment, arguments and commands. */
export interface WholePod {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  /** The node that it is bound to. */
  readonly node: string | undefined;
  /** The node that it waits for, while it is bound to none. */
  readonly pinnedTo: string | undefined;
  readonly createdAtMs: number | undefined;
  /** When its kubelet took it up. */
  readonly takenUpAtMs: number | undefined;
  readonly deletingSinceMs: number | undefined;
  readonly goneByMs: number | undefined;
  readonly phase: string;
  /** False for a pod whose status is empty: nobody has told of it yet. */
  readonly hasStatus: boolean;
  readonly conditions: readonly Condition[];
  /** Init containers and sidecars as they start, then containers, then ephemeral ones. */
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
  /** What is wrong with it (rules C11, W2); undefined when nothing is. */
  readonly trouble: PodReason | undefined;
  readonly message: string | undefined;
  readonly lastExit: LastExit | undefined;
  readonly failing: boolean;
  /** From when it is not failing any more, by time alone (rule C11). */
  readonly overcomeAtMs?: number | undefined;
  readonly step: StartStep | undefined;
}
