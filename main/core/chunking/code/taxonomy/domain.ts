import type { Domain } from '../../../../contract/vocabulary.ts';

const frontendLanguages = new Set([
  'tsx',
  'jsx',
  'html',
  'css',
  'scss',
  'less',
  'vue',
  'svelte',
  'swift',
  'kotlin',
  'dart',
  'objective-c',
]);
const configLanguages = new Set(['yaml', 'toml', 'json', 'jsonc', 'ini', 'properties', 'xml', 'dotenv']);
const infraName =
  /^(dockerfile.*|.*\.dockerfile|docker-compose.*|compose\.ya?ml|makefile|procfile|justfile|jenkinsfile|vagrantfile|fly\.toml|pcc-deploy\.toml|cloudbuild\.ya?ml|serverless\.ya?ml|render\.ya?ml|vercel\.json|netlify\.toml|nginx.*\.conf|.*\.tf|.*\.tfvars|.*\.service|\.dockerignore)$/;
const infraFolder =
  /(^|\/)(\.github|\.circleci|\.gitlab|k8s|kubernetes|helm|charts|terraform|infra|infrastructure|ansible|cdk|deploy)(\/|$)/;
const configName =
  /^(\.env.*|env\.example|.*\.env|.*\.cfg|.*\.conf|.*\.ini|requirements.*\.txt|setup\.py|.*\.config\.(js|ts|mjs|cjs)|tsconfig.*\.json|package\.json|\..*rc(\.\w+)?)$/;
const frontendFolder =
  /(^|\/)(client|clients|frontend|web|webapp|ui|ios|android|react|react-native|mobile|www|public|renderer|components|pages)(\/|$)/;

/** Which side of a system a file belongs to, by its path and language. */
export function domainOf(path: string, language: string): Domain {
  const lower = path.toLowerCase();
  const cut = lower.lastIndexOf('/');
  const name = lower.slice(cut + 1);
  const folder = cut === -1 ? '' : lower.slice(0, cut);
  if (infraName.test(name) || infraFolder.test(folder) || language === 'dockerfile' || language === 'terraform') return 'infra';
  if (configName.test(name)) return 'config';
  if (frontendLanguages.has(language)) return 'frontend';
  if (configLanguages.has(language)) return 'config';
  if (language === 'bash' || language === 'shell' || language === 'powershell') return 'infra';
  if ((language === 'javascript' || language === 'typescript') && frontendFolder.test(folder)) return 'frontend';
  if (language === 'java' && /(^|\/)android(\/|$)/.test(folder)) return 'frontend';
  return 'backend';
}
