const AFTER_SLASH = /(?<=\/)/;
const BEFORE_CAPITAL = /(?<=[a-z])(?=[A-Z])/;

/** The pieces of a name that stay together as long as they have room: `kube-system/`, `cilium`; `Kubelet`, `Has`, `Disk`, `Pressure`. */
export const piecesOf = (text: string): readonly string[] => text.split(text.includes("/") ? AFTER_SLASH : BEFORE_CAPITAL);

/** A name that is broken where it has a joint, and inside a piece only where that alone is wider than the line. */
export function Pieces({ text }: { readonly text: string }) {
  return piecesOf(text).map((piece, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have nothing but their place
    <span key={at} className="piece">
      {piece}
    </span>
  ));
}
