/** Tables of names behind the deny list. Each entry is here because nothing worth searching hides under that name. */

/** Files that pin dependencies; written by tools, long, and without a word that answers a question. */
export const lockFileNames: ReadonlySet<string> = new Set([
  'package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock', 'bun.lockb', 'deno.lock',
  'uv.lock', 'poetry.lock', 'pipfile.lock', 'pdm.lock', 'pixi.lock', 'conda-lock.yml',
  'cargo.lock', 'go.sum', 'go.work.sum', 'gemfile.lock', 'composer.lock', 'podfile.lock', 'cartfile.resolved', 'package.resolved',
  'pubspec.lock', 'mix.lock', 'flake.lock', 'packages.lock.json', 'gradle.lockfile', 'buildscript-gradle.lockfile', '.terraform.lock.hcl',
]); // prettier-ignore

/** Extensions of binary formats, by group; the group is what the user reads. */
const binaryGroups: Record<string, string> = {
  image: 'png jpg jpeg gif webp avif bmp ico icns tif tiff psd ai eps heic heif xcf raw cur jxl',
  audio: 'wav mp3 ogg oga flac m4a aac opus aif aiff wma pcm mid midi',
  video: 'mp4 mov avi mkv webm m4v wmv mpg mpeg flv',
  font: 'ttf otf woff woff2 eot',
  archive: 'zip gz tgz bz2 xz zst 7z rar tar jar war ear whl egg deb rpm dmg iso apk aab ipa lz4 br',
  program: 'exe dll so dylib a o obj lib class pyc pyo pyd wasm node elc bin msi',
  model: 'onnx pt pth ckpt safetensors gguf ggml tflite h5 pb mlmodel npy npz pkl pickle joblib',
  database: 'sqlite sqlite3 db mdb parquet arrow feather avro duckdb',
  document: 'pdf doc docx xls xlsx ppt pptx odt ods odp epub numbers pages sketch fig',
};

/** Extension → what it holds. */
export const binaryExtensions: ReadonlyMap<string, string> = new Map(
  Object.entries(binaryGroups).flatMap(([group, extensions]) =>
    extensions.split(' ').map((extension) => [extension, group] as const),
  ),
);

/** Folders that hold installed packages or caches under any circumstances; no project keeps its own text under these names. */
export const vendoredFolders: ReadonlyMap<string, string> = new Map([
  ['node_modules', 'installed npm packages'],
  ['bower_components', 'installed Bower packages'],
  ['jspm_packages', 'installed packages'],
  ['__pycache__', 'compiled Python'],
  ['__pypackages__', 'installed Python packages'],
  ['.tox', 'test environments'],
  ['.nox', 'test environments'],
  ['.mypy_cache', 'cache'],
  ['.pytest_cache', 'cache'],
  ['.ruff_cache', 'cache'],
  ['.parcel-cache', 'cache'],
  ['.turbo', 'cache'],
  ['.gradle', 'cache'],
  ['.terraform', 'installed providers'],
  ['.next', 'build output'],
  ['.nuxt', 'build output'],
  ['.svelte-kit', 'build output'],
  ['.eggs', 'installed Python packages'],
  ['.svn', 'data of a version control system'],
  ['.hg', 'data of a version control system'],
]);

/** Names of files that programs write; the pattern is on the lower-case base name. */
export const generatedNames: readonly [RegExp, string][] = [
  [/_pb2(_grpc)?\.pyi?$/, 'generated from a .proto file'],
  [/\.pb(\.gw|_grpc)?\.(go|cc|h|swift|dart|rb)$/, 'generated from a .proto file'],
  [/_pb\.(js|ts|d\.ts|rb)$/, 'generated from a .proto file'],
  [/_grpc\.pb\.go$/, 'generated from a .proto file'],
  [/\.(js|mjs|cjs|css|ts)\.map$/, 'source map'],
  [/^[^.]+\.map$/, 'source map'],
  [/\.(g|freezed|gr|mocks)\.dart$/, 'generated Dart'],
  [/\.(designer|g|g\.i)\.cs$/, 'generated C#'],
  [/\.generated\.[a-z]+$/, 'named as generated'],
  [/\.tsbuildinfo$/, 'build state of the TypeScript compiler'],
  [/\.snap$/, 'test snapshot'],
  [/\.ipynb$/, 'notebook; notebooks are not read yet'],
  [/^project\.pbxproj$/, 'written by Xcode'],
];
