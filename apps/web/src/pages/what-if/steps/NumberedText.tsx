import { type ComponentProps, useMemo, useRef } from "react";
import css from "./numbered-text.module.css";

interface NumberedTextProps extends Omit<ComponentProps<"textarea">, "onChange" | "value" | "wrap"> {
  readonly value: string;
  /** The line with the parser's error, from 1. */
  readonly wrongLine: number | undefined;
  readonly onChange: (text: string) => void;
}

/** Returns the numbers of a range of lines, one a line. */
const numbersFrom = (first: number, last: number): string =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => `${first + at}\n`).join("");

/** A text with line numbers that marks the wrong line, because a parser's message names lines. */
export function NumberedText({ value, wrongLine, onChange, ...attributes }: NumberedTextProps) {
  const numbers = useRef<HTMLPreElement>(null);
  const lines = useMemo(() => value.split("\n").length, [value]);
  const wrong = wrongLine !== undefined && wrongLine <= lines ? wrongLine : undefined;
  return (
    <div className={css.numbered}>
      <pre ref={numbers} className={css.numbers} aria-hidden="true">
        {wrong === undefined ? (
          numbersFrom(1, lines)
        ) : (
          <>
            {numbersFrom(1, wrong - 1)}
            <mark>{`${wrong}\n`}</mark>
            {numbersFrom(wrong + 1, lines)}
          </>
        )}
      </pre>
      <textarea
        {...attributes}
        wrap="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onScroll={(event) => {
          if (numbers.current !== null) numbers.current.scrollTop = event.currentTarget.scrollTop;
        }}
      />
    </div>
  );
}
