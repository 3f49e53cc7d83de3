import type { TemplateChange } from "@daemonscope/daemonset/revisions/template/template-changes";
import type { RevisionDifference } from "@daemonscope/shared/http/answers";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import { changeWords, isRestart, RESTART } from "./change-words.ts";
import css from "./revisions.module.css";

const SIGNS: Readonly<Record<TemplateChange["kind"], string>> = { added: "+", removed: "−", changed: "~", reordered: "↕" };

/** The changes, one line each, grouped by their object. */
export function ChangeList({ difference }: { readonly difference: RevisionDifference }) {
  const { t } = useTranslation();
  const { changes, more, reordered } = difference;
  const subjects = [...new Set(changes.map(({ subject }) => subject))];
  return (
    <>
      {changes.length === 0 && <p>{reordered.length === 0 ? t("revisions.same") : t("revisions.noEffect")}</p>}
      {subjects.map((subject) => (
        <div key={subject}>
          <h3>{subject === "" ? t("revisions.pod") : subject}</h3>
          <ul className={css.changes}>
            {changes
              .filter((change) => change.subject === subject)
              .map((change) => (
                <li key={`${change.kind} ${change.path}`}>
                  <code aria-hidden="true">{SIGNS[change.kind]}</code>
                  <span className="visually-hidden">{changeWords(change, t)}</span>
                  <span aria-hidden="true">
                    <ChangeText change={change} />
                    {isRestart(change) && (
                      <>
                        {" "}
                        <code>{RESTART}</code>
                      </>
                    )}
                  </span>
                </li>
              ))}
          </ul>
        </div>
      ))}
      {more > 0 && <p>{t("revisions.moreChanges", { count: more })}</p>}
      {reordered.length > 0 && (
        <p className="i3">
          {t("revisions.reordered")} <code>{reordered.join(", ")}</code>
        </p>
      )}
    </>
  );
}

function ChangeText({ change: { kind, what, before, after } }: { readonly change: TemplateChange }) {
  const { t } = useTranslation();
  switch (kind) {
    case "added":
      return (
        <>
          {t("revisions.change.added", { what })}
          {after !== undefined && <code className={css.new}>{after}</code>}
        </>
      );
    case "removed":
      return (
        <>
          {t("revisions.change.removed", { what })}
          {before !== undefined && <code className={css.old}>{before}</code>}
        </>
      );
    case "reordered":
      return t("revisions.change.reordered", { what });
    case "changed":
      return before === after ? (
        t("revisions.change.hidden", { what })
      ) : (
        <>
          {what}
          <code className={css.old}>{before}</code> <span className="i3">→</span>
          <code className={css.new}>{after}</code>
        </>
      );
  }
}
