import { Argument, Option, type Command } from 'commander';
import {
  clientIds,
  clientScopes,
  type ClientChange,
  type ClientId,
  type ClientScope,
  type ClientState,
} from '../contract/clients.ts';
import { HubError } from '../contract/errors.ts';
import { bridgeCommand } from '../services/clients/bridge-command.ts';
import { Clients } from '../services/clients/clients.ts';
import { agentInstructions } from '../services/clients/instructions.ts';
import { exitCodes, type CommandContext, type ExitCode } from './context.ts';
import type { Run } from './index-commands.ts';
import { paint, plain, table } from './text.ts';

interface ConnectFlags {
  scope?: ClientScope;
  folder: string;
  remove?: boolean;
  print?: boolean;
  snippet?: boolean;
}

export function addConnectCommand(program: Command, run: Run): void {
  program
    .command('connect')
    .description('connect an agent to this hub; without a name: which are here')
    .addArgument(new Argument('[client]', 'agent').choices(clientIds))
    .addOption(
      new Option('--scope <scope>', 'user: all projects; project: a file in its folder; local: this project, for you').choices(
        clientScopes,
      ),
    )
    .option('--folder <folder>', 'of the project', '.')
    .option('--remove', 'take this hub’s entry out again')
    .option('--print', 'show what would be written, and write nothing')
    .option('--snippet', 'a paragraph for CLAUDE.md or AGENTS.md')
    .action((client: ClientId | undefined, flags: ConnectFlags) => run((context) => connect(context, client, flags))());
}

async function connect(context: CommandContext, client: ClientId | undefined, flags: ConnectFlags): Promise<ExitCode> {
  const clients = new Clients({ bridge: () => bridgeCommand(context.config.dataDirectory) });
  if (flags.snippet === true) {
    if (context.json) context.printJson({ instructions: agentInstructions });
    else context.print(agentInstructions.trimEnd());
    return exitCodes.done;
  }
  if (client === undefined) {
    if (flags.remove === true || flags.print === true) throw new HubError('usage', `Say which client: ${clientIds.join(', ')}.`);
    const states = clients.list(flags.folder);
    if (context.json) context.printJson(states);
    else printStates(context, states);
    return exitCodes.done;
  }
  const target = { client, scope: flags.scope, folder: flags.folder };
  if (flags.print === true) {
    const { path, text, command } = clients.snippet(target);
    if (context.json) context.printJson(clients.snippet(target));
    else {
      if (command !== null) context.print(`${paint('dim', '# its own command')}\n${command}\n`);
      context.print(`${paint('dim', `# ${path === null ? 'entry' : plain(path)}`)}\n${text.trimEnd()}`);
    }
    return exitCodes.done;
  }
  const change =
    flags.remove === true ? await clients.disconnect(target, context.signal) : await clients.connect(target, context.signal);
  if (context.json) context.printJson(change);
  else printChange(context, change, flags.remove === true);
  return change.handshake?.outcome === 'failed' ? exitCodes.failed : exitCodes.done;
}

function printStates(context: CommandContext, states: readonly ClientState[]): void {
  const rows = states.map(({ id, found, configured, problem }) => [
    id,
    found === null ? 'no' : 'yes',
    problem ??
      (configured.length === 0
        ? 'no'
        : configured.map(({ scope, isCurrent }) => `${scope}${isCurrent ? '' : ' (other program)'}`).join(', ')),
  ]);
  context.print(table([['client', 'here', 'connected'], ...rows]));
  context.print(paint('dim', 'Connect one: context-hub connect CLIENT'));
}

function printChange(context: CommandContext, change: ClientChange, isRemoval: boolean): void {
  const where = change.path === null ? `its scope “${change.scope}”` : plain(change.path);
  const done = change.changed
    ? isRemoval
      ? 'Removed from'
      : 'Connected in'
    : isRemoval
      ? 'There is no entry in'
      : 'Already connected in';
  context.print(`${done} ${where}${change.how === 'command' ? ' by its own command' : ''}.`);
  if (change.backup !== null) context.print(paint('dim', `Before: ${plain(change.backup)}`));
  if (change.handshake !== null)
    context.print(paint(change.handshake.outcome === 'hub' ? 'green' : 'yellow', plain(change.handshake.message)));
  if (change.changed && !isRemoval) context.print(change.nextStep);
}
