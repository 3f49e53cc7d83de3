import { humanDuration } from "@daemonscope/kube/values/human-duration";
import type { RolloutReport, RolloutsAnswer } from "@daemonscope/shared/http/rollouts";
import { useRef } from "react";
import { useClusterView } from "../../../data/hooks/cluster-context.ts";
import { openSidePanel } from "../../../data/url/navigation.ts";
import type { DaemonSetView } from "../../../data/url/url.ts";
import { ViewLink } from "../../../data/url/ViewLink.tsx";
import { CopyButton } from "../../../ui/controls/CopyButton.tsx";
import { DataTable } from "../../../ui/controls/DataTable.tsx";
import { PictureIcon, SaveIcon } from "../../../ui/controls/filled-icons.tsx";
import { Drawer } from "../../../ui/drawer/Drawer.tsx";
import drawerCss from "../../../ui/drawer/drawer.module.css";
import { EmptyState } from "../../../ui/empty/EmptyState.tsx";
import { lastedText } from "../../../words/format/age-text.ts";
import { datedText } from "../../../words/i18n/dated-text.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import { fileNameOf, type Origin, originFacts, originLine } from "../../exports/origin.ts";
import { saveFile } from "../../exports/save-file.ts";
import { ReportPicture } from "./ReportPicture.tsx";
import css from "./report.module.css";
import {
  comparedToPreviousText,
  outcomeWords,
  problemLines,
  reportFacts,
  reportMarkdown,
  reportUnavailableText,
  revisionName,
  slowestNodes,
  spanWords,
} from "./report-text.ts";
import { standaloneSvg } from "./standalone-svg.ts";
import { useReport } from "./use-report.ts";

interface PartProps {
  readonly view: DaemonSetView;
  readonly report: RolloutReport;
}

/** A link to a node goes to this time before the node was done, when its last wait is still visible. */
const BEFORE_DONE_MS = 1000;

function NodeLink({ view, node, atMs }: { readonly view: DaemonSetView; readonly node: string; readonly atMs: number }) {
  return (
    <ViewLink view={{ ...view, section: "overview", at: {}, drawer: undefined, node }} atMs={atMs} className="mono">
      {node}
    </ViewLink>
  );
}

function Slowest({ view, report }: PartProps) {
  const { t } = useTranslation();
  const slowest = slowestNodes(report);
  if (slowest.length === 0) return null;
  return (
    <section>
      <h3>{t("report.slowest")}</h3>
      <DataTable
        className={css.list}
        rows={slowest}
        keyOf={({ node }) => node}
        columns={[
          {
            head: t("report.node"),
            cell: ({ node, fromMs, doneAtMs, tookMs }) => (
              <NodeLink view={view} node={node} atMs={Math.max(fromMs, (doneAtMs ?? fromMs + tookMs) - BEFORE_DONE_MS)} />
            ),
          },
          {
            head: t("report.took"),
            cell: ({ doneAtMs, tookMs, failingMs }) => (
              <>
                {doneAtMs === undefined ? t("report.still", { age: humanDuration(tookMs) }) : lastedText(t, tookMs)}
                {failingMs > 0 ? <span className="i3"> {t("report.ofItFailing", { age: humanDuration(failingMs) })}</span> : null}
              </>
            ),
          },
        ]}
      />
    </section>
  );
}

function Failed({ view, report: { failed, failedCount, endedAtMs } }: PartProps) {
  const { t } = useTranslation();
  if (failed.length === 0) return null;
  return (
    <section>
      <h3>{t("report.failed", { count: failedCount })}</h3>
      <DataTable
        className={css.list}
        rows={failed}
        keyOf={({ node }) => node}
        columns={[
          { head: t("report.node"), cell: ({ node, atMs }) => <NodeLink view={view} node={node} atMs={atMs} /> },
          { head: t("report.firstSeen"), cell: ({ atMs }) => datedText(atMs, endedAtMs, true) },
          {
            head: t("report.failingFor"),
            cell: ({ failingMs, isFailing }) =>
              isFailing ? t("report.still", { age: humanDuration(failingMs) }) : lastedText(t, failingMs),
          },
        ]}
      />
      {failedCount > failed.length ? <p className="i3">{t("report.more", { amount: failedCount - failed.length })}</p> : null}
    </section>
  );
}

