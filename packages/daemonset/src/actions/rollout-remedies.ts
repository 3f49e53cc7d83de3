import type { RolloutAct } from "./action.ts";
import type { Ailment } from "./ailments.ts";

export type RolloutRemedy = RolloutAct["kind"];

/** `helps`: it touches the cause, or keeps it from spreading. `harms`: it is at hand and makes it worse, so it is said that it does not help. Else it has nothing to do with it. */
type RemedyVerdict = "helps" | "harms";

/** Which remedy fits which ailment, in the order in which they are offered. What harms one ailment is not offered, whatever else it helps.
 *  A larger budget lets more pods go: where the new ones fail, are refused or break their node, more nodes are without one. */
export const REMEDIES: Readonly<Record<Ailment, Readonly<Partial<Record<RolloutRemedy, RemedyVerdict>>>>> = {
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

/** What is offered, in the order of the ailments, and what is at hand and does harm. */
export function remediesOf(ailments: readonly Ailment[]): {
  readonly helps: readonly RolloutRemedy[];
  readonly harms: readonly RolloutRemedy[];
} {
  const of = (verdict: RemedyVerdict): readonly RolloutRemedy[] => [
    ...new Set(
      ailments.flatMap((each) =>
        (Object.entries(REMEDIES[each]) as [RolloutRemedy, RemedyVerdict][]).flatMap(([remedy, is]) => (is === verdict ? [remedy] : [])),
      ),
    ),
  ];
  const harms = of("harms");
  return { helps: of("helps").filter((remedy) => !harms.includes(remedy)), harms };
}
