const variable = 'MALLOC_ARENA_MAX';

/**
 * What lets glibc keep two pools of memory instead of eight per core, for the environment of a process that begins. With the dozen threads of a
 * service those keep about a hundred megabytes that nobody uses any more (docs/benchmarks.md). What the user has said stays.
 */
export function fewArenas(
  platform: NodeJS.Platform = process.platform,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string> {
  return platform === 'linux' ? { [variable]: environment[variable] ?? '2' } : {};
}
