import { devNull } from 'node:os';

/** local: reading a repository on this disk, whose configuration nobody has vetted. remote: fetching into a repository of our own. */
export type GitMode = 'local' | 'remote' | 'remote-file';

/** Variables of the user's that steer transport, not repositories; kept for fetching only. */
const transportVariables: ReadonlySet<string> = new Set([
  'GIT_SSH', 'GIT_SSH_COMMAND', 'GIT_SSH_VARIANT', 'GIT_SSL_CAINFO', 'GIT_SSL_CAPATH', 'GIT_SSL_NO_VERIFY', 'GIT_SSL_CERT', 'GIT_SSL_KEY',
  'GIT_HTTP_USER_AGENT', 'GIT_EXEC_PATH', 'GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM', 'GIT_CONFIG_NOSYSTEM',
]); // prettier-ignore

const allowedProtocols: Record<GitMode, string> = {
  local: 'none', // also stops a partial clone from fetching what it lacks
  remote: 'https:http:ssh:git',
  'remote-file': 'file',
};

/**
 * Environment for the git program: no prompts, no locks, no replaced objects, no transports beyond the mode's, and nothing of the
 * caller's GIT_* that would point it at another repository (a hook that starts this program sets GIT_DIR). For local reading the
 * user's and the system's configuration is left out too; for fetching it stays, since it holds proxies and credential helpers.
 */
export function gitEnvironment(mode: GitMode, outer: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const environment: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(outer)) {
    if (name.toUpperCase().startsWith('GIT_') && !(mode !== 'local' && transportVariables.has(name))) continue;
    environment[name] = value;
  }
  return {
    ...environment,
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    SSH_ASKPASS_REQUIRE: 'never',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: allowedProtocols[mode],
    GIT_DEFAULT_REF_FORMAT: 'files',
    GIT_PAGER: 'cat',
    LC_ALL: 'C',
    ...(mode === 'local' ? { GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: devNull } : {}),
  };
}

/**
 * Settings given on the command line, where they outrank every file: no program that a repository's configuration names is run.
 * `safe.directory` lets git read a repository that another user owns, which is harmless with the rest in force.
 */
export const gitSafetyArguments: readonly string[] = [
  'core.fsmonitor=false',
  `core.hooksPath=${devNull}`,
  'core.askPass=',
  'core.sparseCheckout=false',
  'credential.interactive=never',
  'protocol.ext.allow=never',
  'safe.directory=*',
  'submodule.recurse=false',
  'fetch.recurseSubmodules=false',
  'fetch.writeCommitGraph=false',
  'gc.auto=0',
  'maintenance.auto=false',
].flatMap((setting) => ['-c', setting]);
