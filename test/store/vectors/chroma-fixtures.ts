import { ensureChromaServer } from '../../../scripts/get-chroma.ts';
import type { ChromaEndpoint } from '../../../main/store/vectors/chroma-endpoint.ts';
import { chromaCandidates } from '../../../main/store/vectors/chroma-program.ts';
import type { ChromaProgram } from '../../../main/store/vectors/chroma-program.ts';

/** The real server's program; installs it where it is missing, and throws where that fails. */
export async function realChromaProgram(): Promise<ChromaProgram> {
  const [setting] = chromaCandidates({ binary: await ensureChromaServer() });
  if (setting === undefined) throw new Error('The setting is no candidate.');
  return await setting.find();
}

/** An endpoint that outlives the stores that dispose of it. */
export function shared(endpoint: ChromaEndpoint): ChromaEndpoint {
  return {
    supervised: endpoint.supervised,
    address: (signal) => endpoint.address(signal),
    reportFailure: (address, hung) => endpoint.reportFailure(address, hung),
    [Symbol.asyncDispose]: async () => {},
  };
}
