import { Component, type ReactNode } from "react";

interface FailureBoundaryProps {
  readonly shown: (error: unknown) => ReactNode;
  readonly onFailed?: ((error: unknown) => void) | undefined;
  readonly children: ReactNode;
}

/** Contains a failure of one part, so that the rest of the page stays. A class, because React reports failures to
 *  classes only. A new key retries. */
export class FailureBoundary extends Component<FailureBoundaryProps, { readonly failed: { readonly error: unknown } | undefined }> {
  override state: { readonly failed: { readonly error: unknown } | undefined } = { failed: undefined };

  static getDerivedStateFromError(error: unknown): { readonly failed: { readonly error: unknown } } {
    return { failed: { error } };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onFailed?.(error);
  }

  override render(): ReactNode {
    const { failed } = this.state;
    return failed === undefined ? this.props.children : this.props.shown(failed.error);
  }
}
