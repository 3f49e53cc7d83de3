import { FilledIcon } from "../../ui/controls/FilledIcon.tsx";

export const PlayIcon = () => <FilledIcon d="M5 3v10l7.500-5z" />;
export const PauseIcon = () => <FilledIcon d="M4.500 3.500h2.500v9h-2.500zM9 3.500h2.500v9H9z" />;
export const NextIcon = () => <FilledIcon d="M3.500 3.500v9l6.500-4.500zM11 3.500h1.800v9H11z" />;
export const PreviousIcon = () => <FilledIcon d="M12.500 3.500v9L6 8zM3.200 3.500H5v9H3.200z" />;
export const TallerIcon = () => <FilledIcon d="M8 4.500 13 10l-1.200 1.100L8 7l-3.800 4.100L3 10z" />;
export const LowerIcon = () => <FilledIcon d="M8 11.500 3 6l1.200-1.100L8 9l3.800-4.100L13 6z" />;

export const CompareIcon = () => (
  <FilledIcon d="M2 3h5v1.400H3.400v7.200H7V13H2zM14 3H9v1.400h3.600v7.200H9V13h5zM7.300 1.500h1.400v13H7.300z" />
);
export const ReportIcon = () => (
  <FilledIcon d="M2.500 2.500h1.400V12H14v1.400H2.500zM5.300 10.800V8h1.800v2.800zM8.300 10.800V5.500h1.800v5.300zM11.300 10.800V3h1.800v7.800z" />
);
