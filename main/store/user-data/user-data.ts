import { HubError } from '../../contract/errors.ts';
import type { Logger } from '../../core/logger.ts';
import type { Connection } from '../database.ts';
import { EvaluationCases } from './evaluation-cases.ts';
import { SearchHistory } from './history.ts';
import { Marks } from './marks.ts';
import { McpCalls } from './mcp-calls.ts';
import { McpFeedbackStore } from './mcp-feedback.ts';
import { ReturnedChunks } from './returned-chunks.ts';
import { SavedSearches } from './saved-searches.ts';
import { isDamage, openUserFile } from './user-connection.ts';

/**
 * What people said and keep: marks, evaluation cases, saved searches, history. A file of its own, apart from the index, because the
 * index can be made again and this cannot. Any number of processes may have it open.
 */
export class UserData implements Disposable {
  /** What the user should know: that a damaged file was put aside, and where. */
  readonly notice: string | null;
  readonly #path: string;
  readonly #connection: Connection;
  readonly #marks: Marks;
  readonly #cases: EvaluationCases;
  readonly #searches: SavedSearches;
  readonly #history: SearchHistory;
  readonly #mcpCalls: McpCalls;
  readonly #mcpFeedback: McpFeedbackStore;
  readonly #returnedChunks: ReturnedChunks;

  /** Opens the file at `path`, made when it is missing. Throws `usage` where it cannot be written to, `store-newer`, `locked`. */
  static open(path: string, logger: Logger): UserData {
    const { connection, notice } = openUserFile(path, logger);
    return new UserData(path, connection, notice);
  }

  /**
   * As `open`; where the file cannot be had (a read-only folder, a newer version), what is said is kept in memory until the end and
   * `notice` tells so: searching must not fail for it.
   */
  static openAnyway(path: string, logger: Logger): UserData {
    try {
      return UserData.open(path, logger);
    } catch (error) {
      const reason = error instanceof HubError ? error.message : String(error);
      const notice = `What you mark and save now is lost when Context Hub ends. ${reason}`;
      logger.warn(notice);
      return new UserData(path, openUserFile(':memory:', logger).connection, notice);
    }
  }

  private constructor(path: string, connection: Connection, notice: string | null) {
    this.#path = path;
    this.#connection = connection;
    this.notice = notice;
    this.#marks = new Marks(connection);
    this.#cases = new EvaluationCases(connection);
    this.#searches = new SavedSearches(connection);
    this.#history = new SearchHistory(connection);
    this.#mcpCalls = new McpCalls(connection);
    this.#mcpFeedback = new McpFeedbackStore(connection);
    this.#returnedChunks = new ReturnedChunks(connection);
  }

  marks<T>(work: (marks: Marks) => T): T {
    return this.#guarded(() => work(this.#marks));
  }

  cases<T>(work: (cases: EvaluationCases) => T): T {
    return this.#guarded(() => work(this.#cases));
  }

  searches<T>(work: (searches: SavedSearches) => T): T {
    return this.#guarded(() => work(this.#searches));
  }

  history<T>(work: (history: SearchHistory) => T): T {
    return this.#guarded(() => work(this.#history));
  }

  mcpCalls<T>(work: (calls: McpCalls) => T): T {
    return this.#guarded(() => work(this.#mcpCalls));
  }

  mcpFeedback<T>(work: (feedback: McpFeedbackStore) => T): T {
    return this.#guarded(() => work(this.#mcpFeedback));
  }

  returnedChunks<T>(work: (returned: ReturnedChunks) => T): T {
    return this.#guarded(() => work(this.#returnedChunks));
  }

  /** All that `work` writes in one transaction: each by itself waits for the disk. What it throws undoes all of it. */
  together<T>(work: () => T): T {
    return this.#guarded(() => this.#connection.transaction(work).immediate());
  }

  [Symbol.dispose](): void {
    this.#connection.close();
  }

  /** Turns SQLite's own errors into coded ones that say what to do. */
  #guarded<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      const code = (error as { code?: string }).code ?? '';
      const path = this.#path;
      if (isDamage(error))
        throw new HubError(
          'store-corrupt',
          `The file ${path} is damaged. Start Context Hub again: it keeps the file under another name and begins a new one.`,
          { path },
          error,
        );
      if (code.startsWith('SQLITE_BUSY'))
        throw new HubError('locked', `Another process is writing to ${path} for too long. Try again.`, { path }, error);
      if (/^SQLITE_(READONLY|FULL|IOERR|CANTOPEN)/.test(code))
        throw new HubError(
          'usage',
          `${path} cannot be written to (${(error as Error).message}). Check the disk's free space and the file's rights.`,
          { path },
          error,
        );
      throw error;
    }
  }
}
