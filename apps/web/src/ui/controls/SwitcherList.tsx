import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from "react";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { classes } from "../theme/classes.ts";
import { ComboboxField } from "./ComboboxField.tsx";
import { SearchIcon } from "./icons.tsx";
import css from "./switcher-list.module.css";

/** An entry of a switcher. */
export interface SwitcherOption {
  readonly id: string;
  readonly text: string;
  /** Shown after the text, weaker. */
  readonly note?: string | undefined;
  /** Shown at the end of the row. */
  readonly status?: string | undefined;
  /** An icon of 16 px. */
  readonly mark?: ReactNode;
  readonly isCurrent?: boolean;
  readonly choose: () => void;
}

/** More rows would make the list slow; the user types to find the others. */
const MAX_ROWS = 200;

interface SwitcherListProps {
  readonly label: string;
  readonly placeholder: string;
  readonly options: readonly SwitcherOption[];
  readonly onClose: () => void;
}

interface RowProps {
  readonly id: string;
  readonly option: SwitcherOption;
  readonly isActive: boolean;
  readonly onChoose: (option: SwitcherOption) => void;
}

const Row = ({ id, option, isActive, onChoose }: RowProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys
  <div
    id={id}
    role="option"
    aria-selected={isActive}
    aria-current={option.isCurrent || undefined}
    className={classes(css.option, option.isCurrent === true && css.current)}
    onClick={() => onChoose(option)}
  >
    <span>{option.mark}</span>
    <span className="ell" title={option.text}>
      <b>{option.text}</b>
      {option.note === undefined ? null : <small>{option.note}</small>}
    </span>
    <small>{option.status}</small>
  </div>
);

/** A combobox with its list, as ARIA describes it: the field keeps the focus. */
export function SwitcherList({ label, placeholder, options, onClose }: SwitcherListProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState<number>();
  const id = useId();
  const rows = useRef<HTMLDivElement>(null);
  const found = useMemo(() => {
    const wanted = typed.trim().toLowerCase();
    return wanted === "" ? options : options.filter(({ text }) => text.toLowerCase().includes(wanted));
  }, [options, typed]);
  const shown = found.slice(0, MAX_ROWS);
  const current = typed === "" ? shown.findIndex(({ isCurrent }) => isCurrent) : 0;
  const active = Math.min(at ?? Math.max(0, current), shown.length - 1);
  useEffect(() => {
    rows.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);

  const choose = (option: SwitcherOption | undefined) => {
    if (option === undefined) return;
    onClose();
    option.choose();
  };
  return (
    <div className={css.pop}>
      <div className={css.find}>
        <SearchIcon />
        <ComboboxField
          label={label}
          placeholder={placeholder}
          listId={id}
          typed={typed}
          active={active}
          last={shown.length - 1}
          onType={(text) => {
            setTyped(text);
            setAt(undefined);
          }}
          onMove={setAt}
          onTake={(index) => choose(shown[index])}
        />
      </div>
      <div id={id} role="listbox" aria-label={label} ref={rows} className={css.list}>
        {shown.map((option, index) => (
          <Row key={option.id} id={`${id}-${index}`} option={option} isActive={index === active} onChoose={choose} />
        ))}
      </div>
      {found.length === 0 || found.length > MAX_ROWS ? (
        <p className={css.foot} role="status">
          {found.length === 0 ? t("palette.nothing") : t("palette.more", { count: found.length - MAX_ROWS })}
        </p>
      ) : null}
    </div>
  );
}
