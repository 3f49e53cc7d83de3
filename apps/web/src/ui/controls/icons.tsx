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

const Line = ({ d, size = 16, small = false }: { readonly d: string; readonly size?: number; readonly small?: boolean }) => (
  <svg className={small ? `${css.icon} ${css.small}` : css.icon} viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
    <path d={d} />
  </svg>
);

export const SearchIcon = () => <Line small size={14} d="M10 6a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM9 9l3.5 3.5" />;
export const BackIcon = () => <Line d="M10 4 6 8l4 4" />;
export const ForwardIcon = () => <Line d="m6 4 4 4-4 4" />;
export const CloseIcon = () => <Line d="m4 4 8 8M12 4l-8 8" />;
export const DownIcon = () => <Line small d="m4 6 4 4 4-4" />;
export const CopyIcon = () => (
  <Line
    small
    size={14}
    d="M5.7 4.5h5.6c.7 0 1.2.5 1.2 1.2v5.6c0 .7-.5 1.2-1.2 1.2H5.7c-.7 0-1.2-.5-1.2-1.2V5.7c0-.7.5-1.2 1.2-1.2ZM9.5 4.5V2.7c0-.7-.5-1.2-1.2-1.2H2.7c-.7 0-1.2.5-1.2 1.2v5.6c0 .7.5 1.2 1.2 1.2h1.8"
  />
);
export const ThemeIcon = () => (
  <svg className={css.icon} viewBox="0 0 16 16" aria-hidden="true">
    <circle cx="8" cy="8" r="5.5" />
    <path d="M8 2.5v11a5.5 5.5 0 0 0 0-11z" fill="currentColor" stroke="none" />
  </svg>
);
export const MoreIcon = () => (
  <svg className={css.icon} viewBox="0 0 16 16" aria-hidden="true">
    <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2.4" strokeLinecap="round" />
  </svg>
);
