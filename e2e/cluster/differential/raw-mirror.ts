import type { RawWatch } from "../oracle.ts";

interface RawRequirement {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

/** Placement fields of a pod or a template. */
export interface RawPodSpec {
  readonly hostNetwork?: boolean;
  readonly nodeName?: string;
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly affinity?: {
    readonly nodeAffinity?: {
      readonly requiredDuringSchedulingIgnoredDuringExecution?: {
        readonly nodeSelectorTerms?: readonly {
          readonly matchExpressions?: readonly RawRequirement[];
          readonly matchFields?: readonly RawRequirement[];
        }[];
      };
    };
  };
  readonly tolerations?: readonly {
    readonly key?: string;
    readonly operator?: string;
    readonly value?: string;
    readonly effect?: string;
  }[];
  readonly containers?: readonly { readonly image?: string }[];
}

/** The spec of a pod, a node or a DaemonSet. */
interface RawSpec extends RawPodSpec {
  readonly taints?: readonly { readonly key: string; readonly value?: string; readonly effect: string }[];
  readonly unschedulable?: boolean;
  readonly minReadySeconds?: number;
  readonly revisionHistoryLimit?: number;
  readonly updateStrategy?: {
    readonly type?: string;
    readonly rollingUpdate?: { readonly maxUnavailable?: number | string; readonly maxSurge?: number | string };
  };
  readonly template?: { readonly spec?: RawPodSpec };
}

interface RawStatus {
  readonly allocatable?: Readonly<Record<string, string>>;
  readonly phase?: string;
  readonly conditions?: readonly { readonly type: string; readonly status: string; readonly lastTransitionTime?: string }[];
  readonly observedGeneration?: number;
  readonly desiredNumberScheduled?: number;
  readonly currentNumberScheduled?: number;
  readonly numberReady?: number;
  readonly updatedNumberScheduled?: number;
  readonly numberAvailable?: number;
  readonly numberUnavailable?: number;
  readonly numberMisscheduled?: number;
}

/** An object as the API served it. */
export interface RawObject {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly generation?: number;
    readonly creationTimestamp?: string;
    readonly deletionTimestamp?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly ownerReferences?: readonly { readonly uid: string; readonly kind: string; readonly controller?: boolean }[];
    readonly managedFields?: readonly { readonly manager?: string; readonly subresource?: string; readonly time?: string }[];
  };
  readonly spec?: RawSpec;
  readonly status?: RawStatus;
  readonly revision?: number;
}

export interface RawEvent {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly object: RawObject;
  readonly version: number;
}

/** The existing objects and all events of raw watches, read independently of the product. */
export class RawMirror {
  readonly #watches: Readonly<Record<string, RawWatch>>;
  readonly #read = new Map<string, number>();
  readonly #objects = new Map<string, Map<string, RawObject>>();
  readonly #events = new Map<string, RawEvent[]>();

  constructor(watches: Readonly<Record<string, RawWatch>>) {
    this.#watches = watches;
  }

  /** The current number of lines of these kinds. */
  lines(...kinds: readonly string[]): number {
    return kinds.reduce((sum, kind) => sum + (this.#watches[kind]?.lines.length ?? 0), 0);
  }

  all(kind: string): readonly RawObject[] {
    this.#catchUp(kind);
    return [...(this.#objects.get(kind)?.values() ?? [])];
  }

  /** Returns the events of a kind in the order of their resourceVersions. */
  events(kind: string): readonly RawEvent[] {
    this.#catchUp(kind);
    return [...(this.#events.get(kind) ?? [])].sort((a, b) => a.version - b.version);
  }

  #catchUp(kind: string): void {
    const lines = this.#watches[kind]?.lines ?? [];
    const objects = this.#objects.get(kind) ?? new Map<string, RawObject>();
    const events = this.#events.get(kind) ?? [];
    this.#objects.set(kind, objects);
    this.#events.set(kind, events);
    for (let at = this.#read.get(kind) ?? 0; at < lines.length; at++) {
      const { type, object } = JSON.parse(lines[at] ?? "") as { readonly type: string; readonly object: RawObject };
      if (type !== "ADDED" && type !== "MODIFIED" && type !== "DELETED") continue;
      events.push({ type, object, version: Number(object.metadata.resourceVersion) });
      if (type === "DELETED") objects.delete(object.metadata.uid);
      else objects.set(object.metadata.uid, object);
    }
    this.#read.set(kind, lines.length);
  }
}

/** Returns the uid of the DaemonSet that controls an object. */
export function controllerUid({ metadata }: RawObject): string | undefined {
  return metadata.ownerReferences?.find(({ controller, kind }) => controller === true && kind === "DaemonSet")?.uid;
}

/** Returns the node to which a daemon pod is bound or pinned. */
export function targetNode({ spec }: RawObject): string | undefined {
  if (typeof spec?.nodeName === "string" && spec.nodeName !== "") return spec.nodeName;
  const terms = spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  for (const term of terms) for (const field of term.matchFields ?? []) if (field.key === "metadata.name") return field.values?.[0];
  return undefined;
}

/** Reports whether a condition is True. */
export const isTrue = (object: RawObject, type: string): boolean =>
  (object.status?.conditions ?? []).some((condition) => condition.type === type && condition.status === "True");
