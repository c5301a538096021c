import type { Config } from '../../config.ts';
import type { Logger } from '../../core/logger.ts';
import type { Hub } from '../hub.ts';

/** The read-only hub of now. It is replaced when the index appears, is migrated or moves to another vector store. */
export interface AnsweringHub {
  /** Runs `work` on the hub; a hub that was replaced meanwhile is closed when its last work is done. */
  use<T>(work: (hub: Hub) => T | Promise<T>): Promise<T>;
}

/**
 * What a group of handlers may need. Each file of this folder exports one function
 * `xProcedures(parts): Pick<Handlers<HubContract>, 'x.one' | 'x.two'>`, takes of the parts what it uses (`Pick<ServiceParts, …>`),
 * and holds no logic of its own: it turns an input into a call of a service. `main/service.ts` composes the groups.
 */
export interface ServiceParts {
  host: 'desktop' | 'browser';
  version: string;
  /** Absolute. */
  dataDirectory: string;
  logger: Logger;
  answering: AnsweringHub;
  /** The settings as they are now. */
  config: () => Config;
  /** Ranking weights that the settings override, by dotted name, as they are now. */
  weights: () => Readonly<Record<string, number>>;
}
