/** The wanted state of a Deployment and the current state of its ReplicaSets. */
export interface RolloutState {
  readonly replicas: number;
  readonly maxSurge: number;
  readonly maxUnavailable: number;
  /** Recreate: no new pod before the last old one is gone. */
  readonly recreate: boolean;
  readonly paused: boolean;
  readonly current: ReplicaState | undefined;
  /** The old ReplicaSets, the oldest first. */
  readonly old: readonly ReplicaState[];
  /** Pods of old ReplicaSets in any state. */
  readonly oldPods: number;
}

export interface ReplicaState {
  readonly name: string;
  /** The wanted replicas. */
  readonly replicas: number;
  readonly available: number;
}

export interface Scaling {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

const sum = (states: readonly ReplicaState[], field: "replicas" | "available"): number =>
  states.reduce((total, state) => total + state[field], 0);

function scaleUp({ replicas, maxSurge, recreate, current, old, oldPods }: RolloutState): readonly Scaling[] {
  if (current === undefined || current.replicas === replicas) return [];
  const { name, replicas: from } = current;
  if (from > replicas) return [{ name, from, to: replicas }];
  if (recreate) return oldPods === 0 ? [{ name, from, to: replicas }] : [];
  const room = replicas + maxSurge - sum(old, "replicas") - from;
  return room <= 0 ? [] : [{ name, from, to: from + Math.min(room, replicas - from) }];
}

/** Deletes old pods that are not available first, then available ones within the budget. */
function scaleDown({ replicas, maxUnavailable, recreate, current, old }: RolloutState): readonly Scaling[] {
  if (recreate) return old.filter((state) => state.replicas > 0).map(({ name, replicas: from }) => ({ name, from, to: 0 }));
  const minAvailable = replicas - maxUnavailable;
  const unavailableNew = current === undefined ? 0 : current.replicas - current.available;
  let maxScaledDown = sum(old, "replicas") + (current?.replicas ?? 0) - minAvailable - unavailableNew;
  let spare = sum(old, "available") + (current?.available ?? 0) - minAvailable;
  const scalings: Scaling[] = [];
  for (const { name, replicas: from, available } of old) {
    const unhealthy = Math.max(0, Math.min(from - available, maxScaledDown));
    maxScaledDown -= unhealthy;
    const healthy = Math.max(0, Math.min(from - unhealthy, available, spare, maxScaledDown));
    spare -= healthy;
    maxScaledDown -= healthy;
    if (unhealthy + healthy > 0) scalings.push({ name, from, to: from - unhealthy - healthy });
  }
  return scalings;
}

/**
 * Returns the next scalings. The new ReplicaSet grows within the surge, and old ones shrink while enough pods stay
 * available. A paused rollout scales only if a single ReplicaSet has pods. Source: pkg/controller/deployment,
 * rolling.go, recreate.go and scale in sync.go, without its proportional scaling of several ReplicaSets.
 */
export function scalingsOf(state: RolloutState): readonly Scaling[] {
  if (state.paused) {
    const active = [...state.old, ...(state.current === undefined ? [] : [state.current])].filter(({ replicas }) => replicas > 0);
    const only = active.length === 0 ? state.current : active.length === 1 ? active[0] : undefined;
    return only === undefined || only.replicas === state.replicas ? [] : [{ name: only.name, from: only.replicas, to: state.replicas }];
  }
  const up = scaleUp(state);
  return up.length > 0 ? up : scaleDown(state);
}
