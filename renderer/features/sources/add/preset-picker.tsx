import type { ReactNode } from 'react';
import type { SourceDescription } from '../../../../main/contract/sources.ts';
import { useCall } from '../../../rpc-client/use-call.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { plural } from '../../../ui/format.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import type { Specification } from '../specification-of.ts';
import { placeKey } from './candidates.ts';
import styles from './preset-picker.module.css';
import { presetSourceState } from './preset-source-state.ts';

interface PresetPickerProps {
  known: readonly SourceDescription[];
  chosen: readonly Specification[];
  onChange: (chosen: Specification[]) => void;
  /** Looks at one before it is chosen. */
  onPreview: (specification: Specification) => void;
}

/** Presets and their sources, all or some of which can be added at once. */
export function PresetPicker({ known, chosen, onChange, onPreview }: PresetPickerProps): ReactNode {
  const { data, error, refetch } = useCall('sources.presets', {});
  if (error !== null) return <ErrorState title="The presets cannot be read" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Spinner label="Reading presets" />;
  if (data.length === 0)
    return <EmptyState title="There are no presets">A preset is a JSON file in the data directory’s presets folder.</EmptyState>;
  const isChosen = (specification: Specification): boolean =>
    chosen.some((other) => placeKey(other) === placeKey(specification) && other.name === specification.name);
  return (
    <div className={styles.presets}>
      {data.map((preset) => {
        const free = preset.sources.filter((source) => presetSourceState(source, known).isFree);
        const count = free.filter(isChosen).length;
        const others = chosen.filter((each) => !free.some((source) => placeKey(source) === placeKey(each)));
        return (
          <section key={preset.name} className={styles.preset} aria-labelledby={`preset-${preset.name}`}>
            <div className={styles.head}>
              <h3 id={`preset-${preset.name}`}>{preset.title}</h3>
              {preset.origin === 'user' && <Badge>your own</Badge>}
            </div>
            {preset.problem !== null ? (
              <p className={styles.problem}>{preset.problem}</p>
            ) : (
              <>
                <p className={styles.description}>{preset.description}</p>
                <div className={styles.sources}>
                  <Checkbox
                    label={<strong>All {plural(preset.sources.length, 'source')}</strong>}
                    checked={free.length > 0 && count === free.length}
                    isMixed={count > 0 && count < free.length}
                    disabled={free.length === 0}
                    onCheckedChange={() => onChange(count === free.length ? others : [...others, ...free])}
                  />
                  {preset.sources.map((source) => {
                    const { isFree, note } = presetSourceState(source, known);
                    return (
                      <div key={source.name} className={styles.source}>
                        <Checkbox
                          label={
                            <>
                              {source.name}{' '}
                              <span className={styles.place}>{note ?? source.location.replace(/^https?:\/\//, '')}</span>
                            </>
                          }
                          checked={isFree && isChosen(source)}
                          disabled={!isFree}
                          onCheckedChange={(checked) =>
                            onChange(checked ? [...chosen, source] : chosen.filter((each) => placeKey(each) !== placeKey(source)))
                          }
                        />
                        {isFree && (
                          <Button
                            size="small"
                            variant="quiet"
                            aria-label={`Preview ${source.name}`}
                            onClick={() => onPreview(source)}
                          >
                            Preview
                          </Button>
                        )}
                      </div>
                    );
                  })}
                </div>
              </>
            )}
          </section>
        );
      })}
    </div>
  );
}
