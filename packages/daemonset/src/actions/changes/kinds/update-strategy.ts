import type { DaemonSetEdit } from "../change.ts";
import { existingPath } from "../json-patch.ts";
import { rollingUpdateProblem } from "../problems/value-problem.ts";
import { oneOf } from "../text/json-shape.ts";
import { StepSyntaxException } from "../text/step-tokens.ts";
import { type EditKind, type EditOf, noProblem } from "./edit-kind.ts";
import { LIMITS, limitShapes, limitWords, ROLLING_UPDATE, readLimits, STRATEGY, strategyMerge, withStrategy } from "./rolling-update.ts";
import { mergePatchWords } from "./template-fields.ts";

/** A type alone gives an `updateStrategyType`, limits give a `strategy`. */
function parse([type = "", ...limits]: readonly string[]): DaemonSetEdit {
  const expected = "set-strategy NAMESPACE/NAME OnDelete, or RollingUpdate with or without maxUnavailable=N maxSurge=N";
  if (type !== "OnDelete" && type !== "RollingUpdate") throw new StepSyntaxException(type, expected);
  if (limits.length === 0) return { kind: "updateStrategyType", to: type };
  const { maxUnavailable, maxSurge = 0 } = readLimits(limits, expected);
  if (type === "OnDelete") throw new StepSyntaxException(limits[0] ?? "", expected);
  return { kind: "strategy", maxUnavailable: maxUnavailable ?? (maxSurge === 0 ? 1 : 0), maxSurge };
}

const shared = { verb: "set-strategy", parse, mark: "strategySet", part: "strategy", merge: undefined } as const;

export const updateStrategyType: EditKind<EditOf<"updateStrategyType">> = {
  ...shared,
  format: ({ to }) => [to],
  json: { to: oneOf("RollingUpdate", "OnDelete") },
  problem: noProblem,
  edited: (set, { to }) => withStrategy(set, { type: to }),
  operations: (set, { to }) => [
    existingPath(`${STRATEGY}/type`, set.updateStrategy.type),
    { op: "replace", path: `${STRATEGY}/type`, value: to },
  ],
  inverse({ updateStrategy: { type } }) {
    return type === "RollingUpdate" || type === "OnDelete" ? { kind: "updateStrategyType", to: type } : undefined;
  },
  kubectl: ({ name }, { to }) => mergePatchWords(name, strategyMerge({ type: to })),
};

export const strategy: EditKind<EditOf<"strategy">> = {
  ...shared,
  format: (edit) => ["RollingUpdate", ...limitWords(edit)],
  json: limitShapes,
  problem: (_, { maxUnavailable, maxSurge }) => rollingUpdateProblem(maxUnavailable, maxSurge),
  edited: (set, { maxUnavailable, maxSurge }) => withStrategy(set, { type: "RollingUpdate", rollingUpdate: { maxUnavailable, maxSurge } }),
  operations({ updateStrategy: { type, rollingUpdate = {} } }, { maxUnavailable, maxSurge }) {
    const known = LIMITS.filter((field) => rollingUpdate[field] !== undefined);
    return [
      existingPath(`${STRATEGY}/type`, type),
      ...known.map((field) => existingPath(`${ROLLING_UPDATE}/${field}`, rollingUpdate[field])),
      { op: "add", path: ROLLING_UPDATE, value: { maxUnavailable, maxSurge } },
      { op: "replace", path: `${STRATEGY}/type`, value: "RollingUpdate" },
    ];
  },
  inverse({ updateStrategy: { type, rollingUpdate: { maxUnavailable, maxSurge } = {} } }) {
    if (type === "OnDelete") return { kind: "updateStrategyType", to: "OnDelete" };
    return maxUnavailable === undefined || maxSurge === undefined ? undefined : { kind: "strategy", maxUnavailable, maxSurge };
  },
  kubectl: ({ name }, { maxSurge, maxUnavailable }) =>
    mergePatchWords(name, strategyMerge({ type: "RollingUpdate", rollingUpdate: { maxSurge, maxUnavailable } })),
};
