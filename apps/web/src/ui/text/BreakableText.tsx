import { Fragment } from "react";
import { Hyphened } from "./Hyphened.tsx";

const AFTER_SLASH = /(?<=\/)/;
const BEFORE_CAPITAL = /(?<=[a-z])(?=[A-Z])/;

/**
 * The parts of a name that stay together if there is space: `kube-system/`, `cilium`; `Kubelet`, `Has`, `Disk`,
 * `Pressure`.
 */
export const breakableParts = (text: string): readonly string[] => text.split(text.includes("/") ? AFTER_SLASH : BEFORE_CAPITAL);

/**
 * A name that breaks between its pieces, and inside a piece only if the piece is long. It is one run of text: a box per
 * piece would add spaces when a screen reader speaks it.
 */
export function BreakableText({ text }: { readonly text: string }) {
  return (
    <span className="mono">
      {breakableParts(text).map((piece, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity except their index
        <Fragment key={at}>
          {at === 0 ? null : <wbr />}
          <Hyphened text={piece} />
        </Fragment>
      ))}
    </span>
  );
}

export const BreakableCode = ({ text }: { readonly text: string }) => (
  <code>
    <BreakableText text={text} />
  </code>
);
