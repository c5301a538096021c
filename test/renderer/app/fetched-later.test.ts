import { expect, it } from 'vitest';
import { loaded, UnfetchedError } from '../../../renderer/app/fetched-later.ts';

it('code of a screen that cannot be fetched is told from a fault of the screen', async () => {
  await expect(loaded(() => Promise.reject(new TypeError('Failed to fetch')))).rejects.toSatisfy(
    (error) => error instanceof UnfetchedError && error.message === 'Failed to fetch' && error.cause instanceof TypeError,
  );
  await expect(loaded(() => Promise.resolve('code'))).resolves.toBe('code');
});
