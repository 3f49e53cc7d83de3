import type { ContainerLogStream } from "@daemonscope/shared/http/logs";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useLayoutEffect, useRef } from "react";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import { LineText } from "../../logs/LineText.tsx";
import type { LogLine } from "../../logs/log-buffer.ts";
import { noteWords } from "../../logs/log-note.ts";
import css from "./logs.module.css";

const ROW_PX = 18;
/** Rows beyond the edges, so that a fast scroll is not empty. */
const SPARE_ROWS = 20;
const rowHeight = () => ROW_PX;

interface LogLinesProps {
  readonly lines: readonly LogLine[];
  readonly streams: readonly ContainerLogStream[];
  readonly times: boolean;
  readonly wrap: boolean;
  /** The view is paused. */
  readonly isHeld: boolean;
}

/** The lines in a scrolling box. Only visible rows are in the document. It follows the end until the user scrolls
 *  away. Then the visible lines stay in place, also while older lines are dropped. */
export function LogLines({ lines, streams, times, wrap, isHeld }: LogLinesProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLElement>(null);
  const rows = useVirtualizer<HTMLElement, HTMLElement>({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: rowHeight,
    getItemKey: useCallback((at: number) => lines[at]?.id ?? -1, [lines]),
    overscan: SPARE_ROWS,
    anchorTo: "end",
  });
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    if (lines.length > 0 && isAtEnd.current && !isHeld) rows.scrollToEnd();
  }, [rows, lines, isHeld]);
  // Heights of wrapped rows are invalid without wrapping.
  useLayoutEffect(() => (wrap ? () => rows.measure() : undefined), [rows, wrap]);
  const shown = rows.getVirtualItems();
  return (
    <section
      ref={box}
      className={wrap ? `${css.lines} ${css.wrap}` : css.lines}
      role="log"
      aria-live="off"
      aria-label={t("logs.linesLabel")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it
      tabIndex={0}
      // Reads the element, because React handles the scroll before the library does. The library would return the old
      // position.
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < 2 * ROW_PX;
      }}
    >
      <div className={css.rows} style={{ height: rows.getTotalSize(), paddingTop: shown[0]?.start ?? 0 }}>
        {shown.map(({ index }) => {
          const line = lines[index];
          return line === undefined ? null : (
            <div
              key={line.id}
              ref={wrap ? rows.measureElement : undefined}
              data-index={index}
              className={line.note === undefined ? css.row : `${css.row} ${css.note}`}
            >
              {streams.length > 1 && line.note === undefined ? <span className={css.from}>{streams[line.stream]?.pod} </span> : null}
              {times && line.time !== "" ? <span className={css.from}>{line.time} </span> : null}
              {line.note === undefined ? <LineText text={line.text} stretches={line.stretches} /> : noteWords(line.note, t)}
            </div>
          );
        })}
      </div>
    </section>
  );
}
