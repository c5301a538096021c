import { useState, type ReactNode } from 'react';
import { asHubError } from '../../main/contract/errors.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

interface ErrorStateProps {
  title: string;
  error: unknown;
  onRetry?: () => void;
  actions?: ReactNode;
}

/** What stands where something went wrong: what it was, how to go on, and the details for a report. */
export function ErrorState({ title, error, onRetry, actions }: ErrorStateProps): ReactNode {
  const [copied, setCopied] = useState<boolean | null>(null);
  const { message } = asHubError(error);
  const copy = (): void => {
    navigator.clipboard.writeText(errorDetails(title, error)).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <EmptyState
      icon="alert"
      title={title}
      actions={
        <>
          {onRetry !== undefined && (
            <Button icon="refresh" onClick={onRetry}>
              Try again
            </Button>
          )}
          {actions}
          <Button variant="quiet" icon={copied === true ? 'check' : 'copy'} onClick={copy}>
            {copied === null ? 'Copy details' : copied ? 'Copied' : 'The clipboard is not available'}
          </Button>
        </>
      }
    >
      <span role="alert">{message}</span>
    </EmptyState>
  );
}

/** An error in full, for a report. */
function errorDetails(title: string, error: unknown): string {
  const { code, message, details, stack } = asHubError(error);
  const lines = [title, `${code}: ${message}`];
  if (Object.keys(details).length > 0) lines.push(JSON.stringify(details, null, 2));
  if (stack !== undefined) lines.push(stack);
  return lines.join('\n');
}
