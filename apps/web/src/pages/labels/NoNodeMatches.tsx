import type { SelectorMatch } from "@daemonscope/daemonset/placement/selector-match";
import { useTranslation } from "../../words/i18n/use-translation.tsx";

/** Why a selector matches no node: what it requires, and what nodes have instead. */
export function NoNodeMatches({ match, nodes }: { readonly match: SelectorMatch; readonly nodes: number }) {
  const { t } = useTranslation();
  if (match.unmet.length === 0) return <>{t("labels.noneTogether", { count: nodes })}</>;
  return match.unmet.map(({ text, key, nodes: having, values }) => (
    <div key={text}>
      {t("labels.noneMatch", { count: nodes })} <code>{text}</code>
      {having === 0 ? (
        <>
          {t("labels.noKeyBefore")} <code>{key}</code>
          {t("labels.noKeyAfter")}
        </>
      ) : (
        <>
          {t("labels.otherValues", { count: having })}{" "}
          {values.map(({ value, nodes: count }, index) => (
            <span key={value}>
              {index === 0 ? "" : t("labels.comma")}
              <code>{value === "" ? '""' : value}</code>
              {values.length > 1 ? ` (${count})` : ""}
            </span>
          ))}
        </>
      )}
    </div>
  ));
}
