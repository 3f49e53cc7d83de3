import type { DiffLine } from "@daemonscope/daemonset/revisions/template/line-diff";
import type { RevisionDifference } from "@daemonscope/shared/http/answers";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../../../ui/controls/CopyButton.tsx";
import css from "./revisions.module.css";

/** Limit of drawn lines; the copy contains all. */
const MAX_SHOWN_LINES = 1000;
const SIGNS: Readonly<Record<DiffLine["kind"], string>> = { hunk: "", same: " ", removed: "-", added: "+" };

/** The two templates as YAML, only the lines around each change, collapsed until the user opens them. */
export function YamlDiff({ difference: { diff } }: { readonly difference: RevisionDifference }) {
  const { t } = useTranslation();
  if (diff.length === 0) return null;
  const count = (kind: DiffLine["kind"]) => diff.filter((line) => line.kind === kind).length;
  const lineText = ({ kind, text }: DiffLine) => `${SIGNS[kind]}${text}`;
  return (
    <details>
      <summary>{t("revisions.yaml", { count: count("removed"), added: count("added") })}</summary>
      <div className={css.framed}>
        <pre className={css.diff}>
          {diff.slice(0, MAX_SHOWN_LINES).map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other identity, and no state
            <span key={at} className={css[line.kind]}>
              {`${lineText(line)}\n`}
            </span>
          ))}
          {diff.length > MAX_SHOWN_LINES && (
            <span className={css.hunk}>{`${t("revisions.yamlMore", { count: diff.length - MAX_SHOWN_LINES })}\n`}</span>
          )}
        </pre>
        <CopyButton text={`${diff.map(lineText).join("\n")}\n`} label={t("revisions.copyDifference")} />
      </div>
    </details>
  );
}
