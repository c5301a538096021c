/** Variables through which whoever starts the app could make its service run other code, or change how Electron runs it. */
const dangerous = [
  /^NODE_(OPTIONS|PATH|REPL_EXTERNAL_MODULE|REDIRECT_WARNINGS|V8_COVERAGE|PENDING_DEPRECATION)$/,
  /^ELECTRON_/,
  /^(LD_PRELOAD|LD_AUDIT|LD_LIBRARY_PATH)$/,
  /^DYLD_/,
  /^DEBUG$/,
];

/** What the service's process is told where nobody has said otherwise: two pools of memory for all its threads (main/cli/few-arenas.ts). */
const defaults = { MALLOC_ARENA_MAX: '2' };

/** The environment for the service: ours without those. */
export function serviceEnvironment(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const safe = Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && !dangerous.some((pattern) => pattern.test(entry[0].toUpperCase())),
    ),
  );
  return { ...defaults, ...safe };
}
