import { asHubError } from './contract/errors.ts';
import { createContext, exitCodes, withHub } from './cli/context.ts';
import { exitCodeOf, printReport, specificationsOf } from './cli/index-commands.ts';
import { progressBar } from './cli/progress-bar.ts';
import { searchPrompt } from './cli/search-prompt.ts';
import { interruptSignal } from './cli/signals.ts';

/**
 * `npm start [-- SOURCE…]`: indexes the given sources in view and then offers a prompt that searches. The data directory comes
 * from the environment or is the platform's.
 */
async function start(): Promise<number> {
  const context = createContext({}, interruptSignal());
  return withHub(context, 'write', async (hub) => {
    const sources = process.argv.slice(2);
    let code: number = exitCodes.done;
    if (sources.length > 0) {
      const bar = progressBar();
      const report = await hub.index(await specificationsOf(sources, {}, context.config.dataDirectory), {
        signal: context.signal,
        onProgress: bar.onProgress,
      });
      bar.end();
      printReport(context, report);
      code = exitCodeOf(report);
    }
    const indexed = hub.describeSources();
    if (indexed.length === 0)
      context.print('Nothing is indexed yet. Give a source: `npm start -- FOLDER|GIT-URL|LLMS-FULL.TXT`.');
    else context.print(`Searching ${indexed.map((source) => source.name).join(', ')}. :help says what else can be typed.`);
    await searchPrompt(hub, context);
    return code;
  });
}

try {
  process.exitCode = await start();
} catch (thrown) {
  const error = asHubError(thrown);
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.code === 'usage' ? exitCodes.usage : exitCodes.failed;
}
