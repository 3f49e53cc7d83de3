import css from "./icons.module.css";
/** The line icons of the chrome. They are decoration, so hidden from assistive technology. */
export const LogoIcon = () => (
  <svg width="20" height="20" viewBox="0 0 18 18" aria-hidden="true">
    <g fill="var(--ink)">
      <rect x="1" y="1" width="4.6" height="4.6" rx=".8" />
      <rect x="6.9" y="1" width="4.6" height="4.6" rx=".8" opacity=".45" />
      <rect x="1" y="6.9" width="4.6" height="4.6" rx=".8" opacity=".45" />
      <rect x="1" y="12.8" width="4.6" height="4.2" rx=".8" opacity=".45" />
      <rect x="12.8" y="1" width="4.2" height="4.6" rx=".8" opacity=".45" />
    </g>
    <circle cx="11.6" cy="11.6" r="4.4" fill="none" stroke="var(--ink)" strokeWidth="1.9" />
  </svg>
);

export const LineIcon = ({ d, size = 16, small = false }: { readonly d: string; readonly size?: number; readonly small?: boolean }) => (
  <svg className={small ? `${css.icon} ${css.small}` : css.icon} viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
    <path d={d} />
  </svg>
);

export const SearchIcon = () => <LineIcon small size={14} d="M10 6a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM9 9l3.5 3.5" />;
export const BackIcon = () => <LineIcon d="M10 4 6 8l4 4" />;
export const ForwardIcon = () => <LineIcon d="m6 4 4 4-4 4" />;
export const CloseIcon = () => <LineIcon d="m4 4 8 8M12 4l-8 8" />;
export const DownIcon = () => <LineIcon small d="m4 6 4 4 4-4" />;
export const MoreIcon = () => (
  <svg className={css.icon} viewBox="0 0 16 16" aria-hidden="true">
    <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2.4" strokeLinecap="round" />
  </svg>
);
