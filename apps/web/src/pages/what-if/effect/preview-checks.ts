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

interface CheckRow<Kind extends CheckKind> {
  /** Formats a check as a line. */
  readonly lineOf: (check: CheckOf<Kind>) => string;
  /** Keys below `whatIf.node`: the name of the checks, and the note if the template has none. */
  readonly nameKey: string;
  readonly noneKey: string;
}

/** One row for each kind, in the order of the controller's checks; a missing kind is a type error. */
export const CHECK_ROWS = {
  nodeName: { lineOf: ({ want }) => want, nameKey: "nodeName", noneKey: "noPin" },
  nodeSelector: { lineOf: ({ key, want }) => `${key}=${want}`, nameKey: "selector", noneKey: "noSelector" },
  nodeAffinity: {
    lineOf: ({ terms }) =>
      terms.map(({ requirements }) => requirements.map(({ requirement }) => requirementText(requirement)).join(" ")).join(" | "),
    nameKey: "affinity",
    noneKey: "noAffinity",
  },
  taint: { lineOf: ({ taint }) => taintText(taint), nameKey: "taints", noneKey: "noTaints" },
} as const satisfies { readonly [Kind in CheckKind]: CheckRow<Kind> };
const KINDS = Object.keys(CHECK_ROWS) as readonly CheckKind[];
const rows: { readonly [Kind in CheckKind]: CheckRow<Kind> } = CHECK_ROWS;

const textOf = <Kind extends CheckKind>(check: CheckOf<Kind> & { readonly kind: Kind }): string => rows[check.kind].lineOf(check);

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
