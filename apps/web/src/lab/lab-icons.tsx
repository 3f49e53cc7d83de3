const Icon = ({ d }: { readonly d: string }) => (
  <svg className="icon lab-icon" viewBox="0 0 16 16" aria-hidden="true">
    <path d={d} fill="currentColor" stroke="none" />
  </svg>
);

export const PlayIcon = () => <Icon d="M4 2.500v11l9-5.500z" />;
export const PauseIcon = () => <Icon d="M4 3h3v10H4zM9 3h3v10H9z" />;
export const StepIcon = () => <Icon d="M3 2.500v11l7-5.500zM11 3h2v10h-2z" />;
