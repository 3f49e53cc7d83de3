import { Fragment } from "react";
import css from "./text.module.css";

/** A name of at most this length fits on any line. */
const SHORT = 14;

/** A name that can break after its hyphens if it is long. */
export function Hyphened({ text }: { readonly text: string }) {
  if (text.length <= SHORT) return <span className={css.piece}>{text}</span>;
  return text.split("-").map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity except their index
    <Fragment key={at}>
      {at === 0 ? null : (
        <>
          -<wbr />
        </>
      )}
      {part}
    </Fragment>
  ));
}
