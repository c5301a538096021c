import { describe, expect, it } from 'vitest';
import { isDocument } from '../../../main/core/discovery/language.ts';
import { describeRepository } from '../../../main/core/discovery/repository-shape.ts';
import { classify, explainRole } from '../../../main/core/discovery/roles.ts';

/** Shapes of real repositories, shortened: pipecat-ai/pipecat, pipecat-ai/docs, pipecat-ai/pipecat-examples (BSD-2-Clause). */
const framework = [
  '.github/workflows/tests.yaml',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  'pyproject.toml',
  'env.example',
  'changelog/1.added.md',
  'docs/api/conf.py',
  'docs/api/index.rst',
  'examples/README.md',
  'examples/foundational/07-interruptible.py',
  'examples/quickstart/src/bot.py',
  'examples/quickstart/tests/test_bot.py',
  'scripts/check_licenses.py',
  'src/pipecat/__init__.py',
  'src/pipecat/frames/__init__.py',
  'src/pipecat/frames/frames.py',
  'src/pipecat/examples/base.py',
  'tests/__init__.py',
  'tests/examples/test_pipeline.py',
];
const documentation = [
  'README.md',
  'docs.json',
  'package.json',
  'style.css',
  'scripts/lint.mjs',
  ...Array.from({ length: 20 }, (_, index) => `pipecat/guide-${index}.mdx`),
  'api-reference/openapi.json',
];
const examples = [
  'README.md',
  'pyproject.toml',
  'scripts/smoke.py',
  ...['ivr', 'websocket', 'twilio-chatbot', 'studypal'].flatMap((name) => [
    `${name}/README.md`,
    `${name}/bot.py`,
    `${name}/env.example`,
  ]),
  'simple-chatbot/README.md',
  'simple-chatbot/client/src/App.tsx',
  'simple-chatbot/server/bot.py',
  'simple-chatbot/server/__init__.py',
  'simple-chatbot/DEPLOYMENT.md',
];

const roleIn = (paths: readonly string[], repo: string) => (path: string) =>
  classify(path, [], describeRepository(paths, repo)).role;

describe('classify', () => {
  it('gives a framework repository all four roles', () => {
    const role = roleIn(framework, 'o/pipecat');
    expect(Object.fromEntries(framework.map((path) => [path, role(path)]))).toMatchInlineSnapshot(`
      {
        ".github/workflows/tests.yaml": "source",
        "CHANGELOG.md": "doc",
        "LICENSE": "doc",
        "README.md": "readme",
        "changelog/1.added.md": "doc",
        "docs/api/conf.py": "code",
        "docs/api/index.rst": "doc",
        "env.example": "source",
        "examples/README.md": "readme",
        "examples/foundational/07-interruptible.py": "code",
        "examples/quickstart/src/bot.py": "code",
        "examples/quickstart/tests/test_bot.py": "code",
        "pyproject.toml": "source",
        "scripts/check_licenses.py": "source",
        "src/pipecat/__init__.py": "source",
        "src/pipecat/examples/base.py": "source",
        "src/pipecat/frames/__init__.py": "source",
        "src/pipecat/frames/frames.py": "source",
        "tests/__init__.py": "source",
        "tests/examples/test_pipeline.py": "source",
      }
    `);
  });

  it('takes the pages of a documentation repository as doc or readme, its configuration and scripts as code', () => {
    const role = roleIn(documentation, 'o/docs');
    for (const path of documentation)
      expect(role(path)).toBe(/readme/i.test(path) ? 'readme' : isDocument(path) ? 'doc' : 'code');
    expect(documentation.map(role)).toContain('code');
    expect(describeRepository(documentation, 'o/docs').natureBecause).toContain('docs.json');
  });

  it('takes a repository of example folders as code, by its shape as well as by its name', () => {
    for (const repo of ['o/pipecat-examples', 'o/things']) {
      const role = roleIn(examples, repo);
      expect(role('simple-chatbot/client/src/App.tsx')).toBe('code');
      expect(role('simple-chatbot/server/__init__.py')).toBe('code');
      expect(role('ivr/bot.py')).toBe('code');
      expect(role('pyproject.toml')).toBe('code');
      expect(role('ivr/README.md')).toBe('readme');
      expect(role('simple-chatbot/DEPLOYMENT.md')).toBe('doc');
    }
  });

  it('does not take a workspace of libraries for examples', () => {
    const workspace = ['tokio', 'tokio-util', 'tokio-stream', 'tokio-test'].flatMap((name) => [
      `${name}/README.md`,
      `${name}/Cargo.toml`,
      `${name}/src/lib.rs`,
    ]);
    expect(describeRepository([...workspace, 'examples/chat.rs'], 'o/tokio').nature).toBe('package');
  });

  it('finds a Python package without src', () => {
    const paths = ['flask/__init__.py', 'flask/app.py', 'flask/demo/x.py', 'setup.py', 'README.rst'];
    const context = describeRepository(paths, 'o/flask');
    expect(classify('flask/app.py', [], context)).toEqual({ role: 'source', because: 'lies in the Python package flask/' });
    expect(classify('flask/demo/x.py', [], context).role).toBe('source');
    expect([...context.packageRoots]).toEqual(['flask']);
  });

  it.each(['README', 'readme.txt', 'README.zh-CN.md', 'README_ja.md', 'a/b/Readme.rst'])('%s is a readme', (path) => {
    expect(explainRole(path, [path], 'o/r').role).toBe('readme');
  });

  it.each(['readme.py', 'README.json', 'READMEish.md'])('%s is no readme', (path) => {
    expect(explainRole(path, [path], 'o/r').role).not.toBe('readme');
  });

  it('lets the first matching user rule decide, before everything else', () => {
    const rules = [
      { glob: 'docs/api/', role: 'skip' },
      { glob: '*.md', role: 'source' },
      { glob: 'docs/**', role: 'code' },
      { glob: '/scripts', role: 'code' },
    ] as const;
    const context = describeRepository(framework, 'o/pipecat');
    expect(classify('docs/api/conf.py', rules, context)).toEqual({ role: 'skip', because: 'rule docs/api/ → skip' });
    expect(classify('docs/README.md', rules, context).role).toBe('source');
    expect(classify('docs/x.rst', rules, context).role).toBe('code');
    expect(classify('scripts/a/b.py', rules, context).role).toBe('code');
    expect(classify('src/scripts/b.py', rules, context).role).toBe('source');
  });

  it('says which rule decided', () => {
    expect(explainRole('examples/quickstart/src/bot.py', framework, 'o/pipecat').because).toBe('lies in examples/: examples');
    expect(explainRole('scripts/check_licenses.py', framework, 'o/pipecat').because).toContain('the repository is a package');
    expect(explainRole('ivr/bot.py', examples, 'o/things').because).toContain('top folders');
  });
});