function Problems({ view, report }: PartProps) {
  const { t } = useTranslation();
  const lines = problemLines(t, report);
  if (lines.length === 0) return null;
  return (
    <section>
      <h3>{t("report.problems")}</h3>
      <ul className={css.problems}>
        {lines.map(({ fromMs, when, what }) => (
          <li key={`${fromMs} ${what}`}>
            <ViewLink view={{ ...view, drawer: undefined, node: undefined }} atMs={fromMs}>
              {when}
            </ViewLink>
            {what}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Links to the rollouts before and after this one. */
function Steps({ answer: { rollouts, report, previous } }: { readonly answer: RolloutsAnswer }) {
  const { t } = useTranslation();
  const at = rollouts.findIndex(({ startedAtMs }) => startedAtMs === report?.startedAtMs);
  const [before, after] = [rollouts[at - 1], rollouts[at + 1]];
  if (before === undefined && after === undefined) return null;
  return (
    <p className={css.steps}>
      {before === undefined ? null : (
        <button type="button" onClick={() => openSidePanel("report", before.startedAtMs)}>
          {t("report.before", { name: previous === undefined ? t("report.hash", { hash: before.hash }) : revisionName(t, previous) })}
        </button>
      )}
      {after === undefined ? null : (
        <button type="button" onClick={() => openSidePanel("report", after.startedAtMs)}>
          {t("report.after")}
        </button>
      )}
    </p>
  );
}

interface ExportsProps {
  readonly about: string;
  readonly origin: Origin;
  readonly report: RolloutReport;
  readonly previous: RolloutReport | undefined;
  readonly picture: () => SVGSVGElement | null | undefined;
}

function ReportExports({ about, origin, report, previous, picture }: ExportsProps) {
  const { t } = useTranslation();
  const saveJson = () => {
    const content = { ...originFacts(origin), daemonSet: about, report, ...(previous === undefined ? {} : { previous }) };
    saveFile(
      fileNameOf(origin, `${about}-rollout`, "json"),
      new Blob([`${JSON.stringify(content, null, 2)}\n`], { type: "application/json" }),
    );
  };
  const savePicture = () => {
    const drawn = picture();
    if (!drawn) return;
    const background = getComputedStyle(document.documentElement).getPropertyValue("--bg-1");
    const lines = [`${about}${t("model.colon")}${outcomeWords(t, report)}`, originLine(origin)];
    saveFile(fileNameOf(origin, `${about}-rollout`, "svg"), standaloneSvg(drawn, background, lines));
  };
  return (
    <>
      <CopyButton text={() => reportMarkdown(t, about, originLine(origin), report, previous)} label={t("report.copy")} />
      <button type="button" className="iconbtn" aria-label={t("report.savePicture")} title={t("report.savePicture")} onClick={savePicture}>
        <PictureIcon />
      </button>
      <button type="button" className="iconbtn" aria-label={t("report.save")} title={t("report.save")} onClick={saveJson}>
        <SaveIcon />
      </button>
    </>
  );
}

function ReportBody({ view, answer }: { readonly view: DaemonSetView; readonly answer: RolloutsAnswer }) {
  const { t } = useTranslation();
  const { report, previous } = answer;
  if (report === undefined) return <EmptyState title={t("report.none")} />;
  const comparison = comparedToPreviousText(t, report, previous);
  return (
    <>
      <p className={drawerCss.lead}>
        {outcomeWords(t, report)}
        {comparison === undefined ? null : ` ${comparison}`}
      </p>
      <ReportPicture report={report} previous={previous} />
      <Steps answer={answer} />
      <dl className={css.facts}>
        <dt>{t("report.when")}</dt>
        <dd>{spanWords(t, report, answer.at)}</dd>
        {report.images.map(({ container, image }) => (
          <Fact key={container} name={container} value={image} />
        ))}
        {reportFacts(t, report).map(({ name, value }) => (
          <Fact key={name} name={name} value={value} />
        ))}
      </dl>
      <Problems view={view} report={report} />
      <Failed view={view} report={report} />
      <Slowest view={view} report={report} />
    </>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}

interface ReportDrawerProps {
  readonly view: DaemonSetView;
  /** The DaemonSet's key. */
  readonly about: string;
  /** Epoch of the live cluster. */
  readonly log: string | undefined;
  /** Start of the rollout, as in the address. */
  readonly reported: string;
}

/** The reports of a rollout and of the one before, in a side panel. */
export function ReportDrawer({ view, about, log, reported }: ReportDrawerProps) {
  const { t } = useTranslation();
  const { state } = useClusterView();
  const { answer, problem } = useReport(log, view, reported);
  const body = useRef<HTMLDivElement>(null);
  const report = answer?.report;
  const origin = state?.cluster && report && { cluster: state.cluster, atMs: report.endedAtMs, isLive: report.ending === "underWay" };
  return (
    <Drawer
      label={t("report.label")}
      title={report === undefined ? t("report.label") : t("report.title", { name: revisionName(t, report) })}
      links={
        report === undefined || origin === undefined ? null : (
          <ReportExports
            about={about}
            origin={origin}
            report={report}
            previous={answer?.previous}
            picture={() => body.current?.querySelector<SVGSVGElement>("[data-report-picture]")}
          />
        )
      }
      onClose={() => openSidePanel("report", undefined)}
    >
      <div ref={body} data-report>
        {problem === undefined ? null : <p role="alert">{reportUnavailableText(t, problem)}</p>}
        {answer === undefined ? problem === undefined ? <p>{t("report.reading")}</p> : null : <ReportBody view={view} answer={answer} />}
      </div>
    </Drawer>
  );
}
