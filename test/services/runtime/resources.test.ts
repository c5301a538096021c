import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resourcesBeside, resourcesDirectory } from '../../../main/services/runtime/resources.ts';

describe('the program’s own files', () => {
  it.each([
    ['file:///project/main/services/runtime/resources.ts', '/project/resources'],
    ['file:///project/out/main/cli.js', '/project/resources'],
    ['file:///opt/hub/resources/app.asar/out/main/shared-x.js', '/opt/hub/resources/context-hub'],
    ['file:///opt/my%20hub/resources/app.asar/out/main/shared-x.js', '/opt/my hub/resources/context-hub'],
  ])('for %s lie in %s', (module, folder) => {
    expect(resourcesBeside(module)).toBe(folder);
  });

  it('are there', () => {
    expect(existsSync(join(resourcesDirectory, 'model'))).toBe(true);
  });
});
