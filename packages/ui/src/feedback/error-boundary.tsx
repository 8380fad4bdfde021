import { Component, type ReactNode } from "react";

interface Props {
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** Shows the fallback when rendering fails. */
export class ErrorBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
