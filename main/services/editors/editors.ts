import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { HubError } from '../../contract/errors.ts';
import { editors, type Editor } from '../../contract/reading.ts';
import type { SourceSpecification } from '../../core/source.ts';
import { editorTitles, type MachineFacts } from './editor-catalog.ts';
import { fileOnDisk } from './file-on-disk.ts';
import { findEditor, findFileManager } from './find-editor.ts';
import { launch } from './launch.ts';
import { writeOpenedCopy } from './opened-copy.ts';

/** What the system's default action may run, or show with scripts; it gets a copy that ends with `.txt`. */
const notForSystem =
  /\.(desktop|appimage|jar|exe|com|msi|run|bat|cmd|ps1|vbs|lnk|url|reg|scr|hta|html?|xhtml|svg|xml|command|app|flatpakref)$/i;

export interface EditorsOptions {
  dataDirectory: string;
  /** For tests; this machine otherwise. */
  machine?: MachineFacts;
  patienceMs?: number;
}

export interface FileToOpen {
  specification: SourceSpecification;
  path: string;
  /** As it was indexed. */
  text: string;
  line: number;
}

/** The editors of this machine. */
export class Editors {
  readonly #dataDirectory: string;
  readonly #machine: MachineFacts;
  readonly #patienceMs: number | undefined;

  constructor(options: EditorsOptions) {
    this.#dataDirectory = options.dataDirectory;
    this.#machine = options.machine ?? { platform: process.platform, homeDirectory: homedir(), environment: process.env };
    this.#patienceMs = options.patienceMs;
  }

  list(): { editor: Editor; title: string; found: boolean }[] {
    return editors.map((editor) => ({
      editor,
      title: editorTitles[editor],
      found: findEditor(editor, this.#machine).found !== null,
    }));
  }

  /**
   * Opens a file at a line: the file itself where it is on this machine, else a read-only copy of what was indexed. Throws
   * `not-found` with what was tried where there is no such editor, and `usage` where it cannot be started.
   */
  async open(editor: Editor, file: FileToOpen): Promise<{ opened: string; isCopy: boolean }> {
    const search = findEditor(editor, this.#machine, file.path);
    if (search.found === null) {
      throw new HubError(
        'not-found',
        `${editorTitles[editor]} was not found. Tried: ${search.tried.join(', ')}. Install it, put its program on PATH, or choose another editor.`,
        { tried: search.tried },
      );
    }
    const folder = join(this.#dataDirectory, 'opened');
    const mayRun = editor === 'system' && notForSystem.test(file.path);
    const own = mayRun ? null : await fileOnDisk(file.specification, file.path);
    const opened =
      own ??
      (await writeOpenedCopy(folder, {
        source: file.specification.name,
        path: file.path,
        text: file.text,
        ...(mayRun ? { ending: '.txt' } : {}),
      }).catch((error: unknown) => {
        throw new HubError(
          'usage',
          `No copy of ${file.path} could be written to ${folder}: ${(error as Error).message}`,
          {},
          error,
        );
      }));
    const { program, launcher } = search.found;
    await launch(program, launcher.arguments(opened, file.line), {
      environment: this.#machine.environment,
      logDirectory: folder,
      patienceMs: this.#patienceMs,
    });
    return { opened, isCopy: own === null };
  }

  /** Shows the folder of a source. Throws `usage` for a source that has none here, `not-found` where no file manager is. */
  async reveal({ name, location }: SourceSpecification): Promise<{ opened: string }> {
    const isFolder = isAbsolute(location) && ((await stat(location).catch(() => null))?.isDirectory() ?? false);
    if (!isFolder)
      throw new HubError('usage', `There is no folder of ${name} on this machine: it comes from ${location}.`, { location });
    const search = findFileManager(this.#machine);
    if (search.found === null)
      throw new HubError(
        'not-found',
        `No file manager was found. Tried: ${search.tried.join(', ')}. The folder is ${location}.`,
        {
          tried: search.tried,
        },
      );
    const { program, launcher } = search.found;
    await launch(program, launcher.arguments(location, 1), {
      environment: this.#machine.environment,
      logDirectory: join(this.#dataDirectory, 'opened'),
      patienceMs: this.#patienceMs,
      advice: `The folder is ${location}.`,
      // Windows' Explorer ends with 1 when all is well.
      acceptedCodes: this.#machine.platform === 'win32' ? [0, 1] : [0],
    });
    return { opened: location };
  }
}
