import css from "./icons.module.css";
/** The few line icons of the chrome; decoration, so hidden from assistive technology. */
export const LogoIcon = () => (
  <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
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
export const CloseIcon = () => <Line d="m4 4 8 8M12 4l-8 8" />;
export const CopyIcon = () => (
  <Line
    small
    size={14}
    d="M5.7 4.5h5.600c.7 0 1.200.5 1.200 1.200v5.600c0 .7-.5 1.200-1.200 1.200H5.700c-.7 0-1.200-.5-1.200-1.200V5.700c0-.7.5-1.200 1.200-1.200ZM9.500 4.500V2.700c0-.7-.5-1.200-1.200-1.200H2.700c-.7 0-1.200.5-1.200 1.200v5.600c0 .7.5 1.200 1.200 1.200h1.800"
  />
);
export const ThemeIcon = () => (
  <svg className={css.icon} viewBox="0 0 16 16" aria-hidden="true">
    <circle cx="8" cy="8" r="5.5" />
    <path d="M8 2.5v11a5.500 5.500 0 0 0 0-11z" fill="currentColor" stroke="none" />
  </svg>
);
export const SettingsIcon = () => (
  <Line d="M2 4.500h6.500M12.500 4.500H14M2 11.500h1.500M7.500 11.500H14M10.500 2.700v3.600M5.500 9.700v3.600" />
);
