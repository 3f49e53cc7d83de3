import type { CheckKind, PlacementCheck } from "@daemonscope/daemonset/placement/placement";
import { requirementText, taintText } from "@daemonscope/kube/matching/kubectl-notation";
import type { PairPreview } from "@daemonscope/shared/http/what-if";

export type CheckOutcome = "passed" | "failed" | "absent";

/** One line of a check, with its result at each moment. */
interface CheckLinePreview {
  /** In the API's notation. */
  readonly text: string;
  readonly before: CheckOutcome;
  readonly after: CheckOutcome;
}

/** All checks of one kind, now and after the change. */
export interface CheckPreview {
  readonly kind: CheckKind;
  readonly before: CheckOutcome;
  readonly after: CheckOutcome;
  /** The check differs between the two moments. */
  readonly changes: boolean;
  readonly lines: readonly CheckLinePreview[];
}

type CheckOf<Kind extends CheckKind> = Extract<PlacementCheck, { readonly kind: Kind }>;

/** Formats a check of each kind as a line, in the order of the controller's checks. A missing kind is a type error. */
const LINE_OF: { readonly [Kind in CheckKind]: (check: CheckOf<Kind>) => string } = {
  nodeName: ({ want }) => want,
  nodeSelector: ({ key, want }) => `${key}=${want}`,
  nodeAffinity: ({ terms }) =>
    terms.map(({ requirements }) => requirements.map(({ requirement }) => requirementText(requirement)).join(" ")).join(" | "),
  taint: ({ taint }) => taintText(taint),
};
const KINDS = Object.keys(LINE_OF) as readonly CheckKind[];

const textOf = <Kind extends CheckKind>(check: CheckOf<Kind> & { readonly kind: Kind }): string => LINE_OF[check.kind](check);

const outcomeOf = (check: PlacementCheck | undefined): CheckOutcome =>
  check === undefined ? "absent" : check.passed ? "passed" : "failed";

/** Returns the result of all checks; a missing pair has none. */
function outcomeOfAll(pair: PairPreview, checks: readonly PlacementCheck[]): CheckOutcome {
  if (pair.verdict === "absent") return "absent";
  return checks.every(({ passed }) => passed) ? "passed" : "failed";
}

/** Returns the checks of a pair, now and after the change, in the order of the controller's checks. */
export function previewChecks(now: PairPreview, then: PairPreview): readonly CheckPreview[] {
  return KINDS.map((kind) => {
    const checksNow = now.checks.filter((check) => check.kind === kind);
    const checksThen = then.checks.filter((check) => check.kind === kind);
    const texts = [...new Set([...checksNow, ...checksThen].map(textOf))];
    const lines = texts.map((text) => ({
      text,
      before: outcomeOf(checksNow.find((check) => textOf(check) === text)),
      after: outcomeOf(checksThen.find((check) => textOf(check) === text)),
    }));
    const [before, after] = [outcomeOfAll(now, checksNow), outcomeOfAll(then, checksThen)];
    return { kind, before, after, changes: before !== after || lines.some((line) => line.before !== line.after), lines };
  });
}
