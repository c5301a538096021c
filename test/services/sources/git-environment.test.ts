import { describe, expect, it } from 'vitest';
import { gitEnvironment } from '../../../main/services/sources/git-environment.ts';
import { gitErrorLine } from '../../../main/services/sources/git-program.ts';

describe('gitEnvironment', () => {
  const outer = {
    PATH: '/bin',
    GIT_DIR: '/elsewhere',
    GIT_WORK_TREE: '/x',
    GIT_EXTERNAL_DIFF: 'x',
    GIT_CONFIG_COUNT: '1',
    GIT_SSH_COMMAND: 'ssh -p 1',
    GIT_ALTERNATE_OBJECT_DIRECTORIES: '/x',
  };

  it('drops what would point git at another repository or run a program', () => {
    const environment = gitEnvironment('local', outer);
    for (const name of [
      'GIT_DIR',
      'GIT_WORK_TREE',
      'GIT_EXTERNAL_DIFF',
      'GIT_CONFIG_COUNT',
      'GIT_SSH_COMMAND',
      'GIT_ALTERNATE_OBJECT_DIRECTORIES',
    ])
      expect(environment).not.toHaveProperty(name);
    expect(environment).toMatchObject({
      PATH: '/bin',
      GIT_TERMINAL_PROMPT: '0',
      GIT_OPTIONAL_LOCKS: '0',
      GIT_ALLOW_PROTOCOL: 'none',
      GIT_CONFIG_NOSYSTEM: '1',
    });
  });

  it('keeps transport settings for fetching only, and allows no helper protocols', () => {
    expect(gitEnvironment('remote', outer)).toMatchObject({
      GIT_SSH_COMMAND: 'ssh -p 1',
      GIT_ALLOW_PROTOCOL: 'https:http:ssh:git',
    });
    expect(gitEnvironment('remote', outer)).not.toHaveProperty('GIT_DIR');
    expect(gitEnvironment('remote-file', outer)).toMatchObject({ GIT_ALLOW_PROTOCOL: 'file' });
  });
});

it('finds the telling line of git’s messages', () => {
  expect(gitErrorLine('remote: Counting\rremote: x\nfatal: repository not found\nmore')).toBe('repository not found');
  expect(gitErrorLine('')).toBe('no message');
});
