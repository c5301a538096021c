// What agents start has to be there at once: nothing else is loaded for it.
if (process.argv[2] === 'mcp') await import('./mcp-bridge.ts');
else {
  const { runCommandLine } = await import('./cli/program.ts');
  const { interruptSignal } = await import('./cli/signals.ts');
  process.exitCode = await runCommandLine(process.argv.slice(2), interruptSignal());
}
