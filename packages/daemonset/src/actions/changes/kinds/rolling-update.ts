import type { DaemonSetUpdateStrategy, IntOrString } from "@daemonscope/kube/objects";
import { existingPath, type JsonPatchOperation, pointer } from "../json-patch.ts";
import type { DaemonSetFacts } from "../plan-facts.ts";
import { limit } from "../text/json-shape.ts";
import { readPairs, StepSyntaxException } from "../text/step-tokens.ts";

/** Both limits of a rolling update. */
interface Limits {
  readonly maxUnavailable: IntOrString;
  readonly maxSurge: IntOrString;
}

export const LIMITS = ["maxUnavailable", "maxSurge"] as const;
export const STRATEGY = pointer("spec", "updateStrategy");
export const ROLLING_UPDATE = `${STRATEGY}/rollingUpdate`;

export const limitShapes = { maxUnavailable: limit, maxSurge: limit };

export const limitWords = ({ maxUnavailable, maxSurge }: Limits): readonly string[] => [
  `maxUnavailable=${maxUnavailable}`,
  `maxSurge=${maxSurge}`,
];

export function readLimits(texts: readonly string[], expected: string): Partial<Limits> {
  const limits = readPairs(texts, expected);
  const unknown = Object.keys(limits).find((field) => field !== "maxUnavailable" && field !== "maxSurge");
  if (unknown !== undefined || texts.length === 0) throw new StepSyntaxException(unknown ?? "", expected);
  return Object.fromEntries(Object.entries(limits).map(([field, text]) => [field, /^\d+$/.test(text) ? Number(text) : text]));
}

export const withStrategy = (set: DaemonSetFacts, strategy: Partial<DaemonSetUpdateStrategy>): DaemonSetFacts => ({
  ...set,
  updateStrategy: { ...set.updateStrategy, ...strategy },
});

export const strategyMerge = (updateStrategy: object) => ({ spec: { updateStrategy } });

/** Sets one limit. An unknown existing value is not tested. */
export function limitOperations(set: DaemonSetFacts, field: (typeof LIMITS)[number], to: IntOrString): readonly JsonPatchOperation[] {
  const path = `${ROLLING_UPDATE}/${field}`;
  const existing = set.updateStrategy.rollingUpdate?.[field];
  return [...(existing === undefined ? [] : [existingPath(path, existing)]), { op: "add", path, value: to }];
}
