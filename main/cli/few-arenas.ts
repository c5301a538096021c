const variable = 'MALLOC_ARENA_MAX';

/**
 * Lets glibc keep two pools of memory instead of eight per core. With the dozen threads of a service those keep about a hundred megabytes
 * that nobody uses any more (docs/benchmarks.md). Only a process that begins can be told, so this one begins again, as itself: the same
 * process with the same words. To be called before anything is opened; does nothing where the user has said how many, or elsewhere than on Linux.
 */
export function takeFewArenas(): void {
  if (process.platform !== 'linux' || process.env[variable] !== undefined || process.execve === undefined) return;
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
    ...process.env,
    [variable]: '2',
  });
}
