import { isEmptySelector, labelSelectorText, matchesLabelSelector } from "@daemonscope/kube/matching/label-selector";
import type { LabelSelector, StringMap } from "@daemonscope/kube/objects";
import type { Manifest } from "../change.ts";
import type { DaemonSetFacts } from "../plan-facts.ts";
import type { StepProblem } from "./step-problem.ts";
import { nameProblem } from "./value-problem.ts";

interface WrittenSpec {
  readonly selector?: LabelSelector;
  readonly template?: {
    readonly metadata?: { readonly labels?: StringMap };
    readonly spec?: { readonly containers?: readonly unknown[]; readonly restartPolicy?: string };
  };
}

const refused = (reason: string): StepProblem => ({ code: "refused", reason });

/** Returns the reason that the API server would reject a DaemonSet's manifest. `set` is the existing DaemonSet, if
 *  there is one. Checks only the fields that decide about its pods. Source: pkg/apis/apps/validation,
 *  ValidateDaemonSetSpec and ValidateDaemonSetUpdate. */
export function manifestProblem({ metadata, spec }: Manifest, set?: DaemonSetFacts): StepProblem | undefined {
  const badName = nameProblem(metadata.name);
  if (badName !== undefined) return badName;
  const { selector, template } = (spec ?? {}) as WrittenSpec;
  const labels = template?.metadata?.labels;
  if (set !== undefined) {
    if (selector === undefined || set.selector === undefined || labelSelectorText(selector) === set.selector) return undefined;
    return refused(`spec.selector: Invalid value: ${JSON.stringify(selector)}: field is immutable`);
  }
  if (selector === undefined || isEmptySelector(selector)) return refused("spec.selector: Required value");
  if (!matchesLabelSelector(selector, labels ?? {}))
    return refused(
      `spec.template.metadata.labels: Invalid value: ${JSON.stringify(labels ?? {})}: \`selector\` does not match template \`labels\``,
    );
  if ((template?.spec?.containers ?? []).length === 0) return refused("spec.template.spec.containers: Required value");
  const { restartPolicy = "Always" } = template?.spec ?? {};
  return restartPolicy === "Always"
    ? undefined
    : refused(`spec.template.spec.restartPolicy: Unsupported value: ${JSON.stringify(restartPolicy)}: supported values: "Always"`);
}
