import { requirementText, taintText, tolerationText } from "@daemonscope/daemonset/describe/check-words";
import type { AffinityTermCheck, Placement, PlacementCheck } from "@daemonscope/daemonset/placement/placement";
import type { ReactNode } from "react";
import { CheckMark } from "./marks.tsx";

type TaintCheck = Extract<PlacementCheck, { readonly kind: "taint" }>;

const has = (have: string | undefined): ReactNode =>
  have === undefined ? (
    "node has no such label"
  ) : (
    <>
      node has <code>{have === "" ? '""' : have}</code>
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
  if (term.empty) return <div className="term">an empty term matches nothing</div>;
  return (
    <div className="term">
      {term.requirements.map((check) => (
        <CheckLine
          key={`${check.source} ${requirementText(check.requirement)}`}
          kind={check.passed ? "passed" : "failed"}
          want={`${check.source === "field" ? "field " : ""}${requirementText(check.requirement)}`}
        >
          {check.parseError ?? has(check.have)}
        </CheckLine>
      ))}
    </div>
  );
}

function outcome(check: TaintCheck): ReactNode {
  switch (check.outcome) {
    case "ignored":
      return "never counts";
    case "blocksNew":
      return "not tolerated: no new pod, one that is there may stay";
    case "evicts":
      return "not tolerated: a pod there is deleted";
    case "tolerated":
      return (
        <>
          tolerated by {check.tolerationOrigin === "controller" ? <b>the controller</b> : "the template"}:{" "}
          <code>{check.toleration === undefined ? "" : tolerationText(check.toleration)}</code>
        </>
      );
  }
}

/** Why (not): every check in the controller's own order, what is wanted beside what the node has. */
export function Proof({ placement }: { readonly placement: Placement }) {
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
        title="Node name"
        note={name === undefined ? "the template pins no node" : `pinned to ${name.want}`}
      />
      <Step
        passed={selector.every((check) => check.passed)}
        title="Node selector"
        note={selector.length === 0 ? "none" : "every key must match"}
      >
        {selector.map((check) => (
          <CheckLine
            key={check.key}
            kind={check.passed ? "passed" : "failed"}
            want={`${check.key} = ${check.want === "" ? '""' : check.want}`}
          >
            {has(check.have)}
          </CheckLine>
        ))}
      </Step>
      <Step
        passed={affinity?.passed ?? true}
        title="Required affinity"
        note={
          affinity === undefined
            ? "none"
            : affinity.terms.length === 0
              ? "without terms it matches no node"
              : "one term is enough, all lines inside a term must hold"
        }
      >
        {affinity?.terms.map((term, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: terms have no name but their place
          <div key={at}>
            {at > 0 ? <div className="or">or</div> : null}
            <Term term={term} />
          </div>
        ))}
      </Step>
      <Step
        passed={taints.every((check) => check.passed)}
        title="Taints"
        note={taints.length === 0 ? "the node has none" : "every NoSchedule and NoExecute taint must be tolerated"}
      >
        {taints.map((check) => (
          <CheckLine
            key={taintText(check.taint)}
            kind={check.outcome === "ignored" ? "ignored" : check.passed ? "passed" : "failed"}
            want={taintText(check.taint)}
          >
            {outcome(check)}
          </CheckLine>
        ))}
      </Step>
    </ol>
  );
}
