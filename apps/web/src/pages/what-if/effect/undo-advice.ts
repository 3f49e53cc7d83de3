import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import type { WhatIfAnswer } from "@daemonscope/shared/http/what-if";
import { countOfGhost } from "../../../panels/actions/effect/what-if-verdict.ts";

export type UndoAdvice = "undoTaint" | "undoLabel" | "undoEdit" | "undoDeleted";

/** How each kind of step is taken back. Other kinds have no short answer. */
const BY_KIND: Readonly<Partial<Record<Step["kind"], UndoAdvice>>> = {
  taint: "undoTaint",
  label: "undoLabel",
  unlabel: "undoLabel",
  edit: "undoEdit",
};

/** Returns how the steps with an effect are taken back, each way once. */
export function undoAdvice(steps: readonly Step[], answer: Pick<WhatIfAnswer, "steps" | "daemonSets">): readonly UndoAdvice[] {
  const found = new Set(
    steps.flatMap(({ kind }, at) => {
      const result = answer.steps[at];
      return result === undefined || result.problem !== undefined || result.isSoAlready ? [] : (BY_KIND[kind] ?? []);
    }),
  );
  const isPlacing = found.has("undoTaint") || found.has("undoLabel");
  if (isPlacing && answer.daemonSets.some((set) => countOfGhost(set, "goes") > 0)) found.add("undoDeleted");
  return [...found];
}
