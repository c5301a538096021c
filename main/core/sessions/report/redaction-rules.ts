/** What is taken out of a report, by kind. */
export const redactionKinds = ['key', 'email', 'home path', 'user name', 'host name', 'address'] as const;
export type RedactionKind = (typeof redactionKinds)[number];

/** Keys by the form that their vendors give them, then what stands behind words such as `password=`. Each is linear in the text. */
const keyForms: readonly RegExp[] = [
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(?:(?!-----END)[\s\S]){0,8000}(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/g,
  /\b(?:AKIA|ASIA|AIDA|AROA|AGPA|ABIA|ACCA)[0-9A-Z]{16,}/g, // AWS
  /\bgh[pousr]_[A-Za-z0-9]{20,}/g, // GitHub
  /\bgithub_pat_[A-Za-z0-9_]{20,}/g,
  /\bgl(?:pat|dt|rt|ptt|ft|soat|cbt)-[\w-]{20,}/g, // GitLab
  /\b(?:sk|rk|pk)[-_](?:ant|proj|live|test|or|svcacct|admin|lf)[-_][\w-]{16,}/g, // Anthropic, OpenAI, Stripe, Langfuse …
  /\bsk-[A-Za-z0-9]{20,}/g,
  /\bwhsec_[\w+/=-]{16,}/g,
  /\bxox[abeoprs]-[\w-]{10,}/g, // Slack
  /\bxapp-[\w-]{10,}/g,
  /\bhooks\.slack\.com\/services\/[\w/]+/g,
  /\bAIza[\w-]{30,}/g, // Google
  /\bya29\.[\w-]{20,}/g,
  /\bGOCSPX-[\w-]{20,}/g,
  /\bnpm_[A-Za-z0-9]{30,}/g,
  /\bpypi-[\w-]{50,}/g,
  /\bhf_[A-Za-z0-9]{30,}/g, // Hugging Face
  /\bgsk_[A-Za-z0-9]{30,}/g, // Groq
  /\br8_[A-Za-z0-9]{30,}/g, // Replicate
  /\blin_(?:api|oauth)_[A-Za-z0-9]{20,}/g, // Linear
  /\bdo[opr]_v1_[0-9a-f]{32,}/g, // DigitalOcean
  /\bdckr_pat_[\w-]{20,}/g,
  /\bSG\.[\w-]{16,}\.[\w-]{16,}/g, // SendGrid
  /\b(?:AC|SK)[0-9a-f]{32}\b/g, // Twilio
  /\bkey-[0-9a-f]{32}\b/g, // Mailgun
  /\bhvs\.[\w-]{20,}/g, // Vault
  /\bctx7sk[-\w]{10,}/g, // Context7
  /\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}/g, // Shopify
  /\bATATT[\w=-]{20,}/g, // Atlassian
  /\bEAACEdEose0cBA\w+/g,
  /\b(?:xai|pplx|tvly)-[A-Za-z0-9]{20,}/g, // xAI, Perplexity, Tavily
  /\bfc-[0-9a-f]{32}\b/g, // Firecrawl
  /\bdapi[0-9a-f]{32}/g, // Databricks
  /\bAGE-SECRET-KEY-1[0-9A-Z]{20,}/g,
  /\bsntry[su]_[\w=+/-]{16,}/g, // Sentry
  /\bgl(?:c|sa)_[\w=+/-]{20,}/g, // Grafana
  /\bfigd_[\w-]{20,}/g, // Figma
  /\b(?:secret_[A-Za-z0-9]{40,}|ntn_[A-Za-z0-9]{30,})/g, // Notion
  /\bsbp_[0-9a-f]{40}/g, // Supabase
  /\bph[cx]_[A-Za-z0-9]{30,}/g, // PostHog
  /\b\d{8,10}:AA[\w-]{30,}/g, // Telegram
  /\bdiscord(?:app)?\.com\/api\/webhooks\/[\w/-]+/g,
  /\bAccountKey=[A-Za-z0-9+/=]{20,}/g, // Azure
  /\beyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?/g, // JSON web token
];

