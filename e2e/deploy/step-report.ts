import type { FullResult, Reporter, TestCase, TestResult } from "@playwright/test/reporter";

interface Step {
  readonly title: string;
  readonly result: TestResult;
}

const annotationsOf = ({ result }: Step, type: string): readonly string[] =>
  result.annotations.filter((each) => each.type === type).map(({ description = "no reason was given" }) => description);

function lineOf(step: Step): string {
  const { title, result } = step;
  if (result.status === "skipped")
    return `could not run   ${title}: ${annotationsOf(step, "skip").join("; ") || "a step before it failed"}`;
  const figures = annotationsOf(step, "measured");
  return `${(result.status === "passed" ? "ran" : "FAILED").padEnd(16)}${title}${figures.length === 0 ? "" : `: ${figures.join(", ")}`}`;
}

/**
 * Prints at the end of the lane the steps that ran, with their measurements. Also prints the steps that this machine
 * cannot run, with the reason.
 */
export default class StepReport implements Reporter {
  readonly #steps = new Map<string, Step>();

  onTestEnd(test: TestCase, result: TestResult): void {
    const title = test.titlePath().slice(3).join(" › ");
    this.#steps.set(test.id, { title, result });
  }

  onEnd(_result: FullResult): void {
    const steps = [...this.#steps.values()];
    console.log(["", "deploy:", ...steps.map((step) => `  ${lineOf(step)}`), ""].join("\n"));
  }
}
