import { COUNT_FIELDS } from "@daemonscope/daemonset/counts/disagreements";
import type { DaemonSetRecord, StatusWrite } from "@daemonscope/daemonset/records/records";
import { identityOf } from "./value-tags.ts";

/**
 * Fields of a record that mostly follow from the others. They are written last, as a difference from their expected
 * values.
 */
export const FOLLOWING = ["disagreements", "causes", "rollout"] as const;
export type Following = Pick<DaemonSetRecord, (typeof FOLLOWING)[number]>;
export type Leading = Omit<DaemonSetRecord, keyof Following>;

/** Splits a record into its leading fields and the fields that mostly follow from them. */
export function partsOf({ disagreements, causes, rollout, ...leading }: DaemonSetRecord): {
  readonly leading: Leading;
  readonly following: Following;
} {
  return { leading, following: { disagreements, causes, rollout } };
}

type Known = DaemonSetRecord | undefined;

function expectedDisagreements(before: Known, { reported, derived }: Leading, atMs: number): Following["disagreements"] {
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

/** Moves a cause along with the budget holder that had the same nodes. */
function expectedCauses(before: Known, { budget }: Leading): Following["causes"] {
  return (before?.causes ?? []).flatMap((cause) => {
    const held = before?.budget?.holders?.find(
      ({ nodes, count }) => count === cause.count && nodes.length === cause.nodes.length && nodes[0] === cause.nodes[0],
    );
    if (held === undefined) return [cause];
    const wanted = identityOf(held);
    const now = budget?.holders?.find((each) => identityOf(each) === wanted);
    return now === undefined ? [] : [{ ...cause, count: now.count, nodes: now.nodes, sinceMs: now.sinceMs }];
  });
}

/** The counts in the message of kubectl, each between spaces. */
const SAID_COUNTS = ["updatedNumberScheduled", "numberAvailable"] as const;

function expectedRollout(before: Known, { reported }: Leading): Following["rollout"] | undefined {
  const rollout = before?.rollout;
  if (rollout?.message === undefined || !reported) return rollout;
  const message = SAID_COUNTS.reduce(
    (text, field) => text.replace(` ${before?.reported?.[field]} `, ` ${reported[field]} `),
    rollout.message,
  );
  return { ...rollout, message };
}

/** Returns the expected values of the following fields. A wrong guess only costs characters. */
export function expectedParts(before: Known, leading: Leading, atMs: number): Partial<Following> {
  const rollout = expectedRollout(before, leading);
  return {
    disagreements: expectedDisagreements(before, leading, atMs),
    causes: expectedCauses(before, leading),
    ...(rollout === undefined ? {} : { rollout }),
  };
}

/** Returns the expected status write of a DaemonSet, from its record. */
export function expectedWrite(record: DaemonSetRecord | undefined): Partial<StatusWrite> | undefined {
  if (record === undefined) return undefined;
  const { key, resourceVersion, generation, observedGeneration, reported } = record;
  return { key, resourceVersion, generation, observedGeneration, counts: reported };
}
