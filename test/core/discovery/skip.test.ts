import { describe, expect, it } from 'vitest';
import { folderSkipReason, formatBytes, pathSkipReason } from '../../../main/core/discovery/skip.ts';

describe('pathSkipReason', () => {
  it.each([
    ['package-lock.json', 'lock-file'],
    ['a/uv.lock', 'lock-file'],
    ['ios/Package.resolved', 'lock-file'],
    ['go.sum', 'lock-file'],
    ['a.min.js', 'minified'],
    ['a-min.css', 'minified'],
    ['frames_pb2.py', 'generated'],
    ['api.pb.go', 'generated'],
    ['bundle.js.map', 'generated'],
    ['demo.ipynb', 'generated'],
    ['logo.PNG', 'binary'],
    ['model.onnx', 'binary'],
    ['a/x.whl', 'binary'],
    ['logo.svg', 'not-text'],
    ['.env', 'secret'],
    ['.env.local', 'secret'],
    ['prod.env', 'secret'],
    ['certs/server.pem', 'secret'],
    ['id_rsa', 'secret'],
    ['credentials.json', 'secret'],
    ['.aws/credentials', 'secret'],
    ['terraform.tfstate', 'secret'],
  ])('%s is left out as %s', (path, reason) => {
    expect(pathSkipReason(path, 100)).toMatchObject({ reason });
  });

  it.each([
    'env.example',
    '.env.example',
    '.env.sample',
    'dot-env.template',
    'id_rsa.pub.md',
    'tests/test_a.py',
    'CHANGELOG.md',
    '.github/workflows/ci.yml',
    'package.json',
    'app/credentials.py',
    'src/keys.ts',
    'admin.js',
    'vitamin.js',
    '.npmrc',
    'lock.py',
  ])('%s is content', (path) => {
    expect(pathSkipReason(path, 100)).toBeNull();
  });

  it('knows empty and too large files, and says how large', () => {
    expect(pathSkipReason('a.py', 0)).toEqual({ reason: 'empty', detail: '0 bytes' });
    expect(pathSkipReason('a.py', 1_468_007)).toEqual({ reason: 'too-large', detail: '1.4 MB, the limit is 1 MB' });
    expect(pathSkipReason('a.py', 1_048_576)).toBeNull();
    expect(pathSkipReason('a.py', 11, 10)).toMatchObject({ reason: 'too-large' });
    expect(pathSkipReason('a.py', null)).toBeNull();
  });
});

describe('folderSkipReason', () => {
  it.each([
    ['node_modules', []],
    ['a/node_modules', []],
    ['my-env', ['pyvenv.cfg', 'lib']],
    ['target', ['CACHEDIR.TAG', 'debug']],
    ['vendor', ['modules.txt']],
    ['client/dist', ['index.html', 'index-4f2a9c1b.js']],
    ['build', ['app.js.map']],
    ['web/dist', ['index.html', 'assets']],
    ['lib/x.dist-info', ['METADATA']],
  ])('%s holding %j is vendored', (path, children) => {
    expect(folderSkipReason(path, children)).toMatchObject({ reason: 'vendored' });
  });

  it.each([
    ['dist', ['index.ts']],
    ['build', ['webpack.config.js', 'README.md']],
    ['vendor', ['vendor.py']],
    ['tests', ['test_a.py']],
    ['env', ['settings.py']],
    ['site-packages', ['guide.md']],
    ['target', ['main.py']],
    ['public', ['jquery.min.js', 'app.js']],
  ])('%s holding %j is content', (path, children) => {
    expect(folderSkipReason(path, children)).toBeNull();
  });
});

it('formats sizes', () => {
  expect([formatBytes(3), formatBytes(2048), formatBytes(1024 * 1024), formatBytes(1.44 * 1024 * 1024)]).toEqual([
    '3 bytes',
    '2 KB',
    '1 MB',
    '1.4 MB',
  ]);
});
