import { Fragment, useMemo } from "react";
import type { Readable } from "../../data/computed/computed.ts";
import { LABEL_PREFIX } from "../../data/rows/grouping.ts";
import type { Labelled } from "../../data/rows/label-keys.ts";
import type { GridSize } from "../../draw/grid/layout/grid-size.ts";
import { MiddleCut } from "../../ui/text/MiddleCut.tsx";
import { plainText } from "../../words/format/plain-text.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { shortKey } from "./found-keys.ts";
import gridToolsCss from "./grid-tools.module.css";
import { KeyChooser } from "./KeyChooser.tsx";
import { type FirstKeys, labelId } from "./KeyDialog.tsx";
import { MAX_LABELS, type RequestedLabels } from "./shown-labels.ts";

interface LabelsChooserProps {
  readonly requested: RequestedLabels;
  readonly source: Readable<Labelled>;
  readonly first?: FirstKeys | undefined;
  /** Receives the keys for the URL, separated by commas. */
  readonly onLabels: (keys: string) => void;
}

/** Chooses the labels that are shown under the names of nodes. */
export function LabelsChooser({ requested, source, first, onLabels }: LabelsChooserProps) {
  const { t } = useTranslation();
  const { keys } = requested;
  return (
    <KeyChooser
      title={t("grid.labels.under")}
      source={source}
      first={first}
      chosen={keys.map(labelId)}
      most={MAX_LABELS}
      onChoose={(ids) => onLabels(ids.map((id) => id.replace(LABEL_PREFIX, "")).join(","))}
    >
      {keys.length === 0 ? t("grid.labels.title") : <ChosenKeys keys={keys} />}
    </KeyChooser>
  );
}

/** A key of at most this length is not truncated next to a long one. */
const MAX_SHORT_KEY = 12;

/** Truncates each key separately: one joint text would lose the end of the first key and the start of the second. */
function ChosenKeys({ keys }: { readonly keys: readonly string[] }) {
  const { t } = useTranslation();
  return keys.map((key, at) => (
    <Fragment key={key}>
      {at > 0 && <span className={gridToolsCss.comma}>{t("grid.comma").trim()}</span>}
      <MiddleCut
        text={plainText(shortKey(key))}
        title={plainText(key)}
        className={shortKey(key).length <= MAX_SHORT_KEY ? gridToolsCss.short : undefined}
      />
    </Fragment>
  ));
}

interface LabelsNoteProps {
  readonly requested: RequestedLabels;
  /** The URL names labels. */
  readonly isNamed: boolean;
  readonly records: Labelled["records"];
  readonly size: GridSize;
}

/** Explains in one sentence why labels from the URL are not visible. */
export function LabelsNote({ requested, isNamed, records, size }: LabelsNoteProps) {
  const { t } = useTranslation();
  const { keys, problem } = requested;
  const unknown = useMemo(
    () => (isNamed ? keys.find((key) => !records.some((record) => record !== undefined && Object.hasOwn(record.labels, key))) : undefined),
    [isNamed, keys, records],
  );
  const isHidden = isNamed && keys.length > 0 && (size === "fit" || size === "10");
  const words =
    problem !== undefined
      ? t(`grid.labels.${problem.kind}`, { what: plainText(problem.what).slice(0, 80), most: MAX_LABELS })
      : unknown !== undefined
        ? t("grid.labels.onNoNode", { what: plainText(unknown) })
        : isHidden
          ? t("grid.labels.hidden")
          : undefined;
  return words === undefined ? null : (
    <p className={`i2 ${gridToolsCss.note}`} role="status" data-labels-note>
      {words}
    </p>
  );
}
