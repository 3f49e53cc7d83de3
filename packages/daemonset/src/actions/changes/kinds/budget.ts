import type { DaemonSetEdit } from "../change.ts";
import { rollingUpdateProblem } from "../problems/value-problem.ts";
import { limit, oneOf } from "../text/json-shape.ts";
import { StepSyntaxException } from "../text/step-tokens.ts";
import type { EditKind, EditOf } from "./edit-kind.ts";
import { LIMITS, limitOperations, limitShapes, limitWords, readLimits, strategyMerge, withStrategy } from "./rolling-update.ts";
import { mergePatchWords } from "./template-fields.ts";

/** One limit gives a `budget`, two give `limits`. */
function parse(texts: readonly string[]): DaemonSetEdit {
  const expected = "set-budget NAMESPACE/NAME maxUnavailable=N, maxSurge=N or both";
  const { maxUnavailable, maxSurge } = readLimits(texts, expected);
  if (maxUnavailable !== undefined && maxSurge !== undefined) return { kind: "limits", maxUnavailable, maxSurge };
  if (maxUnavailable !== undefined) return { kind: "budget", field: "maxUnavailable", to: maxUnavailable };
  if (maxSurge !== undefined) return { kind: "budget", field: "maxSurge", to: maxSurge };
  throw new StepSyntaxException("", expected);
}

const shared = { verb: "set-budget", parse, mark: "strategySet", part: "strategy", merge: undefined } as const;

export const budget: EditKind<EditOf<"budget">> = {
  ...shared,
  format: ({ field, to }) => [`${field}=${to}`],
  json: { field: oneOf(...LIMITS), to: limit },
  problem(set, { field, to }) {
    const { maxUnavailable, maxSurge } = set.updateStrategy.rollingUpdate ?? {};
    return field === "maxSurge" ? rollingUpdateProblem(maxUnavailable, to) : rollingUpdateProblem(to, maxSurge);
  },
  edited: (set, { field, to }) => withStrategy(set, { rollingUpdate: { ...set.updateStrategy.rollingUpdate, [field]: to } }),
  operations: (set, { field, to }) => limitOperations(set, field, to),
  inverse(set, edit) {
    const existing = set.updateStrategy.rollingUpdate?.[edit.field];
    return existing === undefined ? undefined : { ...edit, to: existing };
  },
  kubectl: ({ name }, { field, to }) => mergePatchWords(name, strategyMerge({ rollingUpdate: { [field]: to } })),
};

export const limits: EditKind<EditOf<"limits">> = {
  ...shared,
  format: limitWords,
  json: limitShapes,
  problem: (_, { maxUnavailable, maxSurge }) => rollingUpdateProblem(maxUnavailable, maxSurge),
  edited: (set, { maxUnavailable, maxSurge }) => withStrategy(set, { rollingUpdate: { maxUnavailable, maxSurge } }),
  operations: (set, edit) => LIMITS.flatMap((field) => limitOperations(set, field, edit[field])),
  inverse(set) {
    const { maxUnavailable, maxSurge } = set.updateStrategy.rollingUpdate ?? {};
    if (maxUnavailable !== undefined && maxSurge !== undefined) return { kind: "limits", maxUnavailable, maxSurge };
    // One of the two is 0 if the other is not.
    if (maxSurge !== undefined && maxSurge !== 0) return { kind: "limits", maxUnavailable: 0, maxSurge };
    return maxUnavailable !== undefined && maxUnavailable !== 0 ? { kind: "limits", maxUnavailable, maxSurge: 0 } : undefined;
  },
  kubectl: ({ name }, { maxSurge, maxUnavailable }) =>
    mergePatchWords(name, strategyMerge({ rollingUpdate: { maxSurge, maxUnavailable } })),
};
