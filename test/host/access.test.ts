import { expect, it } from 'vitest';
import { Access } from '../../main/host/access.ts';

it('makes secrets of 256 bits that never repeat', () => {
  const secrets = Array.from({ length: 50 }, () => new Access(1)).flatMap((access) => [access.token, access.launchToken()]);
  expect(new Set(secrets).size).toBe(100);
  for (const secret of secrets) expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
});

it('forgets a launch token after two minutes', () => {
  let now = 0;
  const access = new Access(1, () => now);
  const [early, late] = [access.launchToken(), access.launchToken()];
  now = 119_000;
  expect(access.exchange(early)).not.toBeNull();
  expect(access.exchange(early)).toBeNull();
  now = 121_000;
  expect(access.exchange(late)).toBeNull();
  expect(access.exchange(access.token)).not.toBeNull();
});

it('knows its cookie among others, and only under its own name', () => {
  const access = new Access(4100);
  const cookie = access.exchange(access.token)!.split(';')[0]!;
  expect(access.isOpenTo(`a=1; ${cookie} ; b`)).toBe(true);
  expect(access.isOpenTo(`context-hub-4100=wrong; ${cookie}`)).toBe(true);
  expect(access.isOpenTo(cookie.replace('4100', '4101'))).toBe(false);
  expect(access.isOpenTo(undefined)).toBe(false);
  expect(access.isOpenTo('')).toBe(false);
  expect(new Access(4100).isOpenTo(cookie)).toBe(false);
});
