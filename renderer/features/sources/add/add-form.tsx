import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { asHubError } from '../../../../main/contract/errors.ts';
import type { SourceDescription, SourcePreview } from '../../../../main/contract/sources.ts';
import { ModelNotice } from '../../../parts/model-notice.tsx';
import { useCanWrite, WriterNotice } from '../../../parts/writer-notice.tsx';
import { useHub } from '../../../rpc-client/hub-client.ts';
import { useAction } from '../../../rpc-client/use-action.ts';
import { navigate } from '../../../router/use-route.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { formatDuration, plural } from '../../../ui/format.ts';
import { showToast } from '../../../ui/toast.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import type { Specification } from '../specification-of.ts';
import styles from './add-form.module.css';
import { CandidateCard } from './candidate-card.tsx';
import { nameProblem, specificationOfCandidate, withCandidates, type Candidate } from './candidates.ts';
import { PlaceField } from './place-field.tsx';
import { PresetPicker } from './preset-picker.tsx';

export interface AddStart {
  tab: 'place' | 'preset';
  /** Places to look at from the beginning. */
  places: readonly string[];
  /** Folders that were dropped where the browser does not tell their place. */
  unknownNames: readonly string[];
}

interface AddFormProps {
  start: AddStart;
  /** Another number for each request that comes while the dialog is open. */
  turn: number;
  known: readonly SourceDescription[];
  onClose: () => void;
}

type Looked = SourcePreview | 'failed' | null;

