import { useMemo } from "react";
import type { Readable } from "../../data/computed/computed.ts";
import { taintKeysOf } from "../../data/lens/evaluate-lens.ts";
import { type Lens, type LensKind, STATE_LENS } from "../../data/lens/lens.ts";
import { lensKindWord } from "../../data/lens/lens-text.ts";
import { LABEL_PREFIX } from "../../data/rows/grouping.ts";
import { groupingsOf } from "../../data/rows/groupings.ts";
import type { Labelled } from "../../data/rows/label-keys.ts";
import { MiddleCut } from "../../ui/text/MiddleCut.tsx";
import { plainText } from "../../words/format/plain-text.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { shortKey } from "./found-keys.ts";
import gridToolsCss from "./grid-tools.module.css";
import { KeyChooser } from "./KeyChooser.tsx";
import { type FirstKeys, labelId } from "./KeyDialog.tsx";

interface LensSwitchProps {
  readonly lens: Lens;
  readonly kinds: readonly LensKind[];
  readonly source: Readable<Labelled>;
  readonly records: Labelled["records"];
  readonly first?: FirstKeys | undefined;
  readonly onLens: (lens: Lens) => void;
}

/** Returns the first label key: one that the DaemonSet selects by, else one that makes few groups, else any. O(nodes ×
 *  labels), so it runs only on a press. */
function firstLabelKey(records: Labelled["records"], first: FirstKeys | undefined): string | undefined {
  const nodes = records.filter((record) => record !== undefined);
  const grouping = groupingsOf(nodes).find((each) => LABEL_PREFIX.test(each));
  return first?.keys[0] ?? grouping?.replace(LABEL_PREFIX, "") ?? nodes.flatMap(({ labels }) => Object.keys(labels)).sort()[0];
}

/** Chooses what the cells show: a kind of lens, and the key if the lens has one. */
export function LensSwitch({ lens, kinds, source, records, first, onLens }: LensSwitchProps) {
  const { t } = useTranslation();
  const taintKeys = useMemo(() => taintKeysOf(records), [records]);
  const lensOf = (kind: LensKind): Lens => {
    if (kind !== "taint" && kind !== "label") return { kind };
    const key = kind === "taint" ? taintKeys[0] : firstLabelKey(records, first);
    return key === undefined ? STATE_LENS : { kind, key };
  };
  const hasLabels = records.some((record) => record !== undefined && Object.keys(record.labels).length > 0);
  const isEmpty = (kind: LensKind) => (kind === "taint" && taintKeys.length === 0) || (kind === "label" && !hasLabels);
  return (
    <>
      <label className={gridToolsCss.field}>
        <select
          aria-label={t("lens.title")}
          value={lens.kind}
          onChange={(event) => {
            const kind = kinds.find((each) => each === event.target.value);
            if (kind !== undefined) onLens(lensOf(kind));
          }}
        >
          {kinds.map((kind) => (
            <option key={kind} value={kind} disabled={isEmpty(kind) && kind !== lens.kind}>
              {lensKindWord(kind, t)}
            </option>
          ))}
        </select>
      </label>
      {lens.kind === "taint" && (
        <select
          className={gridToolsCss.lensKey}
          aria-label={t("lens.keyOf.taint")}
          value={lens.key}
          onChange={(event) => onLens({ kind: "taint", key: event.target.value })}
        >
          {[...new Set([lens.key, ...taintKeys])].map((key) => (
            <option key={key} value={key}>
              {key}
            </option>
          ))}
        </select>
      )}
      {lens.kind === "label" && (
        <KeyChooser
          title={t("lens.keyOf.label")}
          source={source}
          first={first}
          chosen={[labelId(lens.key)]}
          most={1}
          onChoose={([id]) => onLens({ kind: "label", key: id?.replace(LABEL_PREFIX, "") ?? lens.key })}
        >
          <MiddleCut text={shortKey(plainText(lens.key))} />
        </KeyChooser>
      )}
    </>
  );
}
