import { HubError } from '../contract/errors.ts';
import { openHeadlessHost, type HeadlessHost } from '../headless.ts';
import { ensureInterface } from '../host/interface-build.ts';
import { browserCommand, openBrowser } from '../host/open-browser.ts';
import { openHubService, type HubService } from '../service.ts';
import { mcpHttpMount } from '../services/mcp/http-mount.ts';
import { mcpToken } from '../services/mcp/pipe-token.ts';
import type { CommandContext } from './context.ts';
import { untilIdle } from './idle.ts';
import { supervision } from './supervision.ts';
import { programVersion } from './version.ts';

export interface ServeOptions {
  /** 0 for any that is free. */
  port: number;
  openBrowser: boolean;
  /** Agents over HTTP too, at /mcp; default: as the settings say. */
  mcpHttp?: boolean | undefined;
  /** Ends when no agent and no window was connected and no job ran for so long. Unit: minutes. */
  untilIdleMinutes?: number | undefined;
  /** Folders, git URLs and what else is typed; added and indexed in view. */
  sources: readonly string[];
}

/** Serves the interface until the context's signal fires; then windows, service and index are closed in order. */
export async function serveInterface(context: CommandContext, options: ServeOptions): Promise<void> {
  const { config, logger, signal } = context;
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  const watched = supervision();
  // In the place of a run that crashed: its windows come back to the same address, and nothing is said or added twice.
  const { before, notice } = (await watched?.begin) ?? { before: null, notice: null };
  await using service = await openHubService({
    config,
    logger,
    host: 'browser',
    version: programVersion(),
    notices: notice === null ? [] : [notice],
  });
  await service.mcp.opened;
  if (options.untilIdleMinutes !== undefined && service.mcp.state.value.state === 'taken') {
    // It was started for agents, who have one already.
    say('Another Context Hub answers agents of this data directory.');
    return;
  }
  // Agents are answered while it is made.
  const interfaceFolder = await ensureInterface({ say, signal });
  // What is wrong with a source is said before a window opens.
  const screen = options.sources.length > 0 ? '/sources' : undefined;
  const specifications = before === null ? await parseSources(service, options.sources, signal) : [];
  const token = (options.mcpHttp ?? config.mcpHttp) ? mcpToken(service.mcp.dataDirectory) : null;
  const mcp = token === null ? undefined : mcpHttpMount({ factory: service.mcp.httpFactory, token, logger });
  await using host = await openHeadlessHost({
    handlers: service.handlers,
    logger,
    interfaceFolder,
    port: before?.port ?? options.port,
    before,
    mcp,
  });
  if (token !== null) service.mcp.announceHttp({ url: `http://127.0.0.1:${host.port}/mcp`, token });
  if (specifications.length > 0) await service.handlers['sources.add']({ specifications }, { signal });
  watched?.serves({ port: host.port, ...host.secrets });
  if (before === null) announce(context, host, screen, service.mcp.state.value.http);
  if (before === null && options.openBrowser) {
    const command = browserCommand(host.launchAddress(screen), process.platform, process.env);
    if (command !== null) openBrowser(command, say);
  }
  const { untilIdleMinutes } = options;
  if (untilIdleMinutes === undefined) await aborted(signal);
  else await untilIdle(() => isUsed(service, host, signal), untilIdleMinutes * 60_000, signal);
  if (!context.json) say('Stopping …');
}

/** Whether anybody is connected or a job is under way. */
async function isUsed(service: HubService, host: HeadlessHost, signal: AbortSignal): Promise<boolean> {
  if (host.windows > 0 || service.mcp.state.value.clients.length > 0) return true;
  for await (const { jobs } of service.handlers['hub.state']({}, { signal })) return jobs.some((job) => job.endedAt === null);
  return false;
}

type Specifications = Parameters<HubService['handlers']['sources.add']>[0]['specifications'];

async function parseSources(service: HubService, sources: readonly string[], signal: AbortSignal): Promise<Specifications> {
  const specifications: Specifications = [];
  for (const text of sources) {
    const parsed = await service.handlers['sources.parse']({ text }, { signal });
    if (specifications.some(({ name, location }) => name === parsed.name && location !== parsed.location))
      throw new HubError(
        'usage',
        `Two of these sources would be called “${parsed.name}”. Add one of them in the window, where it can be renamed.`,
      );
    specifications.push(parsed);
  }
  return specifications;
}

function announce(
  context: CommandContext,
  host: HeadlessHost,
  screen: string | undefined,
  http: { url: string; token: string } | null,
): void {
  if (context.json) context.printJson({ url: host.address(screen), port: host.port, ...(http === null ? {} : { mcp: http }) });
  else {
    context.print(`Context Hub is at ${host.address(screen)}\nThe address lets in whoever has it. Ctrl-C stops.`);
    if (http !== null) context.print(`Agents: ${http.url} with the header Authorization: Bearer ${http.token}`);
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