/** Places and presets to add, with what each would come to. */
export function AddForm({ start, turn, known, onClose }: AddFormProps): ReactNode {
  const hub = useHub();
  const canWrite = useCanWrite();
  const field = useRef<HTMLInputElement>(null);
  const [tab, setTab] = useState(start.tab);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isParsing, setIsParsing] = useState(false);
  const [candidates, setCandidates] = useState<readonly Candidate[]>([]);
  const [looked, setLooked] = useState<ReadonlyMap<string, Looked>>(new Map());
  const [chosen, setChosen] = useState<readonly Specification[]>([]);
  const {
    run: add,
    isRunning,
    error,
    reset,
  } = useAction('sources.add', {
    invalidates: ['sources.list', 'hub.status'],
    showsError: true,
  });

  const take = useCallback(
    async (places: readonly string[]) => {
      setIsParsing(true);
      setProblem(null);
      const problems: string[] = [];
      for (const place of places) {
        try {
          const found = await hub.call('sources.parse', { text: place });
          setCandidates((before) => withCandidates(before, [found]));
          setText((before) => (before === place ? '' : before));
        } catch (thrown) {
          problems.push(asHubError(thrown).message);
        }
      }
      setIsParsing(false);
      setProblem(problems.length === 0 ? null : problems.join(' '));
    },
    [hub],
  );

  useEffect(() => {
    setTab(start.tab);
    if (start.places.length > 0) void take(start.places);
    if (start.unknownNames.length > 0) setText(`~/${start.unknownNames[0]}`);
    // Once per request.
    // eslint-disable-next-line react/exhaustive-deps
  }, [turn]);

  const onLooked = useCallback((key: string, result: Looked) => {
    setLooked((before) => (before.get(key) === result ? before : new Map(before).set(key, result)));
  }, []);

  const hasProblem = candidates.some((each) => nameProblem(each, candidates, known) !== null);
  const specifications = [
    ...candidates.map(specificationOfCandidate),
    ...chosen.filter((source) => !candidates.some(({ found }) => found.location === source.location)),
  ];
  const submit = async (): Promise<void> => {
    if ((await add({ specifications })) === null) return;
    onClose();
    const only = specifications.length === 1 ? specifications[0]!.name : null;
    navigate({ screen: 'sources', name: only, view: null });
    showToast({
      tone: 'success',
      title: `${only ?? plural(specifications.length, 'source')} added`,
      description: 'What has been read can be searched at once.',
    });
  };
  const seconds = candidates.reduce((sum, { key }) => sum + secondsOf(looked.get(key) ?? null), 0);
  return (
    <Dialog
      open
      size="large"
      initialFocus={field}
      title="Add sources"
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      footer={
        <>
          <span className={styles.sum} role="status">
            {error !== null ? (
              <span className={styles.error}>{error.message}</span>
            ) : (
              seconds > 0 && candidates.length > 1 && `About ${formatDuration(seconds)} for what was looked at`
            )}
          </span>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            icon="add"
            disabled={!canWrite || specifications.length === 0 || hasProblem}
            isBusy={isRunning}
            onClick={() => void submit()}
          >
            {specifications.length > 1 ? `Add ${plural(specifications.length, 'source')}` : 'Add source'}
          </Button>
        </>
      }
    >
      <div className={styles.notices}>
        <WriterNotice />
        <ModelNotice />
      </div>
      <Tabs<'place' | 'preset'>
        label="Where from"
        value={tab}
        tabs={[
          { value: 'place', title: 'Folder or address', count: candidates.length || null },
          { value: 'preset', title: 'Preset', count: chosen.length || null },
        ]}
        onValueChange={setTab}
        className={styles.tabs}
      >
        {tab === 'preset' ? (
          <PresetPicker
            known={known}
            chosen={chosen}
            onChange={setChosen}
            onPreview={(specification) => {
              setCandidates((before) => withCandidates(before, [specification]));
              setTab('place');
            }}
          />
        ) : (
          <div className={styles.place}>
            {start.unknownNames.length > 0 && (
              <p className={styles.explanation} role="status">
                A browser does not tell where {start.unknownNames.map((name) => `“${name}”`).join(', ')}{' '}
                {start.unknownNames.length === 1 ? 'lies' : 'lie'}. Complete the path below, or drop it on the desktop app.
              </p>
            )}
            <PlaceField
              ref={field}
              value={text}
              error={problem}
              isBusy={isParsing}
              onValueChange={(next) => {
                setText(next);
                setProblem(null);
                reset();
              }}
              onSubmit={(place) => {
                if (place.trim() !== '') void take([place]);
              }}
            />
            {candidates.length === 0 ? (
              <Kinds />
            ) : (
              <ul className={styles.candidates} aria-label="To be added">
                {candidates.map((candidate, index) => (
                  <KeyedCard
                    key={candidate.key}
                    candidate={candidate}
                    others={candidates}
                    known={known}
                    mayLook={candidates.slice(0, index).every(({ key }) => (looked.get(key) ?? null) !== null)}
                    onChange={(next) => setCandidates((before) => before.map((each) => (each.key === next.key ? next : each)))}
                    onRemove={() => {
                      setCandidates((before) => before.filter(({ key }) => key !== candidate.key));
                      field.current?.focus();
                    }}
                    onLooked={onLooked}
                  />
                ))}
              </ul>
            )}
          </div>
        )}
      </Tabs>
    </Dialog>
  );
}

interface KeyedCardProps extends Omit<Parameters<typeof CandidateCard>[0], 'onLooked'> {
  onLooked: (key: string, result: Looked) => void;
}

function KeyedCard({ onLooked, ...props }: KeyedCardProps): ReactNode {
  const { key } = props.candidate;
  const report = useCallback((result: Looked) => onLooked(key, result), [key, onLooked]);
  return <CandidateCard {...props} onLooked={report} />;
}

function secondsOf(looked: Looked): number {
  return looked === null || looked === 'failed' ? 0 : (looked.estimatedSeconds ?? 0);
}

function Kinds(): ReactNode {
  return (
    <dl className={styles.kinds}>
      <dt>A folder</dt>
      <dd>Code, documentation or both. It is read where it lies and never changed; .gitignore is heeded.</dd>
      <dt>A git repository</dt>
      <dd>By URL, or a bare repository’s folder. It can be pinned to a tag, branch or commit.</dd>
      <dt>A documentation site</dt>
      <dd>By the address of its llms-full.txt, or such a file.</dd>
    </dl>
  );
}
