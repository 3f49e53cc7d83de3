import { type AgentFamily, agentFamilies } from "@daemonscope/daemonset/placement/labels/agent-families";
import type { LabelsAnswer } from "@daemonscope/shared/http/answers";
import { nodesOf } from "@daemonscope/shared/state/cluster-state";
import { Fragment, useMemo } from "react";
import { ApiProblem } from "../../data/api/fetch-answer.ts";
import { useLabels } from "../../data/api/queries.ts";
import { useCluster, useShownDay } from "../../data/hooks/cluster-context.ts";
import { usePlacementVersion } from "../../data/hooks/use-placement-version.ts";
import { navigate } from "../../data/url/navigation.ts";
import { daemonSetView, LABELS_VIEW, type LabelsView, WHAT_IF_VIEW } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { FilterChips } from "../../panels/filters/FilterChips.tsx";
import { Headline } from "../../panels/verdict/Headline.tsx";
import { Connecting } from "../../ui/loading/Connecting.tsx";
import { momentText } from "../../words/i18n/time-of-day.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { CoverageTable } from "./CoverageTable.tsx";
import { coverageVerdict } from "./covered-text.ts";
import { type FamilyChoice, readFamily, toggleMember } from "./family-choice.ts";
import css from "./labels.module.css";
import { NoNodeMatches } from "./NoNodeMatches.tsx";
import { type Coverage, selectCoverage, zonesByValue } from "./select-pools.ts";

interface KeyListProps extends Pick<LabelsAnswer, "keys"> {
  /** The shown key. */
  readonly current: string | undefined;
}

function KeyList({ keys, current }: KeyListProps) {
  const { t } = useTranslation();
  return (
    <ul>
      {keys.map(({ key, values, nodes, users }) => (
        <li key={key}>
          <ViewLink view={{ ...LABELS_VIEW, key }} aria-current={key === current ? "true" : undefined}>
            <code>{key}</code>
            <span>
              {[
                t("labels.values", { count: values }),
                t("labels.nodes", { count: nodes }),
                ...(users.length === 0 ? [] : [t("labels.askedBy", { count: users.length })]),
              ].join(t("labels.comma"))}
            </span>
          </ViewLink>
        </li>
      ))}
    </ul>
  );
}

/** The label keys of the nodes, the most useful first. Those that no DaemonSet uses are folded, unless one is shown. */
function Keys({ answer }: { readonly answer: LabelsAnswer }) {
  const { t } = useTranslation();
  const more = answer.keyCount - answer.keys.length;
  const used = answer.keys.filter(({ users }) => users.length > 0);
  const unused = answer.keys.filter(({ users }) => users.length === 0);
  const isOpen = used.length === 0 || unused.some(({ key }) => key === answer.key);
  return (
    <nav className={css.keys} aria-label={t("labels.keys")}>
      <h2>{t("labels.keys")}</h2>
      <KeyList keys={used} current={answer.key} />
      {unused.length === 0 ? null : (
        <details key={String(isOpen)} open={isOpen}>
          <summary>{t("labels.unused", { count: unused.length })}</summary>
          <KeyList keys={unused} current={answer.key} />
        </details>
      )}
      {more > 0 ? <p className="i3">{t("labels.moreKeys", { count: more })}</p> : null}
    </nav>
  );
}

function FamilyTools({
  view,
  answer,
  families,
  choice,
}: {
  readonly view: LabelsView;
  readonly answer: LabelsAnswer;
  readonly families: readonly AgentFamily[];
  readonly choice: FamilyChoice;
}) {
  const { t } = useTranslation();
  const go = (family: string | undefined) => navigate({ ...view, family }, { replace: true });
  const label = (family: AgentFamily) =>
    family.kind === "users"
      ? t("labels.familyOfUsers", { key: family.name, count: family.keys.length })
      : t("labels.familyByName", { name: family.name, count: family.keys.length });
  const noFamilyText = choice.keys.size === 0 ? t("labels.familyOfNone") : t("labels.familyChosen", { count: choice.keys.size });
  const chosen = choice.family === undefined ? noFamilyText : label(choice.family);
  return (
    <div className={css.familyTools}>
      <label>
        <span>{t("labels.family")}</span>
        <select value={choice.family?.id ?? ""} onChange={(event) => go(event.target.value)}>
          {families.map((family) => (
            <option key={family.id} value={family.id}>
              {label(family)}
            </option>
          ))}
          {choice.family === undefined ? <option value="">{noFamilyText}</option> : null}
        </select>
      </label>
      <details>
        <summary>{t("labels.choose")}</summary>
        <fieldset>
          <legend className="visually-hidden">{t("labels.choose")}</legend>
          {answer.daemonSets.map(({ key }) => (
            <label key={key}>
              <input type="checkbox" checked={choice.keys.has(key)} onChange={() => go(toggleMember(choice, key, families))} />
              <span className="mono">{key}</span>
            </label>
          ))}
        </fieldset>
      </details>
      <FilterChips view={view} facts={{ family: { value: chosen } }} />
    </div>
  );
}

