import type { LabelKey } from "../../data/rows/label-keys.ts";
import { classes } from "../../ui/theme/classes.ts";
import { plainText } from "../../words/format/plain-text.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { shortKey } from "./found-keys.ts";
import css from "./key-chooser.module.css";

interface KeyOptionProps {
  readonly id: string;
  readonly at: number;
  readonly isActive: boolean;
  readonly isChosen: boolean;
  /** The maximum number of keys is chosen already. */
  readonly isOff: boolean;
  readonly onTake: () => void;
  readonly onPoint: () => void;
  readonly label?: LabelKey;
  /** Replaces the label key. */
  readonly words?: string;
}

/** A label key to choose, with its number of nodes and its number of values. */
export function KeyOption({ id, at, isActive, isChosen, isOff, onTake, onPoint, label, words }: KeyOptionProps) {
  const { t } = useTranslation();
  const key = label === undefined ? "" : plainText(label.key);
  const name = shortKey(key);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      aria-disabled={isOff || undefined}
      data-at={at}
      data-key={label?.key}
      className={classes(css.option, isActive && css.active, isOff && css.off)}
      title={label === undefined ? undefined : key}
      onClick={onTake}
      onPointerMove={onPoint}
    >
      <span className={css.tick} aria-hidden="true">
        {isChosen && (
          <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
            <path d="m1 5.5 3 3 5-7" fill="none" stroke="currentColor" strokeWidth="1.6" />
          </svg>
        )}
      </span>
      {label === undefined ? (
        <span className={css.words}>{words}</span>
      ) : (
        <>
          <code className={css.key}>
            <span className={css.prefix}>{key.slice(0, key.length - name.length)}</span>
            <span className={css.name}>{name}</span>
          </code>{" "}
          <span className={css.counts}>
            {t("grid.labels.counts", {
              nodes: t("labels.nodes", { count: label.nodes }),
              values: t("labels.values", { count: label.values }),
            })}
          </span>
        </>
      )}
    </div>
  );
}
