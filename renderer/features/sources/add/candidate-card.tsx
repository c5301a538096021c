import { useEffect, useId, useState, type ReactNode } from 'react';
import type { SourceDescription, SourcePreview } from '../../../../main/contract/sources.ts';
import { useStream } from '../../../rpc-client/use-stream.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useSettled } from '../../../ui/use-settled.ts';
import { RulesEditor } from '../rules/rules-editor.tsx';
import { KindIcon } from '../source-kind.tsx';
import { knownAt, nameProblem, specificationOfCandidate, type Candidate } from './candidates.ts';
import styles from './candidate-card.module.css';
import { PreviewSummary } from './preview-summary.tsx';

interface CandidateCardProps {
  candidate: Candidate;
  others: readonly Candidate[];
  known: readonly SourceDescription[];
  /** False while another one is being looked at. */
  mayLook: boolean;
  onChange: (candidate: Candidate) => void;
  onRemove: () => void;
  /** What the preview came to: null while it looks. */
  onLooked: (preview: SourcePreview | 'failed' | null) => void;
}

const changeDelayMs = 700;

/** One place to add: its name, its settings, and what would be indexed. */
export function CandidateCard(props: CandidateCardProps): ReactNode {
  const { candidate, others, known, mayLook, onChange, onRemove, onLooked } = props;
  const id = useId();
  const [opened, setOpened] = useState(false);
  const { found } = candidate;
  const existing = knownAt(found, known);
  // What is typed asks for a new look when it stands still; the name changes nothing about the files.
  const wanted = useSettled(JSON.stringify({ ...specificationOfCandidate(candidate), name: found.name }), changeDelayMs);
  const [stopped, setStopped] = useState<string | null>(null);
  const isStopped = stopped === wanted;
  const { value, error, restart } = useStream(
    'sources.preview',
    mayLook && !isStopped ? { specification: JSON.parse(wanted) as Candidate['found'] } : null,
  );
  const preview = value?.preview ?? null;
  const failed = error !== null || isStopped;
  useEffect(() => {
    onLooked(failed ? 'failed' : preview);
  }, [onLooked, failed, preview]);
  const change = (part: Partial<Candidate>): void => onChange({ ...candidate, ...part });
  return (
    <li className={styles.card} aria-labelledby={`${id}-title`}>
      <div className={styles.head}>
        <KindIcon kind={found.kind} />
        <span id={`${id}-title`} className={styles.location} title={found.location}>
          {found.location}
        </span>
        <IconButton icon="close" label={`Do not add ${candidate.name}`} size="small" onClick={onRemove} />
      </div>
      {existing !== null && (
        <p className={styles.note}>
          <Icon name="info" size={14} />{' '}
          {existing.name === candidate.name.trim()
            ? `This is the source “${existing.name}” already; adding it takes over what is set here and refreshes it.`
            : `This is the source “${existing.name}” already; under another name it is indexed once more.`}
        </p>
      )}
      <div className={styles.fields}>
        <TextField
          label="Name"
          value={candidate.name}
          error={nameProblem(candidate, others, known)}
          onValueChange={(name) => change({ name })}
        />
        {found.kind === 'git' && (
          <TextField
            label="Tag, branch or commit"
            placeholder="Default branch"
            value={candidate.ref}
            onValueChange={(ref) => change({ ref })}
          />
        )}
      </div>
      {error !== null ? (
        <div className={styles.failure} role="alert">
          <span>{error.message}</span>
          <Button size="small" icon="refresh" onClick={restart}>
            Try again
          </Button>
        </div>
      ) : isStopped ? (
        <div className={styles.looking}>
          <span>Not looked at. It can be added without a preview.</span>
          <Button size="small" icon="refresh" onClick={() => setStopped(null)}>
            Preview
          </Button>
        </div>
      ) : preview === null ? (
        <div className={styles.looking} role="status">
          <Spinner label="Looking" />
          <span>{mayLook ? (value?.step ?? 'Opening') : 'Waiting for the one before'}</span>
          <Button size="small" icon="stop" onClick={() => setStopped(wanted)}>
            Stop
          </Button>
        </div>
      ) : (
        <PreviewSummary preview={preview} />
      )}
      <div>
        <Button
          className={styles.opener}
          size="small"
          variant="quiet"
          icon={opened ? 'chevron-down' : 'chevron-right'}
          aria-expanded={opened}
          aria-controls={`${id}-more`}
          onClick={() => setOpened(!opened)}
        >
          Rules and site{candidate.rules.length > 0 ? ` (${candidate.rules.length})` : ''}
        </Button>
        {opened && (
          <div id={`${id}-more`} className={styles.more}>
            <RulesEditor rules={candidate.rules} onChange={(rules) => change({ rules })} />
            <TextField
              label="Address of the published pages"
              inputMode="url"
              placeholder="https://docs.example.com"
              description="Citations of documents lead to this site."
              value={candidate.siteUrl}
              onValueChange={(siteUrl) => change({ siteUrl })}
            />
          </div>
        )}
      </div>
    </li>
  );
}
