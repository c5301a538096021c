import type { ReactNode } from 'react';
import { useCall } from '../../../rpc-client/use-call.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { CopyableText } from './copyable-text.tsx';

/** A paragraph for the file that an agent reads first in a project. */
export function InstructionsDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { data, error } = useCall('clients.snippet', { client: 'claude-code', scope: 'user' });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="For CLAUDE.md or AGENTS.md"
      description="Paste this into the file in the project’s top folder."
    >
      {data !== undefined ? (
        <CopyableText name="the paragraph" text={data.instructions} />
      ) : error === null ? (
        <Spinner label="Asking for the paragraph" />
      ) : (
        <p role="alert">{error.message}</p>
      )}
    </Dialog>
  );
}
