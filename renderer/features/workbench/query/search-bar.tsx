import { useRef, type ReactNode } from 'react';
import { searchModes } from '../../../../main/contract/search-vocabulary.ts';
import { commandKey } from '../../../commands/command-handlers.ts';
import { useCommand } from '../../../commands/use-command.ts';
import type { SearchRoute } from '../../../router/route.ts';
import { navigate } from '../../../router/use-route.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Keys } from '../../../ui/keys.tsx';
import { Select } from '../../../ui/select.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { defaultCompare, formatCompare } from '../../../parts/filters/compare-setting.ts';
import { modeNotes, modeTitles, viewOf } from '../../../parts/filters/search-scope.ts';
import { SaveSearch } from './save-search.tsx';
import styles from './search-bar.module.css';
import { useQueryInput } from './use-query-input.ts';

interface SearchBarProps {
  route: SearchRoute;
  isSearching: boolean;
  showsFilters: boolean;
  onToggleFilters: () => void;
  /** Down leads into the list, Enter opens its first hit. */
  onLeave: (how: 'down' | 'enter') => void;
}

/** The field, and how it is searched. */
export function SearchBar({ route, isSearching, showsFilters, onToggleFilters, onLeave }: SearchBarProps): ReactNode {
  const { text, setText, flush } = useQueryInput(route, isSearching);
  const field = useRef<HTMLInputElement>(null);
  const isComparing = route.compare !== null;
  const toggleCompare = (): void =>
    navigate({ ...route, compare: isComparing ? null : formatCompare(defaultCompare(route.mode)), hit: null });
  useCommand('search.focus', () => {
    field.current?.focus();
    field.current?.select();
  });
  useCommand('search.compare', toggleCompare, viewOf(route) === 'search');
  useModeCommands(route);
  return (
    <search className={styles.bar}>
      <TextField
        ref={field}
        type="search"
        label="Search"
        hidesLabel
        placeholder="Search docs, examples and source"
        icon="search"
        value={text}
        maxLength={20_000}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- searching is what this screen is for
        autoFocus={route.hit === null}
        onValueChange={setText}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'ArrowDown' || event.key === 'Enter') {
            event.preventDefault();
            flush();
            onLeave(event.key === 'Enter' ? 'enter' : 'down');
          } else if (event.key === 'Escape' && text !== '') {
            event.preventDefault();
            setText('');
          }
        }}
        trailing={
          <span className={styles.trailing}>
            {isSearching && <Spinner label="Searching" />}
            {text === '' ? (
              <Keys keys="/" />
            ) : (
              <IconButton
                icon="close"
                label="Clear the search"
                size="small"
                onClick={() => {
                  setText('');
                  field.current?.focus();
                }}
              />
            )}
          </span>
        }
        className={styles.field}
      />
      {!isComparing && (
        <Select
          label="Ranking"
          hidesLabel
          value={route.mode}
          options={searchModes.map((value) => ({ value, title: modeTitles[value], note: modeNotes[value] }))}
          onValueChange={(mode) => navigate({ ...route, mode })}
        />
      )}
      <IconButton
        icon="filter"
        label={showsFilters ? 'Hide filters' : 'Show filters'}
        keys={commandKey('search.filters')}
        aria-pressed={showsFilters}
        onClick={onToggleFilters}
      />
      <IconButton
        icon="columns"
        label={isComparing ? 'End the comparison' : 'Compare two settings'}
        keys={commandKey('search.compare')}
        aria-pressed={isComparing}
        disabled={viewOf(route) !== 'search'}
        onClick={toggleCompare}
      />
      <SaveSearch route={route} />
    </search>
  );
}

function useModeCommands(route: SearchRoute): void {
  useCommand('search.mode.hybrid', () => navigate({ ...route, mode: 'hybrid' }), route.mode !== 'hybrid');
  useCommand('search.mode.rrf', () => navigate({ ...route, mode: 'rrf' }), route.mode !== 'rrf');
  useCommand('search.mode.vector', () => navigate({ ...route, mode: 'vector' }), route.mode !== 'vector');
  useCommand('search.mode.keyword', () => navigate({ ...route, mode: 'keyword' }), route.mode !== 'keyword');
}
