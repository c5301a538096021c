import { describe, expect, it } from 'vitest';
import { findingPatterns } from '../../../../main/contract/session-findings.ts';
import { useFindingFilters } from '../../../../renderer/features/sessions/findings/finding-filters-state.ts';

describe('the findings that are shown', () => {
  it('are those of one pattern when it is asked for, open or fixed, whatever was filtered before', () => {
    const { setFilters, showOnly } = useFindingFilters.getState();
    setFilters({ grouping: 'symbol', state: 'fixed', certainty: 'certain', text: 'frame' });
    showOnly('bypass');
    const { filters, closed } = useFindingFilters.getState();
    expect(filters).toEqual({ grouping: 'pattern', state: 'all', certainty: 'any', text: '' });
    expect(findingPatterns.filter((pattern) => !closed.has(pattern))).toEqual(['bypass']);
  });
});
