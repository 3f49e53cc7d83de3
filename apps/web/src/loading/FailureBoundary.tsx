import { Component, type ReactNode } from "react";

interface FailureBoundaryProps {
  /** Another value is another thing: what failed before is tried anew. */
  readonly about: string;
  readonly shown: (error: unknown) => ReactNode;
  readonly onFailed?: ((error: unknown) => void) | undefined;
  readonly children: ReactNode;
}

interface Failed {
  readonly about: string;
  readonly error: unknown;
}

/** Keeps a part that fails from taking the page with it. A class, because React tells of failures to classes alone. */
export class FailureBoundary extends Component<FailureBoundaryProps, { readonly failed: Failed | undefined }> {
  override state: { readonly failed: Failed | undefined } = { failed: undefined };

  static getDerivedStateFromError(error: unknown): { readonly failed: Failed } {
    return { failed: { about: "", error } };
  }

  override componentDidCatch(error: unknown): void {
    const { about, onFailed } = this.props;
    this.setState({ failed: { about, error } });
    onFailed?.(error);
  }

  override componentDidUpdate(): void {
    const { failed } = this.state;
    if (failed !== undefined && failed.about !== "" && failed.about !== this.props.about) this.setState({ failed: undefined });
  }

  override render(): ReactNode {
    const { failed } = this.state;
    return failed === undefined ? this.props.children : this.props.shown(failed.error);
  }
}
