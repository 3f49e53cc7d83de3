import type { Taint, Toleration } from "../objects.ts";

/** Feature gates of the cluster that change a matching rule. */
export interface MatchingGates {
  /** Lt and Gt in tolerations. Alpha and off by default up to 1.36. */
  readonly TaintTolerationComparisonOperators: boolean;
}

export const DEFAULT_GATES: MatchingGates = { TaintTolerationComparisonOperators: false };

const CANONICAL_INT64 = /^(0|-?[1-9]\d{0,18})$/;
const INT64_MAX = 2n ** 63n - 1n;
const INT64_MIN = -(2n ** 63n);

function canonicalInt64(text: string): bigint | undefined {
  if (!CANONICAL_INT64.test(text)) return undefined;
  const value = BigInt(text);
  return value > INT64_MAX || value < INT64_MIN ? undefined : value;
}

function compares(operator: "Gt" | "Lt", taintValue: string, tolerationValue: string): boolean {
  const have = canonicalInt64(taintValue);
  const want = canonicalInt64(tolerationValue);
  if (have === undefined || want === undefined) return false;
  return operator === "Gt" ? have > want : have < want;
}

/** Reports whether a toleration tolerates a taint: effect, key and operator must all match.
 *  An empty key or effect matches any; an unknown operator tolerates nothing. `tolerationSeconds` has no effect.
 *  Source: component-helpers scheduling/corev1/helpers.go, TolerationsTolerateTaint (rule P9). */
export function toleratesTaint(toleration: Toleration, taint: Taint, gates: MatchingGates = DEFAULT_GATES): boolean {
  if (toleration.effect !== undefined && toleration.effect !== "" && toleration.effect !== taint.effect) return false;
  if (toleration.key !== undefined && toleration.key !== "" && toleration.key !== taint.key) return false;
  switch (toleration.operator ?? "") {
    case "":
    case "Equal":
      return (toleration.value ?? "") === (taint.value ?? "");
    case "Exists":
      return true;
    case "Gt":
    case "Lt":
      return (
        gates.TaintTolerationComparisonOperators && compares(toleration.operator as "Gt" | "Lt", taint.value ?? "", toleration.value ?? "")
      );
    default:
      return false;
  }
}
