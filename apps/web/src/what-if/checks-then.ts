import type { CheckKind, PlacementCheck } from "@daemonscope/daemonset/placement/placement";
import { requirementText, taintText } from "@daemonscope/kube/kubectl-notation";
import type { PairThen } from "@daemonscope/shared/http/what-if";

export type Mark = "passed" | "failed" | "absent";

/** One line of a check: what it holds for at each moment. */
export interface CheckLineThen {
  /** As the API has it. */
  readonly text: string;
  readonly before: Mark;
  readonly after: Mark;
}

/** All checks of one kind, now and then. */
export interface CheckThen {
  readonly kind: CheckKind;
  readonly before: Mark;
  readonly after: Mark;
  /** It is not the same at both moments. */
  readonly changes: boolean;
  readonly lines: readonly CheckLineThen[];
}

type CheckOf<Kind extends CheckKind> = Extract<PlacementCheck, { readonly kind: Kind }>;

/** The line of a check. A row for each kind, in the order in which the controller makes them: a new kind is an error here. */
const LINES: { readonly [Kind in CheckKind]: (check: CheckOf<Kind>) => string } = {
  nodeName: ({ want }) => want,
  nodeSelector: ({ key, want }) => `${key}=${want}`,
  nodeAffinity: ({ terms }) =>
    terms.map(({ requirements }) => requirements.map(({ requirement }) => requirementText(requirement)).join(" ")).join(" | "),
  taint: ({ taint }) => taintText(taint),
};
const KINDS = Object.keys(LINES) as readonly CheckKind[];

const textOf = <Kind extends CheckKind>(check: CheckOf<Kind> & { readonly kind: Kind }): string => LINES[check.kind](check);

const marked = (check: PlacementCheck | undefined): Mark => (check === undefined ? "absent" : check.passed ? "passed" : "failed");

/** Of a pair that is not there nothing is said. */
function whole(pair: PairThen, checks: readonly PlacementCheck[]): Mark {
  if (pair.verdict === "absent") return "absent";
  return checks.every(({ passed }) => passed) ? "passed" : "failed";
}

/** Every check of a pair beside itself, now and then; in the order in which the controller makes them. */
export function checksThen(now: PairThen, then: PairThen): readonly CheckThen[] {
  return KINDS.map((kind) => {
    const had = now.checks.filter((check) => check.kind === kind);
    const has = then.checks.filter((check) => check.kind === kind);
    const texts = [...new Set([...had, ...has].map(textOf))];
    const lines = texts.map((text) => ({
      text,
      before: marked(had.find((check) => textOf(check) === text)),
      after: marked(has.find((check) => textOf(check) === text)),
    }));
    const [before, after] = [whole(now, had), whole(then, has)];
    return { kind, before, after, changes: before !== after || lines.some((line) => line.before !== line.after), lines };
  });
}
