import type { RolloutIntent } from "../changes/action.ts";
import type { Diagnosis } from "./diagnosis.ts";

export type RolloutRemedy = RolloutIntent["kind"];

/** `helps`: it acts on the cause, or keeps it from spreading. `harms`: it is available and makes the problem worse,
 *  so the page warns that it does not help. Absent: unrelated. */
type RemedyVerdict = "helps" | "harms";

/** Remedies by diagnosis, in the offered order. A remedy that harms one diagnosis is not offered, even if it helps
 *  another. A larger budget ends more pods: if the new ones fail, are refused or break their node, more nodes have
 *  no pod. */
export const REMEDIES: Readonly<Record<Diagnosis, Readonly<Partial<Record<RolloutRemedy, RemedyVerdict>>>>> = {
  noImage: { undo: "helps", hold: "helps", raise: "harms", resume: "harms" },
  fails: { undo: "helps", hold: "helps", raise: "harms", resume: "harms" },
  breaksNodes: { undo: "helps", hold: "helps", nodes: "helps", raise: "harms", resume: "harms" },
  slow: { undo: "helps", raise: "helps", hold: "helps" },
  noRoom: { room: "helps", undo: "helps", hold: "helps", raise: "harms" },
  nodeNotReady: { nodes: "helps", raise: "helps" },
  surgeClash: { noSurge: "helps", raise: "harms" },
  byHand: { resume: "helps" },
  keptOff: { relabel: "helps", letOn: "helps", openNodes: "helps", nodes: "helps" },
  nowhere: { relabel: "helps", letOn: "helps", openNodes: "helps" },
  forgotten: { nudge: "helps" },
  stalled: {},
};

/** Returns the offered remedies in the order of the diagnoses, and the available remedies that do harm. */
export function remediesOf(diagnoses: readonly Diagnosis[]): {
  readonly helps: readonly RolloutRemedy[];
  readonly harms: readonly RolloutRemedy[];
} {
  const of = (verdict: RemedyVerdict): readonly RolloutRemedy[] => [
    ...new Set(
      diagnoses.flatMap((each) =>
        (Object.entries(REMEDIES[each]) as [RolloutRemedy, RemedyVerdict][]).flatMap(([remedy, is]) => (is === verdict ? [remedy] : [])),
      ),
    ),
  ];
  const harms = of("harms");
  return { helps: of("helps").filter((remedy) => !harms.includes(remedy)), harms };
}
