import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { McpServer } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLogger } from '../../../main/core/logger.ts';
import { openHeadlessHost, type HeadlessHost } from '../../../main/headless.ts';
import type { HubService } from '../../../main/service.ts';
import { mcpHttpMount } from '../../../main/services/mcp/http-mount.ts';
import { mcpCorpus, type McpCorpus } from '../../services/mcp/mcp-corpus.ts';
import { openMcpService } from '../../services/mcp/mcp-service.ts';
import { addConformanceFixtures } from './conformance-fixtures.ts';

/** docs/mcp.md has the reason of each. */
const inapplicable = {
  'of 2025-11-25': {
    version: '0.1.16',
    flags: [],
    scenarios: [
      'completion-complete',
      'elicitation-sep1034-defaults',
      'elicitation-sep1330-enums',
      'logging-set-level',
      'resources-subscribe',
      'resources-unsubscribe',
      'tools-call-elicitation',
      'tools-call-sampling',
      'tools-call-with-logging',
    ],
  },
  'of 2026-07-28': {
    version: '0.2.0-alpha.12',
    flags: ['--requirements', '2026-07-28'],
    scenarios: [
      'completion-complete',
      'http-custom-header-server-validation',
      'input-required-result-basic-elicitation',
      'input-required-result-basic-list-roots',
      'input-required-result-basic-sampling',
      'input-required-result-capability-check',
      'input-required-result-multi-round',
      'input-required-result-multiple-input-requests',
      'input-required-result-non-tool-request',
      'input-required-result-request-state',
      'input-required-result-result-type',
      'input-required-result-tampered-state',
      'json-schema-2020-12',
      'server-stateless',
      'tasks-capability-negotiation',
      'tasks-dispatch-and-envelope',
      'tasks-lifecycle',
      'tasks-mrtr-composition',
      'tasks-mrtr-input',
      'tasks-request-headers',
      'tasks-request-state-removal',
      'tasks-required-task-error',
      'tasks-wire-fields',
    ],
  },
};

const run = promisify(execFile);
let corpus: McpCorpus;
let service: HubService;
let host: HeadlessHost;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hub-conformance-'));
  corpus = await mcpCorpus();
  service = await openMcpService(corpus.data);
  const factory: typeof service.mcp.httpFactory = async (context) =>
    addConformanceFixtures((await service.mcp.httpFactory(context)) as McpServer);
  host = await openHeadlessHost({
    handlers: service.handlers,
    logger: silentLogger,
    interfaceFolder: folder,
    port: 0,
    mcp: mcpHttpMount({ factory, token: null, logger: silentLogger }),
  });
});
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
  corpus.remove();
  rmSync(folder, { recursive: true, force: true });
});

it.each(Object.entries(inapplicable))(
  'the scenarios %s pass, but those that do not apply',
  async (_, { version, flags, scenarios }) => {
    const prefix = join(folder, version);
    await run('npm', ['install', '--no-audit', '--no-fund', '--prefix', prefix, `@modelcontextprotocol/conformance@${version}`]);
    const program = join(prefix, 'node_modules', '@modelcontextprotocol', 'conformance', 'dist', 'index.js');
    // It ends with 1 where anything fails; what failed is read from what it says.
    const said = await run(process.execPath, [program, 'server', '--url', `http://127.0.0.1:${host.port}/mcp`, ...flags], {
      cwd: folder,
      maxBuffer: 64 * 1024 * 1024,
    }).catch((error: unknown) => error as { stdout: string });
    const summary = said.stdout.slice(said.stdout.indexOf('=== SUMMARY ==='));
    const results = [...summary.matchAll(/^([✓✗]) ([\w-]+): (\d+) passed, (\d+) failed/gm)];
    expect(results.length).toBeGreaterThan(25);
    const failed: string[] = results.filter(([, sign]) => sign === '✗').map(([, , name]) => name!);
    expect(failed.toSorted()).toEqual(scenarios);
  },
);
