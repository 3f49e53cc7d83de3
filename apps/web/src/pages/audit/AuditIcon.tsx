import css from "./audit.module.css";

/** A list under inspection, 28 px: each line has a mark. `tone`: an audit with a high finding, another one, or none. */
export function AuditIcon({ tone }: { readonly tone: "high" | "some" | "clean" }) {
  const mark = (y: number) => (tone === "clean" ? `M5.5 ${y}l2 2 3.5-4` : `M8 ${y - 2.5}v2.5m0 2.4v.1`);
  return (
    <svg className={css.icon} width={28} height={28} viewBox="0 0 28 28" data-tone={tone} aria-hidden="true">
      <rect x={1} y={1} width={26} height={26} rx={5} />
      <path d={`${mark(10)}${mark(19)}`} />
      <path d="M14.5 10h8M14.5 19h8" data-lines />
    </svg>
  );
}
