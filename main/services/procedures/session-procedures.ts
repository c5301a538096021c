import type { HubContract } from '../../contract/hub-contract.ts';
import type { Handlers } from '../../rpc/handlers.ts';
import { expandHome } from '../runtime/expand-home.ts';
import { exportMissed } from '../sessions/export-missed.ts';
import type { SessionService } from '../sessions/session-service.ts';

type SessionNames = Extract<keyof HubContract, `sessions.${string}`>;

/** Transcripts of coding agents. */
export function sessionProcedures({
  sessions: service,
}: {
  sessions: SessionService;
}): Pick<Handlers<HubContract>, SessionNames> {
  return {
    'sessions.analyze': ({ paths, hub }, { signal }) =>
      service.analyze(
        paths.map((path) => expandHome(path)),
        hub ?? null,
        signal,
      ),
    'sessions.follow': ({ paths }, { signal }) =>
      service.follow(
        paths.map((path) => expandHome(path)),
        signal,
      ),
    'sessions.chooseHub': async ({ hub }, { signal }) => ({ sessions: await service.chooseHub(hub, signal) }),
    'sessions.list': ({ offset, limit }) => service.sessions.list(offset, limit),
    'sessions.overview': (selection) => service.sessions.overview(selection),
    'sessions.timeline': ({ session }) => service.timeline(session),
    'sessions.calls': ({ offset, limit, ...filter }) => service.sessions.calls.list(filter, offset, limit),
    'sessions.findings': ({ offset, limit, ...filter }, { signal }) => service.findings(filter, offset, limit, signal),
    'sessions.finding': ({ id }) => service.finding(id),
    'sessions.conversation': ({ session, around, offset, limit }) => service.conversation(session, around, offset, limit),
    'sessions.raw': async ({ call }) => ({ records: await service.raw(call) }),
    'sessions.replay': (target, { signal }) => service.replay(target, signal),
    'sessions.saveCase': ({ finding, ...input }) => service.saveCase(finding, input),
    'sessions.markFixed': ({ finding, fixed, note }) => service.markFixed(finding, fixed, note),
    'sessions.report': ({ format, redact, ...selection }, { signal }) => service.report(selection, format, redact, signal),
    'sessions.missed': ({ includeFixed, limit, ...selection }, { signal }) =>
      service.missed(selection, includeFixed, limit, signal),
    'sessions.exportMissed': async (selection, { signal }) =>
      exportMissed((await service.missed(selection, false, null, signal)).symbols),
    'sessions.compare': ({ left, right }) => service.compare(left, right),
    'sessions.forget': ({ sessions }) => ({ removed: service.sessions.writer.forget(sessions ?? null) }),
  };
}
