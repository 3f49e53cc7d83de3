import { classes } from "../../../ui/theme/classes.ts";
import { countText } from "../../../words/format/figures.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import css from "./before-after.module.css";

/** A number now and after the change: the old one dim, the new one bold; equal numbers once. */
export function BeforeAfter({
  now,
  then,
  className,
}: {
  readonly now: number;
  readonly then: number;
  readonly className?: string | undefined;
}) {
  const { t } = useTranslation();
  if (now === then) return <span className={classes(css.beforeAfter, css.equal, className)}>{countText(now)}</span>;
  return (
    <span className={classes(css.beforeAfter, className)}>
      <span className="visually-hidden">{t("whatIf.table.nowThen", { now, later: then })}</span>
      <s aria-hidden="true">{countText(now)}</s>
      <i aria-hidden="true">→</i>
      <b aria-hidden="true">{countText(then)}</b>
    </span>
  );
}
