import type { ReactNode } from "react";
import { CheckMark } from "../../causes/CheckMark.tsx";
import css from "./explain.module.css";

/** One step of the proof: its result, title and note. */
export function ProofStepLine({
  passed,
  title,
  note,
  children,
}: {
  readonly passed: boolean;
  readonly title: string;
  readonly note?: string | undefined;
  readonly children?: ReactNode;
}) {
  return (
    <li className={passed ? undefined : css.failed}>
      <CheckMark kind={passed ? "passed" : "failed"} />
      <div>
        <div className={css.title}>
          {title}
          {note === undefined ? null : <span>{note}</span>}
        </div>
        {children}
      </div>
    </li>
  );
}

/** One check in a step: the wanted value and the value that was found. */
export function CheckLine({
  kind,
  want,
  children,
}: {
  readonly kind: "passed" | "failed" | "ignored";
  readonly want: string;
  readonly children: ReactNode;
}) {
  return (
    <div className={css.check}>
      <CheckMark kind={kind} />
      <code>{want}</code>
      <span className={css.found}>{children}</span>
    </div>
  );
}
