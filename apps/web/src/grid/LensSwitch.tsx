import { useTranslation } from "react-i18next";
import { LENS_KINDS, type Lens, type LensKind, STATE_LENS } from "../lens/lens.ts";
import { lensKindWord } from "../lens/lens-words.ts";
import gridToolsCss from "./grid-tools.module.css";

interface LensSwitchProps {
  readonly lens: Lens;
  /** Keys that the nodes have, the best one to begin with first. */
  readonly taintKeys: readonly string[];
  readonly labelKeys: readonly string[];
  readonly onLens: (lens: Lens) => void;
}

/** What the cells show: one button a kind of lens, and the key where the lens has one. */
export function LensSwitch({ lens, taintKeys, labelKeys, onLens }: LensSwitchProps) {
  const { t } = useTranslation();
  const keysOf = (kind: "taint" | "label") => (kind === "taint" ? taintKeys : labelKeys);
  const lensOf = (kind: LensKind): Lens => {
    if (kind !== "taint" && kind !== "label") return { kind };
    const [key] = keysOf(kind);
    return key === undefined ? STATE_LENS : { kind, key };
  };
  const isEmpty = (kind: LensKind) => (kind === "taint" || kind === "label") && keysOf(kind).length === 0;
  return (
    <>
      <fieldset className={`${gridToolsCss.choices} ${gridToolsCss.lenses}`} aria-label={t("lens.title")}>
        {LENS_KINDS.map((kind) => (
          <button
            key={kind}
            type="button"
            aria-pressed={kind === lens.kind}
            className={kind === lens.kind ? gridToolsCss.chosen : undefined}
            disabled={isEmpty(kind) && kind !== lens.kind}
            title={isEmpty(kind) ? t(`lens.none.${kind === "taint" ? "taint" : "label"}`) : undefined}
            onClick={() => onLens(kind === lens.kind ? lens : lensOf(kind))}
          >
            {lensKindWord(kind, t)}
          </button>
        ))}
      </fieldset>
      {"key" in lens && (
        <select
          className={`btn ${gridToolsCss.lensKey}`}
          aria-label={t(`lens.keyOf.${lens.kind}`)}
          value={lens.key}
          onChange={(event) => onLens({ kind: lens.kind, key: event.target.value })}
        >
          {[...new Set([lens.key, ...keysOf(lens.kind)])].map((key) => (
            <option key={key} value={key}>
              {key}
            </option>
          ))}
        </select>
      )}
    </>
  );
}
