import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readCases } from '../../../main/services/evaluation/cases.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hub-cases-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a file of cases', () => {
  it.each(['[]', '{"cases":[]}'])('that holds none is refused rather than measured as zero: %s', async (text) => {
    const path = join(folder, 'cases.json');
    writeFileSync(path, text);
    await expect(readCases(path)).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining('holds no case') });
  });

  it('that is of another form is refused with what was expected', async () => {
    const path = join(folder, 'cases.json');
    writeFileSync(path, '{}');
    await expect(readCases(path)).rejects.toMatchObject({
      message: expect.stringMatching(/form: Invalid input: expected array/),
    });
  });
});
