import { memo, useId, useState, type ReactNode } from 'react';
import type { Facet } from '../../../main/contract/search.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { formatNumber, plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './filter-panel.module.css';
import { valueTitle } from './filter-values.ts';
import { filterTitles } from './search-filters.ts';

interface FacetGroupProps {
  facet: Facet;
  opensAtFirst: boolean;
  onToggle: (filter: Facet['filter'], value: string) => void;
}

/** Values shown before "more", and the number from which on a field helps to find one. */
const fewValues = 6;
const manyValues = 10;

/** One filter with its values. */
export const FacetGroup = memo(function FacetGroup({ facet, opensAtFirst, onToggle }: FacetGroupProps): ReactNode {
  const { filter, values, more } = facet;
  const id = useId();
  const [isOpen, setIsOpen] = useState(opensAtFirst || values.some(({ selected }) => selected));
  const [showsAll, setShowsAll] = useState(false);
  const [words, setWords] = useState('');
  const title = filterTitles[filter];
  const wanted = words.trim().toLowerCase();
  const matching = values.filter(({ value }) => `${value} ${valueTitle(filter, value)}`.toLowerCase().includes(wanted));
  const listed = showsAll || wanted !== '' ? matching : matching.filter(({ selected }, index) => index < fewValues || selected);
  const hidden = matching.length - listed.length;
  return (
    <section className={styles.group}>
      <h3>
        <button
          type="button"
          className={styles.title}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={12} />
          {title}
          {!isOpen && <span className={styles.size}>{formatNumber(values.length + more)}</span>}
        </button>
      </h3>
      {isOpen && (
        <div id={id} role="group" aria-label={title} className={styles.values}>
          {showsAll && values.length > manyValues && (
            <TextField label={`Find in ${title}`} hidesLabel placeholder="Find…" value={words} onValueChange={setWords} />
          )}
          {listed.map(({ value, count, selected }) => (
            <Checkbox
              key={value}
              label={<span title={value}>{valueTitle(filter, value)}</span>}
              trailing={formatNumber(count)}
              checked={selected}
              onCheckedChange={() => onToggle(filter, value)}
            />
          ))}
          {listed.length === 0 && <p className={styles.none}>No value like that.</p>}
          {hidden > 0 && (
            <Button variant="quiet" size="small" onClick={() => setShowsAll(true)}>
              {formatNumber(hidden)} more
            </Button>
          )}
          {showsAll && hidden === 0 && values.length > fewValues && wanted === '' && (
            <Button variant="quiet" size="small" onClick={() => setShowsAll(false)}>
              Fewer
            </Button>
          )}
          {showsAll && more > 0 && (
            <p className={styles.none}>{plural(more, 'rarer value')} not listed. Narrow the search to see them.</p>
          )}
        </div>
      )}
    </section>
  );
});
