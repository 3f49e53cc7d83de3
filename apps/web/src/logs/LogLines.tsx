import type { LogStream } from "@daemonscope/shared/http/logs";
import { useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { LineText } from "./LineText.tsx";
import type { LogLine } from "./log-buffer.ts";
import { noteWords } from "./log-note.ts";

const ROW_PX = 18;
/** Rows beyond the edges, so that a fast scroll is not empty. */
const SPARE_ROWS = 20;
/** Wrapped rows have heights of their own, so they are all drawn: the newest of them. */
const WRAPPED_ROWS = 1000;

interface LogLinesProps {
  readonly lines: readonly LogLine[];
  readonly streams: readonly LogStream[];
  readonly times: boolean;
  readonly wrap: boolean;
  /** Nothing moves. */
  readonly isHeld: boolean;
}

/** The lines in a box that scrolls: only rows in sight are in the page. It stays at the end until somebody scrolls away from it. */
export function LogLines({ lines, streams, times, wrap, isHeld }: LogLinesProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLElement>(null);
  const [scrolled, setScrolled] = useState({ top: 0, height: 600 });
  const isAtEnd = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new lines move the end
  useLayoutEffect(() => {
    const element = box.current;
    if (element !== null && isAtEnd.current && !isHeld) element.scrollTop = element.scrollHeight;
  }, [lines, wrap, isHeld]);
  const onScroll = () => {
    const element = box.current;
    if (element === null) return;
    isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < 2 * ROW_PX;
    setScrolled({ top: element.scrollTop, height: element.clientHeight });
  };
  const first = wrap ? Math.max(0, lines.length - WRAPPED_ROWS) : Math.max(0, Math.floor(scrolled.top / ROW_PX) - SPARE_ROWS);
  const last = wrap ? lines.length : Math.ceil((scrolled.top + scrolled.height) / ROW_PX) + SPARE_ROWS;
  const rows = lines.slice(first, last);
  return (
    <section
      ref={box}
      className={wrap ? "log-lines wrap" : "log-lines"}
      role="log"
      aria-live="off"
      aria-label={t("logs.linesLabel")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must get there
      tabIndex={0}
      onScroll={onScroll}
    >
      {wrap && first > 0 ? <div className="i3">{t("logs.wrapCut", { count: WRAPPED_ROWS })}</div> : null}
      <div className="log-rows" style={wrap ? undefined : { height: lines.length * ROW_PX, paddingTop: first * ROW_PX }}>
        {rows.map((line) => (
          <div key={line.id} className={line.note === undefined ? "log-row" : "log-row note"}>
            {streams.length > 1 && line.note === undefined ? <span className="from">{streams[line.stream]?.pod} </span> : null}
            {times && line.time !== "" ? <span className="from">{line.time} </span> : null}
            {line.note === undefined ? <LineText text={line.text} stretches={line.stretches} /> : noteWords(line.note, t)}
          </div>
        ))}
      </div>
    </section>
  );
}
