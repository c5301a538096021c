import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { Trail } from '../../../../main/contract/latent.ts';
import { searchModes, type SearchMode } from '../../../../main/contract/search-vocabulary.ts';
import { describeScope, modeTitles } from '../../../parts/filters/search-scope.ts';
import { parseCompare, weightPresets } from '../../../parts/filters/compare-setting.ts';
import { navigate } from '../../../router/use-route.ts';
import { useCall } from '../../../rpc-client/use-call.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { formatScore } from '../../../ui/format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Select } from '../../../ui/select.tsx';
import { Waiting } from '../../../ui/waiting.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useMap } from '../map-state.ts';
import styles from '../panels/panels.module.css';
import type { PanelProps } from '../panels/panel-props.ts';
import { useShownTheme } from '../use-shown-theme.ts';
import { PastQueries } from './past-queries.tsx';
import { channelColours, channelTitles, trailLetters, trailOverlay, type Channel } from './trail-overlay.ts';
import { TrailList } from './trail-list.tsx';
import { useOverlay } from './use-overlay.ts';

/** Where a query lands, and which way each hit came. */
export function TrailPanel(props: PanelProps): ReactNode {
  const { route, scope, model, picture, onChoose } = props;
  const { layout, wantsQuery } = useMap();
  const theme = useShownTheme();
  const field = useRef<HTMLInputElement>(null);
  // What is typed holds until the address has another query.
  const [typed, setTyped] = useState({ over: route.query, words: route.query });
  const words = typed.over === route.query ? typed.words : route.query;
  const setWords = (next: string): void => setTyped({ over: route.query, words: next });
  useEffect(() => {
    if (!wantsQuery) return;
    field.current?.focus();
    useMap.setState({ wantsQuery: false });
  }, [wantsQuery]);
  const query = route.query.trim();
  const second = route.compare === null ? null : parseCompare(route.compare, route.mode);
  const scopes = [
    scope,
    ...(second === null
      ? []
      : [
          { ...scope, mode: second.mode, ...(second.preset === 'none' ? {} : { weights: weightPresets[second.preset].weights }) },
        ]),
  ];
  const { data, error, refetch, isPlaceholderData } = useCall(
    'latent.trail',
    query === '' ? null : { settings: layout, layoutId: model.points.layoutId, query, scopes },
    { keepPrevious: true },
  );
  const trails = query === '' ? undefined : data?.trails;
  const overlay = useMemo(
    () => (trails === undefined ? null : trailOverlay(model, query, trails, theme)),
    [trails, model, query, theme],
  );
  useOverlay(overlay);
  // Who asks where a query lands is to see it; afterwards the view is theirs.
  const revealed = useRef('');
  useEffect(() => {
    if (isPlaceholderData || overlay === null || revealed.current === query) return;
    revealed.current = query;
    picture.current?.reveal(overlay.marks ?? []);
  }, [overlay, query, isPlaceholderData, picture]);
  const ask = (next: string): void => navigate({ ...route, query: next.trim() });

  return (
    <div className={styles.panel}>
      <div className={styles.query}>
        {/* By itself: a second field in a form would keep Enter from sending it. */}
        <form
          role="search"
          onSubmit={(event) => {
            event.preventDefault();
            ask(words);
          }}
        >
          <TextField
            ref={field}
            label="Where does this land?"
            icon="search"
            value={words}
            onValueChange={setWords}
            placeholder="A query; Enter draws its trail"
            trailing={<IconButton type="submit" icon="arrow-right" label="Draw the trail" size="small" />}
          />
        </form>
        <div className={styles.actions}>
          <Select
            label="Ranking"
            hidesLabel
            size="small"
            value={route.mode}
            options={searchModes.map((value) => ({ value, title: modeTitles[value] }))}
            onValueChange={(mode) => navigate({ ...route, mode })}
          />
          <Select<SearchMode | 'none'>
            label="Compared with"
            hidesLabel
            size="small"
            value={second?.mode ?? 'none'}
            options={[
              { value: 'none', title: 'Not compared' },
              ...searchModes
                .filter((mode) => mode !== route.mode)
                .map((value) => ({ value, title: `and ${modeTitles[value].toLowerCase()}` })),
            ]}
            onValueChange={(mode) => navigate({ ...route, compare: mode === 'none' ? null : mode })}
          />
        </div>
      </div>
      {error !== null && <ErrorState title="The trail cannot be drawn" error={error} onRetry={() => void refetch()} />}
      {query === '' && <PastQueries layoutId={model.points.layoutId} onAsk={ask} />}
      {query !== '' && error === null && trails === undefined && <Waiting />}
      {trails !== undefined && error === null && (
        <div className={styles.scroll} aria-busy={isPlaceholderData}>
          <ChannelLegend trails={trails} />
          {trails.map((trail, side) => (
            <section key={trail.mode + String(side)} aria-label={`Trail ${side + 1}`}>
              <p className={styles.note}>
                {trails.length > 1 && <strong>{`${side === 0 ? '◆ ●' : '⬢ ■'} ${trailLetters[side === 0 ? 0 : 1]}: `}</strong>}
                {describeScope(trail.scope) || modeTitles[trail.scope.mode]}. {trailSummary(trail)}
              </p>
              <TrailList trail={trail} onChoose={onChoose} onFrame={() => picture.current?.frame(overlay?.marks ?? null)} />
            </section>
          ))}
        </div>
      )}
    </div>
  );
}

function trailSummary(trail: Trail): string {
  const mean =
    trail.meanDistance === null
      ? ''
      : ` The hits are ${formatScore(trail.meanDistance)} away from the query on average, by their vectors.`;
  const where = trail.place === null && trail.hits.length > 0 ? ' None of them is on the map.' : '';
  return `${trail.fallback === null ? '' : `${trail.fallback} `}${trail.hits.length === 0 ? `Nothing was found. ${trail.reason ?? ''}` : ''}${mean}${where}`;
}

/** What the colours of the lines say; only those that are there. */
function ChannelLegend({ trails }: { trails: readonly Trail[] }): ReactNode {
  const theme = useShownTheme();
  const channels = [...new Set(trails.flatMap(({ hits }) => hits.map(({ channel }) => channel)))];
  if (channels.length === 0) return null;
  return (
    <ul className={styles.channels} aria-label="Lines">
      {channels.map((channel: Channel) => (
        <li key={channel}>
          <span className={styles.line} style={{ background: channelColours[channel][theme] }} /> found {channelTitles[channel]}
        </li>
      ))}
      {trails.some(({ removed }) => removed.length > 0) && (
        <li>
          <span className={styles.hollow} /> removed
        </li>
      )}
    </ul>
  );
}
