import { baseNameOf, extensionOf } from './language.ts';

/** Words that mark a file as a template without real values: env.example, .env.sample. */
const templateWord = /(^|[._-])(example|sample|template|tmpl|dist|defaults?|schema|placeholder)([._-]|$)/i;

const keyExtensions: ReadonlySet<string> = new Set([
  'pem',
  'p12',
  'pfx',
  'p8',
  'jks',
  'keystore',
  'kdbx',
  'ppk',
  'key',
  'tfvars',
  'tfstate',
  'mobileprovision',
]);

const secretNames: ReadonlySet<string> = new Set([
  'id_rsa', 'id_dsa', 'id_ecdsa', 'id_ed25519', 'credentials.json', 'credentials', '.pypirc', '.netrc', '_netrc', '.git-credentials', '.htpasswd', '.pgpass',
  'secrets.json', 'secrets.yaml', 'secrets.yml', 'secrets.toml', '.secrets', 'service-account.json', 'service_account.json', 'terraform.tfstate.backup',
]); // prettier-ignore

/** Why the name alone says that a file holds secrets; null where it does not. */
export function secretNameReason(path: string): string | null {
  const name = baseNameOf(path).toLowerCase();
  if (templateWord.test(name)) return null;
  if (name === '.env' || name.startsWith('.env.') || name === '.envrc') return 'environment file';
  if (name.endsWith('.env')) return 'environment file';
  // A plain `credentials` counts inside a dot folder only, as in .aws/credentials.
  if (name === 'credentials' && !/(^|\/)\.[^/]+\/credentials$/i.test(path)) return null;
  if (secretNames.has(name)) return 'named as credentials';
  if (/^client_secret.*\.json$/.test(name)) return 'named as credentials';
  if (keyExtensions.has(extensionOf(name))) return `.${extensionOf(name)} files hold keys or state with secrets`;
  return null;
}

/** Fewest characters of base64 after a header that make it a key and not an example in a text. */
const minimumKeyCharacters = 120;
/** Headers looked at in one file; a file with more than this counts as holding keys, which bounds the time without a way around. */
const maximumHeaders = 200;
const headerEnd = 'PRIVATE KEY';

/** Whether the text holds a private key block with a body; `-----BEGIN PRIVATE KEY-----` followed by dots, as in documentation, is none. */
export function holdsPrivateKey(text: string): boolean {
  let headers = 0;
  for (
    let at = text.indexOf('-----BEGIN ');
    at >= 0 && headers < maximumHeaders;
    at = text.indexOf('-----BEGIN ', at + 1), headers++
  ) {
    if (headers >= maximumHeaders) return true;
    const header = text.slice(at, at + 80);
    const end = header.indexOf('-----', 11);
    if (end < 0 || !header.slice(11, end).includes(headerEnd)) continue;
    // In JSON and shell strings the line breaks are written \n; armour headers (Proc-Type, Version) may come first.
    const body = text.slice(at + end + 5, at + end + 3000).replaceAll(/\\[nr]/g, '\n');
    let characters = 0;
    for (const line of body.split('\n')) {
      const trimmed = line.trim().replace(/^["']|["',+\\]+$/g, '');
      if (trimmed.startsWith('-----END')) break;
      if (/^[A-Za-z0-9+/=]{16,}$/.test(trimmed)) characters += trimmed.length;
      if (characters >= minimumKeyCharacters) return true;
    }
  }
  return false;
}

/** Whether an .npmrc carries a token or password (one that comes from a variable, `${NPM_TOKEN}`, is none). */
export function npmrcHoldsToken(text: string): boolean {
  return text.split('\n').some((line) => {
    const match = /^\s*(?:[^=]{0,300}:)?_(?:authToken|auth|password)\s*=\s*(\S+)/.exec(line.slice(0, 2000));
    return match !== null && !match[1]!.startsWith('${');
  });
}
