import iconsCss from "../controls/icons.module.css";

const Icon = ({ d }: { readonly d: string }) => (
  <svg className={iconsCss.icon} viewBox="0 0 16 16" aria-hidden="true">
    <path d={d} fill="currentColor" stroke="none" />
  </svg>
);

export const PlayIcon = () => <Icon d="M5 3v10l7.500-5z" />;
export const PauseIcon = () => <Icon d="M4.500 3.500h2.500v9h-2.500zM9 3.500h2.500v9H9z" />;
export const NextIcon = () => <Icon d="M3.500 3.500v9l6.500-4.500zM11 3.500h1.800v9H11z" />;
export const PreviousIcon = () => <Icon d="M12.500 3.500v9L6 8zM3.200 3.500H5v9H3.200z" />;
export const TallerIcon = () => <Icon d="M8 4.500 13 10l-1.200 1.100L8 7l-3.800 4.100L3 10z" />;
export const LowerIcon = () => <Icon d="M8 11.500 3 6l1.200-1.100L8 9l3.800-4.100L13 6z" />;
export const SaveIcon = () => (
  <Icon d="M7.250 2h1.500v6.200l2.200-2.200 1.100 1.100L8 11.100 3.950 7.100 5.050 6l2.200 2.200zM3 12.500h10V14H3z" />
);
export const CompareIcon = () => <Icon d="M2 3h5v1.400H3.400v7.200H7V13H2zM14 3H9v1.400h3.600v7.200H9V13h5zM7.300 1.500h1.400v13H7.300z" />;
