import iconsCss from "../../ui/controls/icons.module.css";
import css from "./lab.module.css";

const Icon = ({ d }: { readonly d: string }) => (
  <svg className={`${iconsCss.icon} ${css.icon}`} viewBox="0 0 16 16" aria-hidden="true">
    <path d={d} fill="currentColor" stroke="none" />
  </svg>
);

export const PlayIcon = () => <Icon d="M4 2.500v11l9-5.500z" />;
export const PauseIcon = () => <Icon d="M4 3h3v10H4zM9 3h3v10H9z" />;
export const StepIcon = () => <Icon d="M3 2.500v11l7-5.500zM11 3h2v10h-2z" />;
export const BackIcon = () => <Icon d="M13 2.500v11l-7-5.500zM3 3h2v10H3z" />;
export const TallerIcon = () => <Icon d="M8 3l5 5.500h-10zM3 11h10v2H3z" />;
export const LowerIcon = () => <Icon d="M8 13l5-5.500h-10zM3 3h10v2H3z" />;
