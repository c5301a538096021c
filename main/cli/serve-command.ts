import type { Command } from 'commander';
import { HubError } from '../contract/errors.ts';
import { exitCodes, wholeNumber, withHub } from './context.ts';
import type { Run } from './index-commands.ts';
import { searchPrompt } from './search-prompt.ts';
import { serveInterface } from './serve.ts';

export function addServeCommands(program: Command, run: Run): void {
  program
    .command('serve')
    .description('the interface in a browser on this machine, until Ctrl-C')
    .argument('[sources...]', 'folders, git URLs, llms-full.txt URLs or files to add and index')
    .option('--port <n>', 'port on 127.0.0.1; any free one when it is not given')
    .option('--no-open', 'print the address and open no browser')
    .option('--until-idle <minutes>', 'end when no agent and no window was connected for so long')
    .option('--mcp-http', 'agents over HTTP too, at /mcp; the local socket is always there')
    .action((sources: string[], options: { port?: string; open: boolean; untilIdle?: string; mcpHttp?: boolean }) =>
      run(async (context) => {
        const { open: openBrowser, untilIdle, mcpHttp } = options;
        const untilIdleMinutes = untilIdle === undefined ? undefined : wholeNumber(untilIdle, '--until-idle');
        await serveInterface(context, { port: portOf(options.port), openBrowser, mcpHttp, untilIdleMinutes, sources });
        return exitCodes.done;
      })(),
    );

  program
    .command('prompt')
    .description('search at a prompt, in the terminal')
    .action(() =>
      run((context) =>
        withHub(context, 'read', async (hub) => {
          const indexed = await hub.describeSources();
          if (indexed.length === 0) throw new HubError('not-found', 'There is no source yet. Add one: `index FOLDER|GIT-URL`.');
          context.print(`Searching ${indexed.map((source) => source.name).join(', ')}. :help says what else can be typed.`);
          await searchPrompt(hub, context);
          return exitCodes.done;
        }),
      )(),
    );
}

function portOf(text: string | undefined): number {
  const port = Number(text ?? '0');
  if (text !== undefined && !/^\d{1,5}$/.test(text))
    throw new HubError('usage', `--port must be a number from 1 to 65535, not “${text}”.`);
  if (port > 65_535) throw new HubError('usage', `--port must be a number from 1 to 65535, not “${text}”.`);
  return port;
}
