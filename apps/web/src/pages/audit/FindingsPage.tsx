import { COST_RESOURCES } from "@daemonscope/daemonset/audit/costs";
import { type AuditFinding, SEVERITIES } from "@daemonscope/daemonset/audit/finding";
import { DEFAULT_WORKLOAD } from "@daemonscope/daemonset/audit/workload";
import { ApiProblem } from "../../data/api/fetch-answer.ts";
import { useAudit } from "../../data/api/queries.ts";
import { useFreshness, useShownDay } from "../../data/hooks/cluster-context.ts";
import { navigate } from "../../data/url/navigation.ts";
import type { AuditView } from "../../data/url/url.ts";
import { useWriteAccess } from "../../panels/actions/use-write-access.ts";
import { FilterChips } from "../../panels/filters/FilterChips.tsx";
import { Headline } from "../../panels/verdict/Headline.tsx";
import { momentText } from "../../words/i18n/time-of-day.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./audit.module.css";
import { FindingGroup } from "./FindingGroup.tsx";

const amountsOf = (text: string): ReadonlyMap<string, string> =>
  new Map(text.split(",").map((part) => [part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1)]));

/** The requests of one more pod, for which the server looks for room. A field that is empty requests nothing. */
function WorkloadForm({ view }: { readonly view: AuditView }) {
  const { t } = useTranslation();
  const amounts = amountsOf(view.workload ?? DEFAULT_WORKLOAD);
  const submit = (form: HTMLFormElement) => {
    const data = new FormData(form);
    const parts = COST_RESOURCES.map((resource) => `${resource}=${String(data.get(resource)).trim() || "0"}`);
    const workload = parts.join(",");
    navigate({ ...view, workload: workload === DEFAULT_WORKLOAD ? undefined : workload });
  };
  return (
    <form
      className={css.workload}
      aria-label={t("audit.workload")}
      onSubmit={(event) => {
        event.preventDefault();
        submit(event.currentTarget);
      }}
    >
      <span>{t("audit.workload")}</span>
      {COST_RESOURCES.map((resource) => (
        <label key={resource}>
          <span>{resource}</span>
          <input name={resource} defaultValue={amounts.get(resource) ?? "0"} autoComplete="off" spellCheck={false} />
        </label>
      ))}
      <button type="submit" className="btn">
        {t("audit.check")}
      </button>
    </form>
  );
}

/** Groups findings by check, in their order: the first of each group is its most severe. */
function groupsOf(findings: readonly AuditFinding[]): readonly (readonly [AuditFinding, ...AuditFinding[]])[] {
  const groups = new Map<string, [AuditFinding, ...AuditFinding[]]>();
  for (const each of findings) {
    const group = groups.get(each.fact.check);
    if (group === undefined) groups.set(each.fact.check, [each]);
    else group.push(each);
  }
  return [...groups.values()];
}

/** Weaknesses of all DaemonSets, or of one, the most severe first. */
export function FindingsPage({ view }: { readonly view: AuditView }) {
  const { t } = useTranslation();
  const dayMs = useShownDay();
  const access = useWriteAccess();
  const { data, error } = useAudit(useFreshness().kind === "live", view.workload);
  if (data === undefined)
    return (
      <main>
        <Headline word={t("audit.title")} sentence={t(error === null ? "audit.asking" : "audit.notKnown")}>
          {error === null ? null : <span role="alert">{error instanceof ApiProblem ? error.message : t("taints.noAnswer")}</span>}
        </Headline>
      </main>
    );
  const { query } = view;
  const findings = data.findings.filter(({ daemonSet }) => daemonSet.includes(query));
  const [high = 0, medium = 0, low = 0] = SEVERITIES.map((severity) => findings.filter((each) => each.severity === severity).length);
  const time = momentText(data.at, dayMs, true);
  const isClean = findings.length === 0;
  const clean = query === "" ? t("audit.none") : t("audit.noneOf", { name: query });
  return (
    <main>
      <Headline
        word={isClean ? t("audit.title") : t("audit.word", { count: findings.length })}
        sentence={isClean ? clean : t("audit.sentence", { high, medium, low })}
      >
        <span>{data.unread ?? t("audit.means")}</span>
        <span className="i3">
          {error === null ? t("taints.asOf", { time }) : <span role="alert">{t("taints.notRenewed", { time })}</span>}
        </span>
      </Headline>
      <div className={`${css.body} data`}>
        <FilterChips view={view} />
        {access?.kind === "no" && !isClean ? <p className={`i3 ${css.access}`}>{t(`actions.doIt.why.${access.why}`)}</p> : null}
        {groupsOf(findings).map((group) => (
          <FindingGroup key={group[0].fact.check} findings={group} mayPlan={access?.kind !== "no"} />
        ))}
        <WorkloadForm key={view.workload} view={view} />
      </div>
    </main>
  );
}
