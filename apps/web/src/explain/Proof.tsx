import { requirementText, taintText, tolerationText } from "@daemonscope/daemonset/describe/check-words";
import type { PlacementTemplate } from "@daemonscope/daemonset/placement/explain-placement";
import type { AffinityTermCheck, Placement, PlacementCheck } from "@daemonscope/daemonset/placement/placement";
import type { Toleration } from "@daemonscope/kube/objects";
import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Translate } from "../i18n/translator.ts";
import { HeldTolerations } from "./HeldTolerations.tsx";
import { CheckMark } from "./marks.tsx";

type TaintCheck = Extract<PlacementCheck, { readonly kind: "taint" }>;

const has = (have: string | undefined, t: Translate): ReactNode =>
  have === undefined ? (
    t("explain.proof.noLabel")
  ) : (
    <>
      {t("explain.proof.nodeHas")} <code>{have === "" ? '""' : have}</code>
    </>
  );

function Step({
  passed,
  title,
  note,
  children,
}: {
  readonly passed: boolean;
  readonly title: string;
  readonly note: string;
  readonly children?: ReactNode;
}) {
  return (
    <li className={passed ? undefined : "no"}>
      <CheckMark kind={passed ? "passed" : "failed"} />
      <div>
        <div className="h">
          {title}
          <span>{note}</span>
        </div>
        {children}
      </div>
    </li>
  );
}

function CheckLine({
  kind,
  want,
  children,
}: {
  readonly kind: "passed" | "failed" | "ignored";
  readonly want: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="line-check">
      <CheckMark kind={kind} />
      <code>{want}</code>
      <span className="have">{children}</span>
    </div>
  );
}

function Term({ term }: { readonly term: AffinityTermCheck }) {
  const { t } = useTranslation();
  if (term.empty) return <div className="term">{t("explain.proof.emptyTerm")}</div>;
  return (
    <div className="term">
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
          {check.parseError ?? has(check.have, t)}
        </CheckLine>
      ))}
    </div>
  );
}

/** A toleration as a reader of the page's language has it: only "every taint" is ours, all else the API's. */
function tolerationWords(toleration: Toleration, t: Translate): string {
  const toleratesAll = toleration.operator === "Exists" && (toleration.key ?? "") === "";
  if (!toleratesAll) return tolerationText(toleration);
  return `${t("explain.proof.everyTaint")}${(toleration.effect ?? "") === "" ? "" : `:${toleration.effect}`}`;
}

function outcome(check: TaintCheck, t: Translate): ReactNode {
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

/** Why (not): every check in the controller's own order, what is wanted beside what the node has. `template`: whose tolerations are held against a taint that
 *  they do not tolerate. */
export function Proof({ placement, template }: { readonly placement: Placement; readonly template: PlacementTemplate | undefined }) {
  const { t } = useTranslation();
  const of = <Kind extends PlacementCheck["kind"]>(kind: Kind) =>
    placement.checks.filter((check): check is Extract<PlacementCheck, { readonly kind: Kind }> => check.kind === kind);
  const [name] = of("nodeName");
  const selector = of("nodeSelector");
  const [affinity] = of("nodeAffinity");
  const taints = of("taint");
  return (
    <ol className="proof">
      <Step
        passed={name?.passed ?? true}
        title={t("explain.proof.nodeName")}
        note={name === undefined ? t("explain.proof.noNodeName") : t("explain.proof.pinned", { node: name.want })}
      />
      <Step
        passed={selector.every((check) => check.passed)}
        title={t("explain.proof.nodeSelector")}
        note={selector.length === 0 ? t("explain.none") : t("explain.proof.everyKey")}
      >
        {selector.map((check) => (
          <CheckLine
            key={check.key}
            kind={check.passed ? "passed" : "failed"}
            want={`${check.key} = ${check.want === "" ? '""' : check.want}`}
          >
            {has(check.have, t)}
          </CheckLine>
        ))}
      </Step>
      <Step
        passed={affinity?.passed ?? true}
        title={t("explain.proof.affinity")}
        note={
          affinity === undefined ? t("explain.none") : affinity.terms.length === 0 ? t("explain.proof.noTerms") : t("explain.proof.oneTerm")
        }
      >
        {affinity?.terms.map((term, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: terms have no name but their place
          <div key={at}>
            {at > 0 ? <div className="or">{t("explain.proof.or")}</div> : null}
            <Term term={term} />
          </div>
        ))}
      </Step>
      <Step
        passed={taints.every((check) => check.passed)}
        title={t("explain.proof.taints")}
        note={taints.length === 0 ? t("explain.proof.noTaints") : t("explain.proof.mustTolerate")}
      >
        {taints.map((check) => (
          <Fragment key={taintText(check.taint)}>
            <CheckLine kind={check.outcome === "ignored" ? "ignored" : check.passed ? "passed" : "failed"} want={taintText(check.taint)}>
              {outcome(check, t)}
            </CheckLine>
            {check.passed || template === undefined ? null : (
              <div className="tols">
                <HeldTolerations
                  taint={check.taint}
                  tolerations={template.tolerations}
                  count={template.tolerations.length}
                  hostNetwork={template.hostNetwork}
                />
              </div>
            )}
          </Fragment>
        ))}
      </Step>
    </ol>
  );
}
