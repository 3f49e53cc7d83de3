import css from "./icons.module.css";

interface IconSize {
  /** 14 px instead of 16 px. */
  readonly small?: boolean;
}

/** An icon of one filled path on a square of 16. */
export const FilledIcon = ({ d, small = false }: IconSize & { readonly d: string }) => (
  <svg className={small ? `${css.icon} ${css.small}` : css.icon} viewBox="0 0 16 16" aria-hidden="true">
    <path d={d} fill="currentColor" stroke="none" />
  </svg>
);

const icon = (d: string) => (size: IconSize) => <FilledIcon d={d} {...size} />;

export const PlayIcon = icon("M5 3v10l7.500-5z");
export const PauseIcon = icon("M4.500 3.500h2.500v9h-2.500zM9 3.500h2.500v9H9z");
export const NextIcon = icon("M3.500 3.500v9l6.500-4.500zM11 3.500h1.800v9H11z");
export const PreviousIcon = icon("M12.500 3.500v9L6 8zM3.200 3.500H5v9H3.200z");
export const SaveIcon = icon("M7.250 2h1.500v6.200l2.200-2.200 1.100 1.100L8 11.100 3.950 7.100 5.050 6l2.200 2.200zM3 12.500h10V14H3z");
export const PictureIcon = icon(
  "M2 3h12v10H2zM3.400 4.400v7.200h9.200V4.400zM4.400 10.600l2.400-3.200 1.800 2.200 1.400-1.600 1.800 2.600z",
);