/** Any of them, in one pass. */
export const anyKey = new RegExp(keyForms.map(({ source }) => source).join('|'), 'g');

/** A secret behind its name; the name stays. */
export const namedSecret =
  /((?:api[-_ ]?key|access[-_ ]?key|secret[-_ ]?key|private[-_ ]?key|client[-_ ]?secret|auth[-_ ]?token|access[-_ ]?token|refresh[-_ ]?token|[a-z0-9_]{0,40}(?:_key|_token|_secret|_password)|password|passwd|pwd|secret|token)["']?\s{0,3}(?:[=:]|=>)\s{0,3}["']?)([^\s"'`,;<>(){}[\]\\]{6,})/gi;
/** A secret of several words in quotes behind its name, which stays. */
export const quotedSecret =
  /((?:password|passwd|passphrase|pwd|secret)(?:["']?\s{0,3}(?:[=:]|=>)\s{0,3}|\s{1,3}))("[^"\\\n]{4,200}"|'[^'\\\n]{4,200}')/gi;
/** A password behind `=`, however short. */
export const shortPassword = /((?:password|passwd|pwd)=["']?)([^\s"'`,;<>(){}[\]\\$&]{2,})/gi;
/** A secret behind the flag of a command, and name and password behind those of `curl`, `wget` and `http`. */
export const flagSecret =
  /((?<![\w-])--[a-z-]{0,30}(?:token|password|passwd|passphrase|secret|api-?key)\s{1,3}["']?)([^\s"'`<>()[\]{}$-][^\s"'`<>()[\]{}]{0,300})/gi;
export const userFlag =
  /(\b(?:curl|wget|https?)\b[^\n|;&]{0,300}?\s(?:-u|-a|--user|--auth|--proxy-user)[\s=]{0,3}["']?)([^\s"'`:[\]/-][^\s"'`:[\]/]{0,63}:[^\s"'`[\]]{1,200})/g;
/** The password that these commands take behind `-p` or `-a`, with or without a space. */
export const commandPassword =
  /(\b(?:mysql\w{0,20}|mariadb[\w-]{0,20}|sshpass|docker login|podman login|redis-cli)\b(?:[^\n|;&]{0,300}?)\s-[pa]\s?["']?)([^\s"'`|;&[\]-][^\s"'`|;&[\]]{0,200})/g;
export const cookie = /\b((?:Set-)?Cookie:\s{0,3})([^\s"'[][^\r\n"'[]{5,2000})/gi;
/** A header that says who asks, whatever stands behind it. */
export const authorization =
  /\b((?:Proxy-)?Authorization["']?\s{0,3}[:=]\s{0,3}["']?(?:Bearer|Basic|Digest|Token|ApiKey|Key)\s{1,3})([^\s"'`[\]]{2,2000})/gi;
/** `Bearer …` and `Basic …` alone. */
export const bearer = /\b(Bearer|Basic|Token)(\s{1,3})([A-Za-z0-9._~+/=-]{12,})/g;
/** Name and password in an address. */
export const userInfo = /\b([a-z][a-z0-9+.-]{1,20}:\/\/)([^\s/"'<>]{1,300})@/gi;

export const email = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu;

/**
 * A home folder with its owner; the groups are what leads to it, and the owner. Also as Claude Code writes a folder into a name
 * (`-Users-ada-work`), as addresses escape it, and as JSON writes backslashes;
 * with the spaces that names have on Windows.
 */
export const homePath =
  /(?<![\p{L}\p{N}_.])((?:[A-Za-z]:|\/(?:mnt|cygdrive)\/[a-z]|\/(?:data|export|net|usr|vol\d?))?(?:\/|\\{1,4}|%2F|%5C|-)(?:home|Users|Documents and Settings|export\/home|var\/home)(?:\/|\\{1,4}|%2F|%5C|-))([^\s/\\"'`<>|:*?,;()[\]{}%]{1,64}(?:(?:\\? [^\s/\\"'`<>|:*?,;()[\]{}%]{1,40}){1,3}(?=[\\/]))?)/giu;
/** The home folder of the first account: nobody's name, but it says as whom an agent ran. */
export const rootHome = /(?<![\p{L}\p{N}_.~/-])(?:\/var)?\/root(?=$|[/\s"'`,;:)\]}])/gu;

/** Account names that say nothing about anybody. */
export const nobody: ReadonlySet<string> = new Set([
  'root', 'user', 'users', 'username', 'dev', 'admin', 'ubuntu', 'debian', 'runner', 'node', 'app', 'vscode', 'codespace', 'git', 'home', 'work', 'shared', 'public',
  'default', 'guest', 'circleci', 'jenkins', 'docker', 'build', 'test', 'me', 'you', 'someone', 'name',
]); // prettier-ignore

/** Hosts that everybody knows; naming them tells nothing about anybody. Their subdomains count too. */
export const publicHosts: ReadonlySet<string> = new Set([
  'localhost', 'github.com', 'githubusercontent.com', 'github.io', 'gitlab.com', 'bitbucket.org', 'codeberg.org', 'npmjs.com', 'npmjs.org', 'pypi.org', 'crates.io',
  'docs.rs', 'pkg.go.dev', 'golang.org', 'go.dev', 'python.org', 'nodejs.org', 'rust-lang.org', 'readthedocs.io', 'readthedocs.org', 'mozilla.org', 'w3.org',
  'wikipedia.org', 'stackoverflow.com', 'google.com', 'microsoft.com', 'apple.com', 'anthropic.com', 'openai.com', 'claude.ai', 'pipecat.ai', 'daily.co', 'context7.com',
  'modelcontextprotocol.io', 'huggingface.co', 'ietf.org', 'schemastore.org', 'json-schema.org', 'example.com', 'example.org', 'example.net', 'socket.io', 'draw.io',
]); // prettier-ignore

/** The host of an address with a scheme, behind a name and password where they stand before it. */
export const addressHost = /\b([a-z][a-z0-9+.-]{1,20}:\/\/(?:[^\s/@"'<>]{1,300}@)?)([\p{L}\p{N}][\p{L}\p{N}._-]{0,250})/giu;
/** `name@host` of a shell or of git. */
export const atHost = /(?<![\p{L}\p{N}._%+-])([\p{L}\p{N}._-]{1,64})@([\p{L}\p{N}][\p{L}\p{N}.-]{0,250})(?=[:\s~]|$)/gu;
/** The host that a command goes to, or that a field or a share names: no ending tells that it is one. */
export const commandHost =
  /(\b(?:ssh|mosh|sftp|ping6?|telnet|nslookup|traceroute|ssh-copy-id)\s{1,3}(?:-[a-zA-Z]{1,4}(?:\s{1,3}(?:\d{1,5}|[^\s-][^\s]{0,80}(?=\s)))?\s{1,3}){0,4})([a-z][a-z0-9-]{1,62})(?![\w.@:/=])/gi;
export const namedHost =
  /\b((?:host|hostname|server_?name|machine|computer_?name)["']?\s{0,3}[=:]\s{0,3}["']?)([a-z][a-z0-9-]{1,62})(?![\w.([-])/gi;
export const sharedFolder = /((?<![\\\w:])\\{2,4})([a-z][a-z0-9-]{1,62})(?=\\{1,2}[\w$])/gi;
/** A host without a scheme, by its ending: such as belong to a network of one's own, then such as no symbol of a program has. */
export const bareHost =
  /(?<![\p{L}\p{N}_.@/-])((?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,8}(?:local|lan|internal|intranet|corp|localdomain|home\.arpa|ts\.net|com|net|org|edu|gov|mil))(?![\p{L}\p{N}_(-])(?!\.[\p{L}\p{N}])/giu;
export const ipv4 = /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])/g;
export const ipv6 =
  /(?<![\p{L}\p{N}:])(?:(?:[0-9a-f]{1,4}:){4,7}[0-9a-f]{1,4}|(?:[0-9a-f]{1,4}:){2,6}(?::[0-9a-f]{1,4}){1,5}|f(?:e80|[cd][0-9a-f]{2})(?::[0-9a-f]{0,4}){1,6}:[0-9a-f]{1,4})(?![\p{L}\p{N}:])/giu;
