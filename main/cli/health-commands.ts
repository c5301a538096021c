import type { Command } from 'commander';
import { contentTypes } from '../core/chunk.ts';
import { fetchModelForUser, modelStatusForUser } from '../services/model/model-commands.ts';
import { exitCodes, withHub } from './context.ts';
import type { Run } from './index-commands.ts';
import { paint, plain, table } from './text.ts';

export function addHealthCommands(program: Command, run: Run): void {
  program
    .command('status')
    .description('what is indexed, by which model, and which vector store answers')
    .action(() =>
      run((context) =>
        withHub(context, 'read', async (hub) => {
          const status = await hub.status();
          if (context.json) context.printJson(status);
          else {
            context.print(
              `${status.state}${status.owned ? ', being written to now' : ''} · ${status.dataDirectory} (${(status.databaseBytes / 1e6).toFixed(1)} MB)`,
            );
            context.print(
              table([
                ['', ...contentTypes, 'all'],
                ['chunks', ...contentTypes.map((type) => status.chunks[type]), status.totalChunks],
              ]),
            );
            context.print(
              status.model.found
                ? `model: ${status.model.space?.model} from ${status.model.origin}`
                : paint('yellow', 'model: none; keyword search only. Get it with `model fetch`.'),
            );
            if (status.pendingTexts > 0)
              context.print(paint('yellow', `${status.pendingTexts} texts wait for the model. Run \`refresh\`.`));
            context.print(`vectors: ${status.vectors ? `${status.vectors.kind}. ${status.vectors.reason}` : 'none yet'}`);
            for (const source of status.sources)
              context.print(`${source.name}: ${source.state}${source.lastError ? `, ${plain(source.lastError)}` : ''}`);
          }
          return exitCodes.done;
        }),
      )(),
    );

  program
    .command('doctor')
    .description('check store, vectors, model and locks; repair what is safe')
    .action(() =>
      run((context) =>
        withHub(context, 'write', async (hub) => {
          const findings = await hub.doctor();
          if (context.json) context.printJson({ findings });
          else {
            const colours = { ok: 'green', repaired: 'yellow', problem: 'red' } as const;
            for (const finding of findings)
              context.print(
                `${paint(colours[finding.outcome], finding.outcome.padEnd(8))} ${finding.check}: ${plain(finding.detail)}`,
              );
          }
          return findings.some((finding) => finding.outcome === 'problem') ? exitCodes.partial : exitCodes.done;
        }),
      )(),
    );

  const model = program.command('model').description('the embedding model: where it is, where it can come from');
  model
    .command('status')
    .description('whether a model is found, and what was tried')
    .action(() =>
      run(async (context) => {
        const status = await modelStatusForUser(context.config);
        if (context.json) context.printJson(status);
        else {
          context.print(
            status.found
              ? `${status.space?.model} from ${status.origin}: ${status.path}`
              : 'No model found. Get it with `model fetch`.',
          );
          for (const attempt of status.tried)
            context.print(
              paint('dim', `${attempt.source}: ${attempt.outcome}${attempt.detail ? `, ${plain(attempt.detail)}` : ''}`),
            );
        }
        return status.found ? exitCodes.done : exitCodes.failed;
      })(),
    );
  model
    .command('fetch')
    .description('get the model from wherever it can be had')
    .action(() =>
      run(async (context) => {
        const result = await fetchModelForUser(context.config, context.logger, context.signal);
        if (context.json) context.printJson(result);
        else context.print(`${result.space.model} from ${result.origin}: ${result.path}`);
        return exitCodes.done;
      })(),
    );
}
