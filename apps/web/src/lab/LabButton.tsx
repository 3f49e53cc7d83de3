import type { ReactNode } from "react";

/** A button of the lab. One that is `off` keeps the focus, so that the keyboard does not lose its place while a command is under way. */
export function LabButton({
  className,
  label,
  off = false,
  onPress,
  children,
}: {
  readonly className: string | undefined;
  /** Its name, where what it shows is none. */
  readonly label?: string;
  readonly off?: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}) {
  return (
    <button
      type="button"
      className={className}
      aria-label={label}
      title={label}
      aria-disabled={off}
      onClick={() => {
        if (!off) onPress();
      }}
    >
      {children}
    </button>
  );
}
