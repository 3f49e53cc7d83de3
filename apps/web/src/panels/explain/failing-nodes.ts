import { needsPerson } from "@daemonscope/daemonset/causes/cause-row";
import { CAUSES } from "@daemonscope/daemonset/causes/causes";
import type { Cause, DaemonSetRecord } from "@daemonscope/daemonset/records/records";

const isFailing = ({ state, cause }: Cause): boolean =>
  state === "failing" || ((state === "unscheduled" || state === "missing") && needsPerson(CAUSES[cause.kind].endsBy));

/** The place of a node among the failing nodes of a DaemonSet, and its neighbours. */
interface FailingPlace {
  /** From 1. */
  readonly at: number;
  /** Of all failing nodes. The record names only the first ones of each cause. */
  readonly count: number;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

const failingNames = (causes: readonly Cause[]): readonly string[] => [...new Set(causes.flatMap(({ nodes }) => nodes))].sort();

/** Returns the failing node that is first by name, else the first with a misscheduled pod; undefined without any. */
export const firstTroubledNode = ({ causes }: Pick<DaemonSetRecord, "causes">): string | undefined =>
  failingNames(causes.filter(isFailing))[0] ?? failingNames(causes.filter(({ state }) => state === "misscheduled"))[0];

/** Returns the place of a node among the failing ones, sorted by name. Undefined if it is not a known one. */
export function failingPlaceOf({ causes }: Pick<DaemonSetRecord, "causes">, node: string): FailingPlace | undefined {
  const failing = causes.filter(isFailing);
  const names = failingNames(failing);
  const index = names.indexOf(node);
  if (index < 0) return undefined;
  const count = failing.reduce((sum, cause) => sum + cause.count, 0);
  return { at: index + 1, count, before: names[index - 1], after: names[index + 1] };
}
