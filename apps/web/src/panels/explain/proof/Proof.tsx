import { decisiveCheck } from "@daemonscope/daemonset/placement/decisive-check";
import type { AffinityTermCheck, Placement, PlacementCheck } from "@daemonscope/daemonset/placement/placement";
import type { PlacementTemplate } from "@daemonscope/daemonset/records/placement-template";
import { requirementText, taintText, tolerationText } from "@daemonscope/kube/matching/kubectl-notation";
import type { MatchingGates } from "@daemonscope/kube/matching/toleration";
import type { Toleration } from "@daemonscope/kube/objects";
import { type ComponentType, Fragment, type ReactNode } from "react";
import type { Translate } from "../../../words/i18n/translator.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import css from "./explain.module.css";
import { HeldTolerations } from "./HeldTolerations.tsx";
import { OldName } from "./OldName.tsx";
import { CheckLine, ProofStepLine } from "./ProofStep.tsx";

type TaintCheck = Extract<PlacementCheck, { readonly kind: "taint" }>;

const nodeValue = (have: string | undefined, t: Translate): ReactNode =>
  have === undefined ? (
    t("explain.proof.noLabel")
  ) : (
    <>
      {t("explain.proof.nodeHas")} <code>{have === "" ? '""' : have}</code>
    </>
  );

function Term({ term }: { readonly term: AffinityTermCheck }) {
  const { t } = useTranslation();
  if (term.empty) return <div className={css.term}>{t("explain.proof.emptyTerm")}</div>;
  return (
    <div className={css.term}>
      {term.requirements.map((check) => (
        <CheckLine
          key={`${check.source} ${requirementText(check.requirement)}`}
          kind={check.passed ? "passed" : "failed"}
          want={
            check.source === "field"
              ? t("explain.proof.field", { requirement: requirementText(check.requirement) })
              : requirementText(check.requirement)
          }
        >
          {check.parseError ?? nodeValue(check.have, t)}
          {check.source === "label" ? <OldName of={check.requirement.key} /> : null}
        </CheckLine>
      ))}
    </div>
  );
}

/** Formats a toleration. Only "every taint" is translated; the rest is the API's notation. */
function tolerationWords(toleration: Toleration, t: Translate): string {
  const toleratesAll = toleration.operator === "Exists" && (toleration.key ?? "") === "";
  if (!toleratesAll) return tolerationText(toleration);
  return `${t("explain.proof.everyTaint")}${(toleration.effect ?? "") === "" ? "" : `:${toleration.effect}`}`;
}

function outcomeText(check: TaintCheck, t: Translate): ReactNode {
  switch (check.outcome) {
    case "ignored":
      return t("explain.proof.neverCounts");
    case "blocksNew":
      return t("explain.proof.blocksNew");
    case "evicts":
      return t("explain.proof.evicts");
    case "tolerated":
      return (
        <>
          {t("explain.proof.toleratedBy")}{" "}
          {check.tolerationOrigin === "controller" ? <b>{t("explain.proof.controller")}</b> : t("explain.proof.template")}
          {t("explain.proof.colon")} <code>{check.toleration === undefined ? "" : tolerationWords(check.toleration, t)}</code>
        </>
      );
  }
}

type Kind = PlacementCheck["kind"];
type CheckOf<K extends Kind> = Extract<PlacementCheck, { readonly kind: K }>;

/** The template whose tolerations are compared with an untolerated taint, and the feature gates for the comparison. */
export interface ComparedTolerations {
  readonly template: PlacementTemplate | undefined;
  readonly gates: MatchingGates;
}

interface StepProps<K extends Kind> extends ComparedTolerations {
  /** All checks of this kind, in the controller's order. */
  readonly checks: readonly CheckOf<K>[];
}

function NodeNameStep({ checks: [check] }: StepProps<"nodeName">) {
  const { t } = useTranslation();
  return (
    <ProofStepLine
      passed={check?.passed ?? true}
      title={t("checks.nodeName.name")}
      note={check === undefined ? t("checks.nodeName.none") : t("checks.nodeName.pinned", { node: check.want })}
    />
  );
}

