import { Command, CommanderError, Option } from 'commander';
import { asHubError, HubError } from '../contract/errors.ts';
import { logLevels } from '../core/logger.ts';
import { createContext, exitCodes, type ExitCode, type GlobalFlags } from './context.ts';
import { addersOf } from './commands.ts';
import type { Run } from './index-commands.ts';
import { plain } from './text.ts';

/**
 * Runs one command line and returns its exit code: 0 done, 1 failed, 2 usage, 3 partial. With `--json` stdout carries exactly
 * one JSON value, an error included; everything else goes to stderr.
 */
export async function runCommandLine(commandArguments: readonly string[], signal: AbortSignal): Promise<ExitCode> {
  let code: ExitCode = exitCodes.done;
  const program = new Command('context-hub')
    .description('Index docs, examples and source; get ranked, cited answers.')
    .option('--data-dir <folder>', 'where the index lives')
    .option('--json', 'JSON on stdout')
    .addOption(new Option('--log <level>', 'what is written to stderr').choices([...logLevels]))
    .option('--model <folder>', 'the embedding model, instead of looking for it')
    .addOption(new Option('--vectors <backend>', 'which vector store answers').choices(['auto', 'chroma', 'embedded']))
    .option('--chroma-url <url>', 'a Chroma server to use')
    .option('--workers <n>', 'threads; default: one per core')
    .exitOverride()
    .configureOutput({ writeOut: (text) => process.stdout.write(text), writeErr: (text) => process.stderr.write(text) });

  const run: Run = (work) => async () => {
    const flags = program.opts<GlobalFlags>();
    try {
      code = await work(createContext(flags, signal));
    } catch (thrown) {
      const error = asHubError(thrown);
      if (flags.json) printError(error);
      else process.stderr.write(`${plain(error.message)}\n`);
      if (error.code === 'internal' && error.cause instanceof Error) process.stderr.write(`${plain(error.cause.stack ?? '')}\n`);
      code = error.code === 'usage' ? exitCodes.usage : error.code === 'cancelled' ? exitCodes.partial : exitCodes.failed;
    }
  };
  for (const add of await addersOf(program, commandArguments)) add(program, run);
  try {
    await program.parseAsync([...commandArguments], { from: 'user' });
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) throw thrown;
    code = thrown.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    // Not asked of the program: it may have stopped before it came to the flag.
    if (code === exitCodes.usage && commandArguments.includes('--json'))
      printError(new HubError('usage', withoutLabel(thrown.message)));
  }
  return code;
}

function printError(error: HubError): void {
  process.stdout.write(`${JSON.stringify({ error: error.toWire() }, null, 2)}\n`);
}

/** Commander's message without its own `error: `. */
function withoutLabel(message: string): string {
  return message.replace(/^error: /, '');
}
