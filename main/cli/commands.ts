import type { Command } from 'commander';
import type { Run } from './index-commands.ts';

/** Declares one or several commands. */
type AddCommands = (program: Command, run: Run) => void;

/** Who declares which commands, in the order of the help. Each is loaded with all that it needs, which takes most of the time of a start. */
const modules: readonly { names: readonly string[]; load: () => Promise<AddCommands> }[] = [
  {
    names: ['index', 'refresh', 'remove', 'sources'],
    load: async () => (await import('./index-commands.ts')).addIndexCommands,
  },
  {
    names: ['search', 'snippet', 'doc', 'example'],
    load: async () => (await import('./search-commands.ts')).addSearchCommands,
  },
  { names: ['trace'], load: async () => (await import('./trace-command.ts')).addTraceCommand },
  { names: ['deprecation'], load: async () => (await import('./deprecation-command.ts')).addDeprecationCommand },
  { names: ['status', 'doctor', 'model'], load: async () => (await import('./health-commands.ts')).addHealthCommands },
  { names: ['layout'], load: async () => (await import('./layout-command.ts')).addLayoutCommand },
  {
    names: ['evaluate', 'cases', 'bench'],
    load: async () => (await import('./measure-commands.ts')).addMeasureCommands,
  },
  { names: ['analyze'], load: async () => (await import('./analyze-command.ts')).addAnalyzeCommand },
  { names: ['serve', 'prompt'], load: async () => (await import('./serve-command.ts')).addServeCommands },
  { names: ['mcp'], load: async () => (await import('./mcp-command.ts')).addMcpCommand },
  { names: ['connect'], load: async () => (await import('./connect-command.ts')).addConnectCommand },
];

/** Who declares the command that a command line begins with; all of them where that is none, so that help and suggestions know every one. */
export async function addersOf(program: Command, commandArguments: readonly string[]): Promise<AddCommands[]> {
  const command = commandOf(program, commandArguments);
  const wanted = modules.filter(({ names }) => names.some((name) => name === command));
  return Promise.all((wanted.length === 0 ? modules : wanted).map(({ load }) => load()));
}

/** The first word that is neither a flag of the program nor the value of one. */
function commandOf(program: Command, words: readonly string[]): string | null {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    if (!word.startsWith('-')) return word;
    if (program.options.some(({ long, required }) => long === word && required)) at += 1;
  }
  return null;
}
