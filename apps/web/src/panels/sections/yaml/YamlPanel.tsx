import { kubectlLine } from "@daemonscope/daemonset/actions/changes/kubectl-line";
import type { YamlAnswer } from "@daemonscope/shared/http/answers";
import { type ReactNode, Suspense, useState } from "react";
import { ApiProblem } from "../../../data/api/fetch-answer.ts";
import { useCluster } from "../../../data/hooks/cluster-context.ts";
import type { View } from "../../../data/url/url.ts";
import { CopyButton } from "../../../ui/controls/CopyButton.tsx";
import checkCss from "../../../ui/controls/check.module.css";
import { DownloadButton } from "../../../ui/controls/DownloadButton.tsx";
import { FailureBoundary } from "../../../ui/loading/FailureBoundary.tsx";
import { lazyWithWords } from "../../../ui/loading/lazy-with-text.ts";
import { ClockTime } from "../../../ui/text/ClockTime.tsx";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import { NearestLinks } from "../NearestLinks.tsx";
import sectionsCss from "../sections.module.css";
import { useYaml, type YamlQuery } from "./use-yaml.ts";
import css from "./yaml.module.css";

/** The editor has about 100 kB. Until it loads, or if it fails to load, `PlainYaml` shows the text. */
const YamlEditor = lazyWithWords(() => import("./YamlEditor.tsx").then((module) => module.YamlEditor));

interface YamlPanelProps {
  readonly query: YamlQuery;
  readonly managed: boolean;
  readonly onManaged: (shown: boolean) => void;
  /** Link to another pod, if the user can choose pods. */
  readonly podLink?: (pod: string) => View;
  readonly children?: ReactNode;
}

interface ReadYaml {
  readonly answer: YamlAnswer;
  readonly atMs: number;
  readonly managed: boolean;
}

/** One object's YAML at one version: it stays as it was read until the user reloads it. */
export function YamlPanel({ query, managed, onManaged, podLink, children }: YamlPanelProps) {
  const { t } = useTranslation();
  const cluster = useCluster(({ state }) => state?.cluster);
  const { data, error, readAtMs, isPending } = useYaml(query);
  const [read, setRead] = useState<ReadYaml | undefined>(undefined);
  const newest = data === undefined ? undefined : { answer: data, atMs: readAtMs, managed };
  if (newest !== undefined && (read === undefined || read.managed !== managed)) setRead(newest);
  const shown = read ?? newest;
  const hasChanged = shown !== undefined && newest !== undefined && newest.answer.resourceVersion !== shown.answer.resourceVersion;
  return (
    <section className={css.section} aria-label="YAML">
      <div className={sectionsCss.tools}>
        {children}
        <label className={checkCss.check}>
          <input type="checkbox" checked={managed} onChange={(event) => onManaged(event.target.checked)} />
          {t("yaml.managed")}
        </label>
        <span className="grow" />
        {shown === undefined ? null : (
          <>
            <span className="i3">
              resourceVersion <code>{shown.answer.resourceVersion}</code> · {t("sections.readAt")} <ClockTime atMs={shown.atMs} />
            </span>
            <CopyButton text={shown.answer.yaml} label={t("yaml.copy")} />
            <DownloadButton text={shown.answer.yaml} name={`${shown.answer.name}.yaml`} label={t("yaml.download")} />
          </>
        )}
      </div>
      <p className={css.changedSince} role="status">
        {hasChanged ? (
          <>
            {t("yaml.changed")}{" "}
            <button type="button" className="btn" onClick={() => setRead(newest)}>
              {t("yaml.reload")}
            </button>
          </>
        ) : null}
      </p>
      {error === null ? null : (
        <p role="alert">
          {error instanceof ApiProblem ? error.message : t("sections.noServer")}
          {podLink === undefined ? null : <NearestLinks error={error} viewOf={podLink} />}
        </p>
      )}
      {isPending ? <p role="status">{t("yaml.reading")}</p> : null}
      {shown === undefined ? null : (
        <>
          <FailureBoundary shown={() => <PlainYaml yaml={shown.answer.yaml} />}>
            <Suspense fallback={<PlainYaml yaml={shown.answer.yaml} />}>
              <YamlEditor text={shown.answer.yaml} label={t("yaml.label", { kind: shown.answer.kind, name: shown.answer.name })} />
            </Suspense>
          </FailureBoundary>
          <p className="i3">
            {shown.answer.showsValues ? "" : `${t("yaml.hidden")} `}
            {t("yaml.sameAs")} <code>{kubectlOf(cluster, shown.answer)}</code>
          </p>
        </>
      )}
    </section>
  );
}

function kubectlOf(cluster: Parameters<typeof kubectlLine>[0], { kind, namespace, name }: YamlAnswer): string {
  return kubectlLine(cluster, namespace, ["get", kind.toLowerCase(), name, "-o", "yaml"]);
}

function PlainYaml({ yaml }: { readonly yaml: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it
    <pre className={css.plain} tabIndex={0}>
      {yaml}
    </pre>
  );
}
