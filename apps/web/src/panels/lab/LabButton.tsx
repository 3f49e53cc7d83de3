import type { ReactNode } from "react";

/** A button of the lab. A button that is `off` keeps the focus, so that keyboard users keep their position while a
 *  command runs. */
export function LabButton({
  className,
  label,
  off = false,
  onPress,
  children,
}: {
  readonly className: string | undefined;
  /** Accessible name, if the content is not text. */
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
