import { useState, type ReactNode } from 'react';
import { toggleFilter } from '../../parts/filters/search-filters.ts';
import { filterValues } from '../../router/filters.ts';
import type { MapRoute } from '../../router/route.ts';
import { navigate } from '../../router/use-route.ts';
import { formatNumber } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Select } from '../../ui/select.tsx';
import styles from './map-picture.module.css';
import { useMap } from './map-state.ts';
import { colourings, colouringTitles, type Colours, type LegendEntry } from './model/colour-columns.ts';

interface LegendProps {
  colours: Colours;
  route: MapRoute;
}

/** What the colours say; a press of what a filter can say keeps that alone bright. */
export function Legend({ colours, route }: LegendProps): ReactNode {
  const colouring = useMap((map) => map.colouring);
  const [isOpen, setIsOpen] = useState(true);
  return (
    <section className={styles.legend} aria-label="Legend" data-covers>
      <div className={styles.legendHead}>
        <Select
          label="Colour by"
          size="small"
          value={colouring}
          options={colourings.map((value) => ({ value, title: colouringTitles[value] }))}
          onValueChange={(value) => useMap.setState({ colouring: value })}
        />
        <button
          type="button"
          className={styles.fold}
          aria-expanded={isOpen}
          aria-label="Legend"
          onClick={() => setIsOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-up'} size={12} />
        </button>
      </div>
      {isOpen && (
        <>
          <ul className={styles.entries}>
            {colours.legend.map((entry) => (
              <li key={`${entry.colour} ${entry.title}`}>
                <Entry entry={entry} colours={colours} route={route} />
              </li>
            ))}
          </ul>
          {colours.note !== null && <p className={styles.legendNote}>{colours.note}</p>}
        </>
      )}
    </section>
  );
}

function Entry({ entry, colours, route }: { entry: LegendEntry; colours: Colours; route: MapRoute }): ReactNode {
  const colour = colours.palette[entry.colour];
  const { filter } = entry;
  const content = (
    <>
      <span
        className={styles.swatch}
        style={colour === undefined ? undefined : { background: `light-dark(${colour.light}, ${colour.dark})` }}
      />
      <span className={styles.entryTitle} title={entry.title}>
        {entry.title}
      </span>
      <span className={styles.entryCount}>{formatNumber(entry.count)}</span>
    </>
  );
  if (filter === null) return <span className={styles.entry}>{content}</span>;
  return (
    <button
      type="button"
      className={styles.entry}
      aria-pressed={filterValues(route.filters, filter.name).includes(filter.value)}
      onClick={() => navigate({ ...route, filters: toggleFilter(route.filters, filter.name, filter.value) })}
    >
      {content}
    </button>
  );
}
