import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { HubError } from '../../../main/contract/errors.ts';
import type { AnalyzeProgress, AnalyzeSummary } from '../../../main/contract/sessions.ts';
import { useFollow } from '../../../renderer/features/sessions/follow.ts';
import { useTranscriptAnalysis } from '../../../renderer/parts/transcript-analysis.ts';
import { memoryService } from './memory-service.ts';

const progress: AnalyzeProgress = { phase: 'reading', files: 2, filesDone: 1, bytes: 10, bytesDone: 5, current: 'a.jsonl' };
const summary: AnalyzeSummary = { files: [], sessions: [], servers: [], hub: null };
const analysis = (): ReturnType<typeof useTranscriptAnalysis.getState> => useTranscriptAnalysis.getState();
const run = () => analysis().run;

function queriesWith(...names: string[]): QueryClient {
  const queries = new QueryClient();
  for (const name of names) queries.setQueryData(['hub', name, {}], 1);
  return queries;
}
const isOld = (queries: QueryClient, name: string): boolean => queries.getQueryState(['hub', name, {}])!.isInvalidated;

/** Ends when the caller leaves; says so. */
function untilLeft(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

beforeEach(() => {
  analysis().cancel();
  analysis().dismiss();
});

describe('reading transcripts', () => {
  it('shows progress, then the account, and has what is known of sessions asked again', async () => {
    const queries = queriesWith('sessions.list', 'sources.list');
    const seen: (string | undefined)[] = [];
    const stop = useTranscriptAnalysis.subscribe((state) => seen.push(state.run?.progress?.phase));
    using service = memoryService({
      async *'sessions.analyze'({ paths }) {
        expect(paths).toEqual(['/logs/a.jsonl']);
        yield { progress, summary: null };
        await vi.waitFor(() => expect(run()?.progress).toEqual(progress));
        yield { progress: { ...progress, phase: 'done' }, summary };
      },
    });
    analysis().setUnplaced(['b.jsonl']);
    analysis().setAsking(true);
    await analysis().start(service.hub, queries, ['/logs/a.jsonl']);
    stop();
    expect(seen).toContain('reading');
    expect(run()).toMatchObject({ state: 'done', summary });
    expect(analysis()).toMatchObject({ unplaced: [], isAsking: false });
    expect([isOld(queries, 'sessions.list'), isOld(queries, 'sources.list')]).toEqual([true, false]);
    analysis().dismiss();
    expect(run()).toBeNull();
  });

  it('is cancelled at once, on the service too', async () => {
    let left = false;
    using service = memoryService({
      async *'sessions.analyze'(_, { signal }) {
        yield { progress, summary: null };
        await untilLeft(signal);
        left = true;
      },
    });
    const reading = analysis().start(service.hub, queriesWith(), ['/logs']);
    await vi.waitFor(() => expect(run()?.progress).toEqual(progress));
    // A run that goes on is not put away.
    analysis().dismiss();
    expect(run()?.state).toBe('running');
    analysis().cancel();
    expect(run()?.state).toBe('cancelled');
    await reading;
    expect(run()?.state).toBe('cancelled');
    await vi.waitFor(() => expect(left).toBe(true));
  });

  it('says what went wrong', async () => {
    using service = memoryService({
      // eslint-disable-next-line require-yield -- it fails before
      async *'sessions.analyze'() {
        throw new HubError('not-found', 'There is no /nowhere.');
      },
    });
    await analysis().start(service.hub, queriesWith(), ['/nowhere']);
    expect(run()).toMatchObject({ state: 'failed', error: { code: 'not-found', message: 'There is no /nowhere.' } });
  });

  it('gives way to the next reading', async () => {
    using service = memoryService({
      async *'sessions.analyze'({ paths }, { signal }) {
        yield { progress: { ...progress, current: paths[0]! }, summary: null };
        if (paths[0] === '/first') await untilLeft(signal);
        else yield { progress: { ...progress, phase: 'done' }, summary };
      },
    });
    const first = analysis().start(service.hub, queriesWith(), ['/first']);
    await vi.waitFor(() => expect(run()?.progress?.current).toBe('/first'));
    await analysis().start(service.hub, queriesWith(), ['/second']);
    await first;
    expect(run()).toMatchObject({ state: 'done', paths: ['/second'] });
  });
});

describe('following a session', () => {
  it('asks again after each change, until it is left', async () => {
    const queries = queriesWith('sessions.calls');
    let left = false;
    using service = memoryService({
      async *'sessions.follow'({ paths }, { signal }) {
        expect(paths).toEqual(['/logs/a.jsonl']);
        yield { changes: 0, summary };
        await vi.waitFor(() => expect(isOld(queries, 'sessions.calls')).toBe(true));
        yield { changes: 1, summary };
        await untilLeft(signal);
        left = true;
      },
    });
    const following = useFollow.getState().start(service.hub, queries, { key: 'claude:a', files: ['/logs/a.jsonl'] });
    await vi.waitFor(() => expect(useFollow.getState().followed).toEqual({ session: 'claude:a', changes: 1 }));
    useFollow.getState().stop();
    await following;
    expect(useFollow.getState().followed).toBeNull();
    await vi.waitFor(() => expect(left).toBe(true));
  });
});
