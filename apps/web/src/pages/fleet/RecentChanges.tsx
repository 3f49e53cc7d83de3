import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { shortImage } from "@daemonscope/words/facts/cause-text";
import { useTranslation } from "react-i18next";
import { plainCellStyle } from "../../data/cell/cell-style.ts";
import { daemonSetView } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { CellSwatch } from "../../draw/cell/CellSwatch.tsx";
import { authorText } from "../../panels/verdict/revision-text.ts";
import { MiddleCut } from "../../ui/text/MiddleCut.tsx";
import { ageText } from "../../words/format/age-text.ts";
import css from "./recent-changes.module.css";

const MAX_SHOWN = 3;
const REVISION = plainCellStyle("available");

/** The last changes of all DaemonSets: their current revisions, the newest first. */
export function RecentChanges({ records, nowMs }: { readonly records: readonly DaemonSetRecord[]; readonly nowMs: number }) {
  const { t } = useTranslation();
  const changes = records
    .flatMap((record) => {
      const current = record.revisions.find((each) => each.current);
      return current === undefined || record.revisions.length < 2
        ? []
        : [{ record, revision: current.revision, atMs: record.revisionSinceMs ?? current.createdAtMs }];
    })
    .sort((a, b) => b.atMs - a.atMs)
    .slice(0, MAX_SHOWN);
  if (changes.length === 0) return null;
  return (
    <section className={css.recent} aria-label={t("fleet.recent")}>
      <h2>{t("fleet.recent")}</h2>
      <ul>
        {changes.map(({ record, revision, atMs }) => (
          <li key={record.uid}>
            <CellSwatch look={REVISION} size={16} isResting />
            <span className="i3 ell">{record.namespace}</span>
            <ViewLink view={{ ...daemonSetView(record.key), section: "changes" }}>
              <MiddleCut isWord text={record.name} />
            </ViewLink>
            <span className="i2 ell">
              {t("verdict.revision", { revision, by: "" })}
              {t("model.comma")}
              {shortImage(record.containers[0]?.image ?? "")}
            </span>
            <span className="i2 ell">{authorText(t, record)}</span>
            <span className={`i3 ${css.age}`}>{ageText(nowMs - atMs)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
