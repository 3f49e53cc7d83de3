import { COUNT_FIELDS } from "@daemonscope/daemonset/counts/disagreements";
import type { DaemonSetRecord, StatusWrite } from "@daemonscope/daemonset/records/records";
import { elementKey } from "./value-tags.ts";

/**
 * Fields of a record that mostly follow from the others. They are written last, as a difference from their expected
 * values.
 */
export const DERIVED_FIELDS = ["disagreements", "causes", "rollout"] as const;
export type DerivedFields = Pick<DaemonSetRecord, (typeof DERIVED_FIELDS)[number]>;
export type PrimaryFields = Omit<DaemonSetRecord, keyof DerivedFields>;

/** Splits a record into its leading fields and the fields that mostly follow from them. */
export function splitRecord({ disagreements, causes, rollout, ...leading }: DaemonSetRecord): {
  readonly leading: PrimaryFields;
  readonly following: DerivedFields;
} {
  return { leading, following: { disagreements, causes, rollout } };
}

type Known = DaemonSetRecord | undefined;

function expectedDisagreements(before: Known, { reported, derived }: PrimaryFields, atMs: number): DerivedFields["disagreements"] {
  if (!derived || !reported) return [];
  return COUNT_FIELDS.filter((field) => reported[field] !== derived[field]).map((field) => {
    const old = before?.disagreements?.find((each) => each.field === field);
    const sinceMs = old !== undefined && old.reported === reported[field] ? old.sinceMs : atMs;
    return {
      field,
      reported: reported[field],
      derived: derived[field],
      cause: old?.cause ?? { kind: "notWritten" },
      ...(sinceMs === undefined ? {} : { sinceMs }),
    };
  });
}

/** Updates each cause from the budget holder that had the same nodes before. */
function expectedCauses(before: Known, { budget }: PrimaryFields): DerivedFields["causes"] {
  return (before?.causes ?? []).flatMap((cause) => {
    const oldHolder = before?.budget?.holders?.find(
      ({ nodes, count }) => count === cause.count && nodes.length === cause.nodes.length && nodes[0] === cause.nodes[0],
    );
    if (oldHolder === undefined) return [cause];
    const holderKey = elementKey(oldHolder);
    const newHolder = budget?.holders?.find((each) => elementKey(each) === holderKey);
    return newHolder === undefined ? [] : [{ ...cause, count: newHolder.count, nodes: newHolder.nodes, sinceMs: newHolder.sinceMs }];
  });
}

/** The counts in the message of kubectl, each between spaces. */
const MESSAGE_COUNTS = ["updatedNumberScheduled", "numberAvailable"] as const;

function expectedRollout(before: Known, { reported }: PrimaryFields): DerivedFields["rollout"] | undefined {
  const rollout = before?.rollout;
  if (rollout?.message === undefined || !reported) return rollout;
  const message = MESSAGE_COUNTS.reduce(
    (text, field) => text.replace(` ${before?.reported?.[field]} `, ` ${reported[field]} `),
    rollout.message,
  );
  return { ...rollout, message };
}

/** Returns the expected values of `DERIVED_FIELDS`. A wrong guess only costs characters. */
export function predictDerived(before: Known, leading: PrimaryFields, atMs: number): Partial<DerivedFields> {
  const rollout = expectedRollout(before, leading);
  return {
    disagreements: expectedDisagreements(before, leading, atMs),
    causes: expectedCauses(before, leading),
    ...(rollout === undefined ? {} : { rollout }),
  };
}

/** Returns the expected status write of a DaemonSet, from its record. */
export function predictStatusWrite(record: DaemonSetRecord | undefined): Partial<StatusWrite> | undefined {
  if (record === undefined) return undefined;
  const { key, resourceVersion, generation, observedGeneration, reported } = record;
  return { key, resourceVersion, generation, observedGeneration, counts: reported };
}
