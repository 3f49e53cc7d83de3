import type { Condition, NodeInfo } from "@daemonscope/kube/objects";
import { timeMs } from "@daemonscope/kube/values/time";
import { isEqualNodeInfo } from "../tables/node-array.ts";
import type { NodeEntry } from "../tables/node-entry.ts";

/** A condition without its time. */
type TimelessCondition = Omit<Condition, "lastTransitionTime">;

/** Values outside the record that nodes of one kind share. */
export interface NodeShape {
  readonly conditions: readonly TimelessCondition[];
  readonly kubeletVersion?: string;
  readonly nodeInfo?: NodeInfo;
  /** As in NodeAllocatable, whose amounts are not shared. */
  readonly extended?: readonly string[];
}

/** Exceeds the condition count of ordinary nodes; an entry with more is stored as a whole. */
const MAX_CONDITIONS = 32;
/** No time. The epoch itself, which no condition has, cannot be stored as a time. */
const NEVER = 0;

/** The last formatted time: the conditions of a node mostly share their time. */
let lastMs = Number.NaN;
let lastText = "";

/** Formats a time in whole seconds as the API server does. */
function timeTextOf(ms: number): string {
  if (ms === lastMs) return lastText;
  lastText = `${new Date(ms).toISOString().slice(0, -5)}Z`;
  lastMs = ms;
  return lastText;
}

/** Returns the transition time of each condition in milliseconds, 0 if it has none. Returns undefined if these
 *  numbers could not reproduce the texts, or for more than `MAX_CONDITIONS` conditions. */
export function conditionTimes(conditions: readonly Condition[]): readonly number[] | undefined {
  if (conditions.length > MAX_CONDITIONS) return undefined;
  const times: number[] = [];
  let knownText: string | undefined;
  let knownMs = NEVER;
  for (const { lastTransitionTime: text } of conditions) {
    if (text !== undefined && text !== knownText) {
      const ms = timeMs(text) ?? NEVER;
      if (ms <= NEVER || ms % 1000 !== 0 || timeTextOf(ms) !== text) return undefined;
      knownText = text;
      knownMs = ms;
    }
    times.push(text === undefined ? NEVER : knownMs);
  }
  return times;
}

/** Returns the shape of a node as JSON. Equal shapes have equal texts. */
export function shapeKeyOf({ conditions, kubeletVersion, nodeInfo, allocatable }: NodeEntry): string {
  const extended = allocatable?.extended;
  const shape: NodeShape = {
    conditions: conditions.map(({ lastTransitionTime: _, ...timeless }) => timeless),
    ...(kubeletVersion === undefined ? {} : { kubeletVersion }),
    ...(nodeInfo === undefined ? {} : { nodeInfo }),
    ...(extended === undefined ? {} : { extended }),
  };
  return JSON.stringify(shape);
}

/** Reports whether this shape with these times equals an entry outside its record, except for its allocatable
 *  resources. Creates no objects. */
export function isShapeOf(
  { conditions, kubeletVersion, nodeInfo }: NodeShape,
  timeAtMs: (index: number) => number,
  entry: Pick<NodeEntry, "conditions" | "kubeletVersion" | "nodeInfo">,
): boolean {
  if (
    kubeletVersion !== entry.kubeletVersion ||
    !isEqualNodeInfo(nodeInfo, entry.nodeInfo) ||
    conditions.length !== entry.conditions.length
  )
    return false;
  return entry.conditions.every(({ type, status, reason, message, lastTransitionTime }, index) => {
    const shared = conditions[index];
    if (shared === undefined || shared.type !== type || shared.status !== status || shared.reason !== reason || shared.message !== message)
      return false;
    const ms = timeAtMs(index);
    return lastTransitionTime === (ms === NEVER ? undefined : timeTextOf(ms));
  });
}

export function conditionsFrom({ conditions }: NodeShape, timeAtMs: (index: number) => number): readonly Condition[] {
  return conditions.map((timeless, index) => {
    const ms = timeAtMs(index);
    return ms === NEVER ? timeless : { ...timeless, lastTransitionTime: timeTextOf(ms) };
  });
}
