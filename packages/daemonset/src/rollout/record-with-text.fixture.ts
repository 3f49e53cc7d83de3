import { english } from "@daemonscope/words/english";
import { causeText } from "@daemonscope/words/facts/cause-text";
import { concernText } from "@daemonscope/words/facts/concern-text";
import { lagText } from "@daemonscope/words/facts/lag-text";
import type { Budget, HolderGroup } from "../records/budget.ts";
import type { Cause, DaemonSetRecord, Disagreement } from "../records/records.ts";
import type { Concern } from "../records/rollout.ts";

export type ConcernWithText = Omit<Concern, "detail"> & { readonly message: string };
type Worded<T extends { readonly cause: unknown }> = Omit<T, "cause"> & { readonly cause: string };
/** A record with English words instead of facts. */
export type RecordWithText = Omit<DaemonSetRecord, "concern" | "causes" | "disagreements" | "budget"> & {
  readonly concern: ConcernWithText | null;
  readonly causes: readonly Worded<Cause>[];
  readonly disagreements: readonly Worded<Disagreement>[];
  readonly budget: Omit<Budget, "holders"> & { readonly holders: readonly Worded<HolderGroup>[] };
};

export const concernWithText = ({ detail, ...concern }: Concern): ConcernWithText => ({
  ...concern,
  message: concernText(english, detail),
});

export function recordWithText(record: DaemonSetRecord): RecordWithText {
  const { concern, causes, disagreements, budget } = record;
  return {
    ...record,
    concern: concern === null ? null : concernWithText(concern),
    causes: causes.map((each) => ({ ...each, cause: causeText(english, each.cause) })),
    disagreements: disagreements.map((each) => ({ ...each, cause: lagText(english, each.cause) })),
    budget: { ...budget, holders: budget.holders.map((each) => ({ ...each, cause: causeText(english, each.cause) })) },
  };
}
