import { Fragment } from "react";
import { Hyphened } from "./Hyphened.tsx";
import css from "./text.module.css";

const AFTER_SLASH = /(?<=\/)/;
const BEFORE_CAPITAL = /(?<=[a-z])(?=[A-Z])/;

/** The pieces of a name that stay together as long as they have room: `kube-system/`, `cilium`; `Kubelet`, `Has`, `Disk`, `Pressure`. */
export const piecesOf = (text: string): readonly string[] => text.split(text.includes("/") ? AFTER_SLASH : BEFORE_CAPITAL);

/** A piece that is no longer has room on any line. */
const SHORT = 14;

/** A name that is broken where it has a joint, and inside a piece only where that is long. In one run of text: a box for each piece would put spaces into
 *  the name as it is read aloud. */
export function Pieces({ text }: { readonly text: string }) {
  return (
    <span className="mono">
      {piecesOf(text).map((piece, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have nothing but their place
        <Fragment key={at}>
          {at === 0 ? null : <wbr />}
          {piece.length > SHORT ? <Hyphened text={piece} /> : <span className={css.piece}>{piece}</span>}
        </Fragment>
      ))}
    </span>
  );
}