/** Nodes that no DaemonSet of the family wants, by pool. Each links to the reason. */
function Uncovered({ coverage, choice }: { readonly coverage: Coverage; readonly choice: FamilyChoice }) {
  const { t } = useTranslation();
  const [first] = choice.keys;
  const rows = coverage.rows.filter(({ value, uncovered }) => value !== null && uncovered > 0);
  const { leftOut } = coverage;
  const groups = rows.map((row) => ({ id: `value:${row.value}`, row, label: <code>{row.value === "" ? '""' : row.value}</code> }));
  const others =
    leftOut === undefined || leftOut.uncovered === 0
      ? []
      : [{ id: "left-out", row: leftOut, label: <>{t("labels.leftOut", { count: leftOut.pools })}</> }];
  if (coverage.uncovered === 0 || first === undefined) return null;
  return (
    <section className={css.uncovered} aria-label={t("labels.uncovered", { count: choice.keys.size })}>
      <h2>{t("labels.uncovered", { count: choice.keys.size })}</h2>
      <dl>
        {[...groups, ...others].map(({ id, row, label }) => (
          <div key={id}>
            <dt>{label}</dt>
            <dd>
              {row.names.map((name) => (
                <ViewLink
                  key={name}
                  view={{ ...daemonSetView(first), node: name }}
                  className="mono"
                  title={t("labels.whyNot", { node: name })}
                >
                  {name}
                </ViewLink>
              ))}
              {row.uncovered > row.names.length ? (
                <span className="i3">{t("labels.moreNodes", { count: row.uncovered - row.names.length })}</span>
              ) : null}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** DaemonSets whose selector and affinity match no node at all. */
function Unmatched({ answer }: { readonly answer: LabelsAnswer }) {
  const { t } = useTranslation();
  const none = answer.daemonSets.filter(({ match }) => match.nodes === 0);
  if (none.length === 0 || answer.nodeCount === 0) return null;
  return (
    <section className={css.unmatched} aria-label={t("labels.unmatched")}>
      <h2>{t("labels.unmatched")}</h2>
      <ul>
        {none.map(({ key, match }) => (
          <li key={key}>
            <ViewLink view={daemonSetView(key)}>
              <b>{key}</b>
            </ViewLink>
            <div className={css.why}>
              <NoNodeMatches match={match} nodes={answer.nodeCount} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Existing keys that are similar to the unknown one. */
function Nearest({ keys }: { readonly keys: readonly string[] }) {
  const { t } = useTranslation();
  if (keys.length === 0) return null;
  return (
    <span>
      {t("labels.nearest")}{" "}
      {keys.map((key, at) => (
        <Fragment key={key}>
          {at === 0 ? "" : t("labels.comma")}
          <ViewLink view={{ ...LABELS_VIEW, key }}>{key}</ViewLink>
        </Fragment>
      ))}
    </span>
  );
}

/** Labels as pools, and the DaemonSets that cover them. */
export function LabelsPage({ view }: { readonly view: LabelsView }) {
  const { t } = useTranslation();
  const dayMs = useShownDay();
  // The page depends on nodes and the answer only, so a changed cell does not render it.
  const nodes = useCluster(({ state }) => state && nodesOf(state));
  const answer = useLabels(view.key, usePlacementVersion());
  const { data } = answer;
  const key = data?.key;
  const zones = useMemo(() => zonesByValue(nodes ?? [], key ?? ""), [nodes, key]);
  if (nodes === undefined) return <Connecting />;
  if (data === undefined) {
    const problem = answer.error;
    return (
      <main>
        <Headline word={t("labels.title")} sentence={problem === null ? t("labels.asking") : t("labels.notKnown")}>
          {problem === null ? null : <span role="alert">{problem instanceof ApiProblem ? problem.message : t("taints.noAnswer")}</span>}
        </Headline>
      </main>
    );
  }
  const families = agentFamilies(data);
  const choice = readFamily(
    view.family,
    families,
    data.daemonSets.map((set) => set.key),
  );
  const coverage = selectCoverage(data, choice.keys, zones);
  const time = momentText(data.at, dayMs, true);
  if (data.nodeCount === 0 || key === undefined)
    return (
      <main>
        <Headline word={t("labels.title")} sentence={t("labels.noNodes")} />
        <div className="message data">
          <p>{t("labels.noNodesMean")}</p>
        </div>
      </main>
    );
  const verdict =
    data.poolCount === 0
      ? { word: t("labels.title"), sentence: t("labels.noNodeHas", { key }) }
      : coverageVerdict(t, key, data.poolCount, choice.keys, coverage);
  return (
    <main>
      <Headline {...verdict}>
        {data.poolCount === 0 ? <Nearest keys={data.nearest} /> : <span>{t("labels.coveredMeans")}</span>}
        {data.leftOut === undefined ? null : <span>{t("labels.morePools", { count: data.leftOut.pools })}</span>}
        <ViewLink className="link" data-of-now view={WHAT_IF_VIEW}>
          {t("chrome.whatIf")}
        </ViewLink>
        <span className="i3">
          {answer.error === null ? t("taints.asOf", { time }) : <span role="alert">{t("taints.notRenewed", { time })}</span>}
        </span>
      </Headline>
      <div className={`${css.body} data`}>
        <Keys answer={data} />
        <div className={css.main}>
          <FamilyTools view={view} answer={data} families={families} choice={choice} />
          <CoverageTable coverage={coverage} label={t("labels.table", { key })} />
          <Uncovered coverage={coverage} choice={choice} />
          <Unmatched answer={data} />
        </div>
      </div>
    </main>
  );
}
