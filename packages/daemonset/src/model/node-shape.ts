import type { Condition } from "@daemonscope/kube/objects";
import { timeMs } from "@daemonscope/kube/time";
import type { NodeEntry } from "./node-entry.ts";

/** A condition without its time. */
type TimelessCondition = Omit<Condition, "lastTransitionTime">;

/** What nodes of one kind have in common, beside their records. */
export interface NodeShape {
  readonly conditions: readonly TimelessCondition[];
  readonly kubeletVersion?: string;
}

/** More than any node has that tells what it is; one with more stands whole. */
const MOST_CONDITIONS = 32;
/** No time: that of the epoch itself, which no condition has, is not kept as one. */
const NEVER = 0;

/** What was written last: conditions of a node mostly came to be together. */
let writtenMs = Number.NaN;
let written = "";

/** As the API server writes a time of whole seconds. */
function timeTextOf(ms: number): string {
  if (ms === writtenMs) return written;
  written = `${new Date(ms).toISOString().slice(0, -5)}Z`;
  writtenMs = ms;
  return written;
}

/** When each condition came to be, in milliseconds, 0 where it does not tell; undefined where the texts could not be written again from such numbers. */
export function conditionTimes(conditions: readonly Condition[]): readonly number[] | undefined {
  if (conditions.length > MOST_CONDITIONS) return undefined;
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

/** The shape of a node as JSON. */
export function shapeTextOf({ conditions, kubeletVersion }: NodeEntry): string {
  const shape: NodeShape = {
    conditions: conditions.map(({ lastTransitionTime: _, ...timeless }) => timeless),
    ...(kubeletVersion === undefined ? {} : { kubeletVersion }),
  };
  return JSON.stringify(shape);
}

/** Whether a node of this shape and with these times is what an entry says, beside its record; nothing is made to find out. */
export function isShapeOf(
  { conditions, kubeletVersion }: NodeShape,
  timeAtMs: (place: number) => number,
  told: Pick<NodeEntry, "conditions" | "kubeletVersion">,
): boolean {
  if (kubeletVersion !== told.kubeletVersion || conditions.length !== told.conditions.length) return false;
  return told.conditions.every(({ type, status, reason, message, lastTransitionTime }, place) => {
    const kept = conditions[place];
    if (kept === undefined || kept.type !== type || kept.status !== status || kept.reason !== reason || kept.message !== message)
      return false;
    const ms = timeAtMs(place);
    return lastTransitionTime === (ms === NEVER ? undefined : timeTextOf(ms));
  });
}

export function conditionsFrom({ conditions }: NodeShape, timeAtMs: (place: number) => number): readonly Condition[] {
  return conditions.map((timeless, place) => {
    const ms = timeAtMs(place);
    return ms === NEVER ? timeless : { ...timeless, lastTransitionTime: timeTextOf(ms) };
  });
}
