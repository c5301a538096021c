import { expect, it } from 'vitest';
import { readPrintedAddress } from '../../../renderer/rpc-client/browser-access.ts';

it.each([
  ['#token=abc', { token: 'abc', hash: '' }],
  ['#token=a-b_c&to=%2Fsources', { token: 'a-b_c', hash: '#/sources' }],
  ['#token=abc&to=%2Fsearch%3Fq%3Da%26b', { token: 'abc', hash: '#/search?q=a&b' }],
  ['#token=abc&to=https%3A%2F%2Fevil.example', { token: 'abc', hash: '' }],
  ['#token=abc&to=', { token: 'abc', hash: '' }],
  ['#token=', null],
  ['', null],
  ['#', null],
  ['#/search?q=token', null],
  ['#/search?token=abc', null],
])('%s', (hash, expected) => {
  expect(readPrintedAddress(hash)).toEqual(expected);
});