function NodeSelectorStep({ checks }: StepProps<"nodeSelector">) {
  const { t } = useTranslation();
  return (
    <ProofStepLine
      passed={checks.every((check) => check.passed)}
      title={t("checks.nodeSelector.name")}
      note={checks.length === 0 ? t("explain.none") : t("explain.proof.everyKey")}
    >
      {checks.map((check) => (
        <CheckLine
          key={check.key}
          kind={check.passed ? "passed" : "failed"}
          want={`${check.key} = ${check.want === "" ? '""' : check.want}`}
        >
          {nodeValue(check.have, t)}
          <OldName of={check.key} />
        </CheckLine>
      ))}
    </ProofStepLine>
  );
}

function NodeAffinityStep({ checks: [check] }: StepProps<"nodeAffinity">) {
  const { t } = useTranslation();
  return (
    <ProofStepLine
      passed={check?.passed ?? true}
      title={t("checks.nodeAffinity.name")}
      note={check === undefined ? t("explain.none") : check.terms.length === 0 ? t("explain.proof.noTerms") : t("explain.proof.oneTerm")}
    >
      {check?.terms.map((term, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: terms have no name except their index
        <div key={at}>
          {at > 0 ? <div className={css.or}>{t("explain.proof.or")}</div> : null}
          <Term term={term} />
        </div>
      ))}
    </ProofStepLine>
  );
}

function TaintStep({ checks, template, gates }: StepProps<"taint">) {
  const { t } = useTranslation();
  return (
    <ProofStepLine
      passed={checks.every((check) => check.passed)}
      title={t("checks.taint.name")}
      note={checks.length === 0 ? t("checks.taint.none") : undefined}
    >
      {checks.map((check) => (
        <Fragment key={taintText(check.taint)}>
          <CheckLine kind={check.outcome === "ignored" ? "ignored" : check.passed ? "passed" : "failed"} want={taintText(check.taint)}>
            {outcomeText(check, t)}
            <OldName of={check.taint.key} />
          </CheckLine>
          {check.passed || template === undefined ? null : (
            <div className={css.tolerations}>
              <HeldTolerations
                taint={check.taint}
                tolerations={template.tolerations}
                count={template.tolerations.length}
                hostNetwork={template.hostNetwork}
                gates={gates}
              />
            </div>
          )}
        </Fragment>
      ))}
    </ProofStepLine>
  );
}

/** One step for each kind of check, in the controller's order. A kind without a step does not compile. */
const STEPS: { readonly [K in Kind]: ComponentType<StepProps<K>> } = {
  nodeName: NodeNameStep,
  nodeSelector: NodeSelectorStep,
  nodeAffinity: NodeAffinityStep,
  taint: TaintStep,
};
const KINDS = Object.keys(STEPS) as readonly Kind[];

function StepOf<K extends Kind>({
  kind,
  checks,
  ...comparison
}: { readonly kind: K; readonly checks: readonly PlacementCheck[] } & ComparedTolerations) {
  const Step: ComponentType<StepProps<K>> = STEPS[kind];
  return <Step checks={checks.filter((check): check is CheckOf<K> => check.kind === kind)} {...comparison} />;
}

/** Returns the kinds of checks of a proof: the failing ones, with the decisive kind first, and the passing ones. */
export function checkKinds({ checks }: Placement): { readonly deciding: readonly Kind[]; readonly passing: readonly Kind[] } {
  const first = decisiveCheck(checks)?.kind;
  const failing = KINDS.filter((kind) => checks.some((check) => check.kind === kind && !check.passed));
  return {
    deciding: [...failing.filter((kind) => kind === first), ...failing.filter((kind) => kind !== first)],
    passing: KINDS.filter((kind) => !failing.includes(kind)),
  };
}

/** Checks of the given kinds, in that order: the wanted value next to the node's value. */
export function Proof({
  placement,
  kinds,
  ...comparison
}: { readonly placement: Placement; readonly kinds: readonly Kind[] } & ComparedTolerations) {
  if (kinds.length === 0) return null;
  return (
    <ol className={css.proof}>
      {kinds.map((kind) => (
        <StepOf key={kind} kind={kind} checks={placement.checks} {...comparison} />
      ))}
    </ol>
  );
}
