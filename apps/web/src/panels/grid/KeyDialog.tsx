import { type CSSProperties, useEffect, useId, useMemo, useRef, useState } from "react";
import { type Readable, useComputed } from "../../data/computed/computed.ts";
import { LABEL_KEYS, type LabelKey, type Labelled } from "../../data/rows/label-keys.ts";
import { ComboboxField } from "../../ui/controls/ComboboxField.tsx";
import { Dialog } from "../../ui/dialog/Dialog.tsx";
import type { Translate } from "../../words/i18n/translator.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { type FoundKeys, foundKeys } from "./found-keys.ts";
import { KeyOption } from "./KeyOption.tsx";
import css from "./key-chooser.module.css";

/** A choice that is not a label key, such as the pool of a node. */
interface FixedChoice {
  readonly id: string;
  readonly words: string;
}

/** Keys that come first in a list, under a title that gives the reason. */
export interface FirstKeys {
  readonly title: string;
  readonly keys: readonly string[];
}

/** The options of a chooser. The id of a label key is `label:` and the key. */
export interface KeyChoices {
  readonly title: string;
  readonly source: Readable<Labelled>;
  readonly fixed?: readonly FixedChoice[];
  readonly first?: FirstKeys | undefined;
  readonly chosen: readonly string[];
  /** Maximum number of chosen keys. If it is one, a choice closes the dialog. */
  readonly most: number;
  readonly onChoose: (ids: readonly string[]) => void;
}

interface KeyDialogProps extends KeyChoices {
  readonly style: CSSProperties;
  readonly onClose: () => void;
}

export const labelId = (key: string): string => `label:${key}`;
const keyIn = (id: string): string | undefined => (id.startsWith("label:") ? id.slice("label:".length) : undefined);
const NO_KEYS: readonly string[] = [];
const NO_CHOICES: readonly FixedChoice[] = [];

interface Options extends FoundKeys {
  readonly plain: readonly FixedChoice[];
  /** Ids of all options, in their order. */
  readonly ids: readonly string[];
}

/** Returns the options that contain the typed text. */
function useOptions({ source, fixed = NO_CHOICES, first, chosen }: KeyChoices, typed: string): Options {
  const labelKeys = useComputed(source, LABEL_KEYS);
  const firstKeys = first?.keys ?? NO_KEYS;
  // A chosen key that no node has is offered, so that the user can remove it.
  const [chosenAtOpening] = useState(chosen);
  return useMemo(() => {
    const keys = labelKeys?.keys ?? [];
    const knownKeys = new Set(keys.map(({ key }) => key));
    const strays = chosenAtOpening.flatMap((id) => keyIn(id) ?? []).filter((key) => !knownKeys.has(key) && !firstKeys.includes(key));
    const found = foundKeys(keys, [...firstKeys, ...strays], typed);
    const text = typed.trim().toLowerCase();
    const plain = fixed.filter(({ words }) => words.toLowerCase().includes(text));
    const ids = [...plain.map(({ id }) => id), ...[...found.first, ...found.others].map(({ key }) => labelId(key))];
    return { ...found, plain, ids };
  }, [labelKeys, firstKeys, fixed, typed, chosenAtOpening]);
}

/** Chooses from the label keys of all nodes. A combobox with a list, as ARIA describes it. */
export function KeyDialog({ style, onClose, ...choices }: KeyDialogProps) {
  const { title, chosen, most, onChoose } = choices;
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const listId = useId();
  const found = useOptions(choices, typed);
  const { ids } = found;
  const active = Math.min(at, ids.length - 1);
  const isFull = most > 1 && chosen.length >= most;
  const take = (id: string | undefined) => {
    if (id === undefined) return;
    if (most === 1) {
      onChoose([id]);
      onClose();
    } else if (chosen.includes(id)) onChoose(chosen.filter((each) => each !== id));
    else if (!isFull) onChoose([...chosen, id]);
  };
  return (
    <Dialog title={title} className={css.dialog} style={style} hasHead={false} onClose={onClose}>
      <ComboboxField
        label={t("grid.labels.find")}
        placeholder={t("grid.labels.find")}
        listId={listId}
        typed={typed}
        active={active}
        last={ids.length - 1}
        onType={(text) => {
          setTyped(text);
          setAt(0);
        }}
        onMove={setAt}
        onTake={(index) => take(ids[index])}
      />
      <KeyList {...choices} id={listId} found={found} active={active} isFull={isFull} onTake={take} onPoint={setAt} />
      <p className={css.foot} role="status">
        {footWords(t, choices, found, isFull)}
      </p>
    </Dialog>
  );
}

function footWords(t: Translate, { most }: KeyChoices, { ids, more }: Options, isFull: boolean): string {
  if (ids.length === 0) return t("grid.labels.nothing");
  if (isFull) return t("grid.labels.full", { count: most });
  if (more > 0) return t("grid.labels.moreKeys", { count: more });
  return most === 1 ? t("grid.labels.hint") : t("grid.labels.hintMany", { most });
}

interface KeyListProps extends KeyChoices {
  readonly id: string;
  readonly found: Options;
  readonly active: number;
  readonly isFull: boolean;
  readonly onTake: (id: string) => void;
  readonly onPoint: (at: number) => void;
}

function KeyList({ id: listId, title, first, chosen, most, found, active, isFull, onTake, onPoint }: KeyListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[data-at="${active}"]`)?.scrollIntoView({ block: "nearest" });
  }, [active]);
  const { plain, first: firstLabels, others } = found;
  const option = (id: string, index: number) => ({
    id: `${listId}-${index}`,
    at: index,
    isActive: index === active,
    isChosen: chosen.includes(id),
    isOff: isFull && !chosen.includes(id),
    onTake: () => onTake(id),
    onPoint: () => onPoint(index),
  });
  const label = (each: LabelKey, index: number) => <KeyOption key={each.key} {...option(labelId(each.key), index)} label={each} />;
  return (
    <div id={listId} ref={list} role="listbox" aria-label={title} aria-multiselectable={most > 1} className={css.list}>
      {plain.map(({ id, words }, index) => (
        <KeyOption key={id} {...option(id, index)} words={words} />
      ))}
      {firstLabels.length === 0 ? null : (
        <div role="group" aria-label={first?.title ?? title} className={css.first}>
          <p aria-hidden="true">{first?.title ?? title}</p>
          {firstLabels.map((each, index) => label(each, plain.length + index))}
        </div>
      )}
      {others.map((each, index) => label(each, plain.length + firstLabels.length + index))}
    </div>
  );
}
