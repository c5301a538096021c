import type { CapabilityTag } from '../../chunk.ts';
import { addImportTags, addPathTags, addReadmeTags, TagCollector } from './taxonomy/infer-tags.ts';
import { summaryOf } from './taxonomy/summary.ts';
import { versionPinOf } from './taxonomy/version-pin.ts';

export { domainOf } from './taxonomy/domain.ts';

/** All that is known of one example folder. */
export interface ExampleInput {
  /** Folder, relative to the source's root; '' is the root. */
  root: string;
  /** Files of the example, relative to the source's root. */
  paths: readonly string[];
  readme: string | null;
  manifests: readonly { path: string; text: string }[];
  /** Of all its files. */
  imports: readonly string[];
}

export interface ExampleTaxonomy {
  tags: CapabilityTag[];
  /** local | cloud | telephony | web | mobile | unknown. */
  executionMode: string;
  keyFiles: string[];
  summary: string;
  versionPin: string | null;
}

/** What an example shows and how it runs, read off its folder, README, manifests and imports. */
export function inferTaxonomy(example: ExampleInput): ExampleTaxonomy {
  const tags = new TagCollector();
  addPathTags(tags, example.root, example.paths);
  if (example.readme !== null) addReadmeTags(tags, example.readme);
  addImportTags(tags, example.imports);
  const list = tags.list();
  return {
    tags: list,
    executionMode: executionModeOf(example, list),
    keyFiles: keyFilesOf(example.root, example.paths),
    summary: summaryOf(example),
    versionPin: versionPinOf(example.manifests, example.imports),
  };
}

const cloudFile =
  /(^|\/)(pcc-deploy\.toml|fly\.toml|serverless\.ya?ml|vercel\.json|render\.ya?ml|cloudbuild\.ya?ml|app\.yaml|modal_app\.py|k8s\/.*|helm\/.*|.*\.tf|cdk\.json|railway\.(json|toml))$/i;
const mobileFile = /(^|\/)(ios|android|react-native)\/|\.(swift|kt)$|(^|\/)(podfile|build\.gradle(\.kts)?|pubspec\.yaml)$/i;
const webFile = /(^|\/)(index\.html|package\.json|next\.config\.\w+|vite\.config\.\w+)$|\.(tsx|jsx|vue|svelte)$/i;
const localImport = /(^|[./])(pyaudio|sounddevice|tkinter|curses|readline)\b|[./]transports[./]local\b/i;
const webImport =
  /^(fastapi|flask|django|starlette|aiohttp\.web|express|next|react)\b|webrtc|websocket|[./]transports[./](daily|livekit)\b/i;

function executionModeOf(example: ExampleInput, tags: readonly CapabilityTag[]): string {
  // A README mentions much that an example does not do.
  const sure = new Set(tags.filter((tag) => tag.from !== 'readme').map((tag) => tag.name));
  if (sure.has('telephony')) return 'telephony';
  if (example.imports.some((name) => localImport.test(name)) && !example.imports.some((name) => webImport.test(name)))
    return 'local';
  if (sure.has('deployment') || example.paths.some((path) => cloudFile.test(path))) return 'cloud';
  const mobile = example.paths.filter((path) => mobileFile.test(path)).length;
  const web = example.paths.some((path) => webFile.test(path));
  if (mobile > 0 && !web) return 'mobile';
  if (web || example.imports.some((name) => webImport.test(name))) return 'web';
  return 'unknown';
}

const entryNames = ['main', 'bot', 'app', 'server', 'index', 'agent', 'run', 'cli'];
const mostKeyFiles = 8;

function keyFilesOf(root: string, paths: readonly string[]): string[] {
  const base = root
    .slice(root.lastIndexOf('/') + 1)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  const rated = paths.flatMap((path) => {
    const inside = root === '' ? path : path.slice(root.length + 1);
    const depth = inside.split('/').length - 1;
    const name = inside.slice(inside.lastIndexOf('/') + 1).toLowerCase();
    const stem = name.replace(/\.[^.]*$/, '');
    let rank = 9;
    if (/\.(py|ts|tsx|js|mjs|jsx|go|rs|java|cs|cpp|c|rb|php|swift|kt)$/.test(name)) {
      const entry = entryNames.findIndex((word) => stem === word || stem.startsWith(`${word}-`) || stem.startsWith(`${word}_`));
      rank = entry !== -1 ? 1 : stem.replace(/[^a-z0-9]/g, '') === base ? 1 : 4;
      if (/^(test_|.*\.test$|.*\.spec$|__init__$|conftest$|setup$|vite\.config$)/.test(stem)) rank = 8;
    } else if (/^readme(\.|$)/.test(name)) rank = 2;
    else if (/^(pyproject\.toml|requirements\.txt|package\.json|go\.mod|cargo\.toml)$/.test(name)) rank = 3;
    else if (/^(dockerfile|docker-compose\.ya?ml|pcc-deploy\.toml|fly\.toml|env\.example|\.env\.example)$/.test(name)) rank = 5;
    return rank >= 8 ? [] : [{ path, rank: rank + 2 * depth }];
  });
  return rated
    .sort((a, b) => a.rank - b.rank || (a.path < b.path ? -1 : 1))
    .slice(0, mostKeyFiles)
    .map(({ path }) => path);
}
