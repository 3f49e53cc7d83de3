import { countText } from "../text/figures.ts";
import { CloseMark } from "./CloseMark.tsx";
import css from "./legend.module.css";

interface KeptChipProps {
  readonly count: number;
  readonly words: string;
  /** What a press does. */
  readonly title: string;
  readonly onPress: () => void;
}

/** A filter that is on: how many it keeps, and of what. A press takes it away. */
export function KeptChip({ count, words, title, onPress }: KeptChipProps) {
  return (
    <button type="button" className={`${css.entry} ${css.kept}`} title={title} onClick={onPress}>
      <b>{countText(count)}</b>
      <span className="ell">{words}</span>
      <CloseMark />
    </button>
  );
}
