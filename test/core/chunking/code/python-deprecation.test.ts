import { describe, expect, test } from 'vitest';
import { bySymbol, chunk } from './support.ts';

async function deprecation(text: string, symbol: string | null): Promise<unknown> {
  return bySymbol(await chunk(text), symbol).metadata.deprecated;
}

const body = '\n    a = 1\n    return a\n';

describe('deprecation', () => {
  test('decorators', async () => {
    expect(
      await deprecation(
        `@deprecated("\`f\` is deprecated since 1.4.0 and will be removed in 2.0.0. "\n    "Use \`g\` instead.")\ndef f():${body}`,
        'f',
      ),
    ).toEqual({
      note: '`f` is deprecated since 1.4.0 and will be removed in 2.0.0. Use `g` instead.',
      since: '1.4.0',
      replacement: 'g',
    });
    expect(await deprecation(`@_api.deprecated("3.8", alternative="other.thing")\nclass C:\n    x = 1\n`, 'C')).toMatchObject({
      since: '3.8',
      replacement: 'other.thing',
    });
    expect(await deprecation(`@deprecated\ndef f():${body}`, 'f')).toEqual({ note: 'Deprecated.' });
    expect(await deprecation(`@undeprecated\ndef f():${body}`, 'f')).toBeUndefined();
  });

  test('docstring directives, of the whole and of a parameter', async () => {
    const whole =
      'class C:\n    """A class.\n\n    .. deprecated:: 1.2\n       Use :class:`Other` instead.\n\n    More.\n    """\n    x = 1\n';
    expect(await deprecation(whole, 'C')).toEqual({ note: 'Use :class:`Other` instead.', since: '1.2', replacement: 'Other' });
    const part =
      'class C:\n    """A class.\n\n    Parameters:\n        fatal: Whether.\n\n            .. deprecated:: 1.8.0\n                Use ``push_error`` instead.\n    """\n    x = 1\n';
    expect(await deprecation(part, 'C')).toEqual({
      note: 'Use ``push_error`` instead.',
      since: '1.8.0',
      replacement: 'push_error',
      part: 'fatal',
    });
  });

  test('module docstrings', async () => {
    expect(
      await deprecation('"""Old module.\n\n.. deprecated:: 0.9\n    Import from :mod:`pkg.new` instead.\n"""\n', null),
    ).toMatchObject({ since: '0.9', replacement: 'pkg.new' });
  });

  test('warnings in the body, of the whole and of a parameter', async () => {
    const warn = (message: string, indent = '    '): string =>
      `def f(a):\n    """Do."""\n    if a:\n        pass\n${indent}warnings.warn(${message}, DeprecationWarning, stacklevel=2)\n`;
    expect(await deprecation(warn('"f() is deprecated, use g() instead"'), 'f')).toEqual({
      note: 'f() is deprecated, use g() instead',
      replacement: 'g()',
    });
    expect(await deprecation(warn('"Parameter `a` is deprecated since 1.5."', '        '), 'f')).toMatchObject({
      since: '1.5',
      part: 'a',
    });
    expect(
      await deprecation('def f():\n    warnings.warn("DeprecationWarning is a word", UserWarning)\n    return 1\n', 'f'),
    ).toBeUndefined();
    expect(
      await deprecation(
        'def f():\n    def inner():\n        warnings.warn("f is deprecated", DeprecationWarning)\n    return inner\n',
        'f',
      ),
    ).toBeUndefined();
  });

  test('a constructor that warns about its class deprecates the class', async () => {
    const text =
      'class Old:\n    def __init__(self):\n        warnings.warn("Old is deprecated, use New instead.", DeprecationWarning)\n        self.x = 1\n';
    expect(await deprecation(text, 'Old')).toMatchObject({ replacement: 'New' });
    expect(await deprecation(text, 'Old')).not.toHaveProperty('part');
  });

  test('removal versions are not the version since when', async () => {
    expect(await deprecation(`@deprecated("Will be removed in 2.0.0.")\ndef f():${body}`, 'f')).toEqual({
      note: 'Will be removed in 2.0.0.',
    });
  });
});
