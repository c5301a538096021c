import { Component, type ReactNode } from 'react';
import { ErrorState } from '../ui/error-state.tsx';
import { UnfetchedError } from './fetched-later.ts';
import { UnfetchedScreen } from './unfetched-screen.tsx';

interface ScreenBoundaryProps {
  title: string;
  children: ReactNode;
}

/** Keeps a fault of one screen from taking the window down. */
export class ScreenBoundary extends Component<ScreenBoundaryProps, { fault: unknown }> {
  override state: { fault: unknown } = { fault: null };

  static getDerivedStateFromError(thrown: unknown): { fault: unknown } {
    return { fault: thrown ?? new Error('Something was thrown that is no error.') };
  }

  override render(): ReactNode {
    const { fault } = this.state;
    if (fault === null) return this.props.children;
    if (fault instanceof UnfetchedError) return <UnfetchedScreen title={this.props.title} />;
    return (
      <ErrorState
        title={`“${this.props.title}” has a fault and cannot be shown`}
        error={fault}
        onRetry={() => this.setState({ fault: null })}
      />
    );
  }
}
