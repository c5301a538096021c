import type { ReactNode } from 'react';
import { emptySearch, formatRoute, mapFrom, type Route } from '../../router/route.ts';
import { navigate } from '../../router/use-route.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './case-detail.module.css';
import { outcomeExplanation, outcomeTitle, outcomeTone } from './case-outcome.ts';
import type { CaseRow } from './case-table.tsx';

/** One case in full: what is wanted, where it stands, and what came instead. */
export function CaseDetail({ row, onRemove }: { row: CaseRow; onRemove: () => void }): ReactNode {
  const { item, result } = row;
  const { scope } = item;
  const search: Route = { ...emptySearch, query: item.query, tool: scope.tool, filters: scope.filters };
  return (
    <section className={styles.detail} aria-label={`Case ${item.query}`}>
      <header className={styles.header}>
        <h3 className={styles.query}>{item.query}</h3>
        {result !== null && <Badge tone={outcomeTone(result.outcome)}>{outcomeTitle(result.outcome)}</Badge>}
        <span className={styles.gap} />
        <Button size="small" icon="search" onClick={() => navigate(search)}>
          Open in search
        </Button>
        <Button size="small" icon="map" onClick={() => navigate(mapFrom(search))}>
          Show on the map
        </Button>
        <Button size="small" icon="trash" onClick={onRemove}>
          Remove
        </Button>
        <IconButton
          icon="close"
          size="small"
          label="Close the case"
          onClick={() => navigate({ screen: 'evaluations', id: null }, { replace: true })}
        />
      </header>
      {result !== null && <p className={styles.note}>{outcomeExplanation(result.outcome)}</p>}
      {item.note !== '' && <p className={styles.note}>{item.note}</p>}
      <div className={styles.columns}>
        <div>
          <h4>Wanted</h4>
          {item.wanted.length === 0 ? (
            <p className={styles.note}>Nothing should be found.</p>
          ) : (
            <ul aria-label="Wanted">
              {item.wanted.map((place, index) => (
                <li key={`${place.source} ${place.path} ${place.symbol ?? ''}`} className={styles.line}>
                  <span className={styles.rank}>{rankText(result?.wanted[index]?.rank)}</span>
                  <Place {...place} symbol={place.symbol ?? null} />
                </li>
              ))}
            </ul>
          )}
        </div>
        {result !== null && (
          <div>
            <h4>Came first</h4>
            {result.first.length === 0 ? (
              <p className={styles.note}>No result at all.</p>
            ) : (
              <ol aria-label="Came first">
                {result.first.map((hit, index) => (
                  <li key={`${index} ${hit.path} ${hit.symbol ?? ''}`} className={styles.line}>
                    <span className={styles.rank}>{index + 1}</span>
                    <Place {...hit} />
                  </li>
                ))}
              </ol>
            )}
          </div>
        )}
      </div>
    </section>
  );
}

function Place({ source, path, symbol }: { source: string; path: string; symbol: string | null }): ReactNode {
  return (
    <a className={styles.place} href={formatRoute({ screen: 'read', source, path, lines: null })} title={`${source} ${path}`}>
      {symbol !== null && <code>{symbol} </code>}
      {source} · {path}
    </a>
  );
}

/** Undefined before the case was run. */
function rankText(rank: number | null | undefined): string {
  if (rank === undefined) return '';
  return rank === null ? '–' : String(rank);
}
