import { join } from 'node:path';
import type { Editor } from '../../contract/reading.ts';

/** What the places of programs depend on. */
export interface MachineFacts {
  platform: NodeJS.Platform;
  homeDirectory: string;
  environment: NodeJS.ProcessEnv;
}

/** One program that opens files at a line. */
export interface Launcher {
  /** Names on PATH, without `.exe`, best first. */
  names: readonly string[];
  /** Absolute paths where installers put it. */
  places: (machine: MachineFacts) => readonly string[];
  arguments: (path: string, line: number) => readonly string[];
  /** Extensions that it is the best of its kind for. */
  extensions?: readonly string[];
}

const goto = (path: string, line: number): readonly string[] => ['--goto', `${path}:${line}`];
const byLineFlag = (path: string, line: number): readonly string[] => ['--line', String(line), path];

/** Folder for programs of one user on Windows. */
const localPrograms = (machine: MachineFacts): string =>
  join(machine.environment['LOCALAPPDATA'] ?? join(machine.homeDirectory, 'AppData', 'Local'), 'Programs');
const programFiles = (machine: MachineFacts): string => machine.environment['ProgramFiles'] ?? 'C:\\Program Files';
const macApplications = (machine: MachineFacts): readonly string[] => [
  '/Applications',
  join(machine.homeDirectory, 'Applications'),
];

/** An editor of the VS Code family. On Windows its program itself: the `.cmd` beside it would need a shell. */
function codeLike(names: readonly string[], application: string, folder: string, flatpak?: string): Launcher {
  return {
    names,
    places: (machine) => {
      if (machine.platform === 'darwin')
        return macApplications(machine).map((root) => join(root, `${application}.app/Contents/Resources/app/bin/${names[0]}`));
      if (machine.platform === 'win32')
        return [localPrograms(machine), programFiles(machine)].map((root) =>
          join(root, folder, `${application.replace('Visual Studio ', '')}.exe`),
        );
      return [
        `/usr/share/${names[0]}/bin/${names[0]}`,
        `/snap/bin/${names[0]}`,
        ...(flatpak === undefined ? [] : [`/var/lib/flatpak/exports/bin/${flatpak}`]),
      ];
    },
    arguments: goto,
  };
}

function jetBrains(name: string, application: string, extensions: readonly string[]): Launcher {
  return {
    names: [name, `${name}.sh`, `${name}64`],
    places: (machine) => {
      if (machine.platform === 'darwin')
        return [
          ...macApplications(machine).map((root) => join(root, `${application}.app/Contents/MacOS/${name}`)),
          join(machine.homeDirectory, 'Library/Application Support/JetBrains/Toolbox/scripts', name),
        ];
      if (machine.platform === 'win32') return [join(localPrograms(machine), application, 'bin', `${name}64.exe`)];
      return [
        join(machine.homeDirectory, '.local/share/JetBrains/Toolbox/scripts', name),
        `/snap/bin/${application.toLowerCase().replaceAll(' ', '-')}`,
        `/opt/${name}/bin/${name}.sh`,
      ];
    },
    arguments: byLineFlag,
    extensions,
  };
}

/** The system's own way; it knows no lines. macOS and Windows are asked for a text editor: their default action may run a file. */
export const systemLaunchers: Partial<Record<NodeJS.Platform, Launcher>> = {
  darwin: { names: ['open'], places: () => ['/usr/bin/open'], arguments: (path) => ['-t', path] },
  win32: {
    names: ['notepad'],
    places: (machine) => [join(machine.environment['SystemRoot'] ?? 'C:\\Windows', 'System32', 'notepad.exe')],
    arguments: (path) => [path],
  },
  linux: { names: ['xdg-open'], places: () => ['/usr/bin/xdg-open'], arguments: (path) => [path] },
};

/** File managers. On macOS the folder is pointed at: what is named like an application would be started. */
export const folderLaunchers: Partial<Record<NodeJS.Platform, Launcher>> = {
  darwin: { names: ['open'], places: () => ['/usr/bin/open'], arguments: (path) => ['-R', path] },
  win32: {
    names: ['explorer'],
    places: (machine) => [join(machine.environment['SystemRoot'] ?? 'C:\\Windows', 'explorer.exe')],
    arguments: (path) => [path],
  },
  linux: { names: ['xdg-open'], places: () => ['/usr/bin/xdg-open'], arguments: (path) => [path] },
};

/** Programs by editor, best first. */
export const launchers: Record<Exclude<Editor, 'system'>, readonly Launcher[]> = {
  vscode: [
    codeLike(['code'], 'Visual Studio Code', 'Microsoft VS Code', 'com.visualstudio.code'),
    codeLike(['code-insiders'], 'Visual Studio Code - Insiders', 'Microsoft VS Code Insiders'),
    codeLike(['codium'], 'VSCodium', 'VSCodium', 'com.vscodium.codium'),
  ],
  cursor: [codeLike(['cursor'], 'Cursor', 'cursor')],
  zed: [
    {
      names: ['zed', 'zeditor', 'zedit'],
      places: (machine) => {
        if (machine.platform === 'darwin')
          return macApplications(machine).map((root) => join(root, 'Zed.app/Contents/MacOS/cli'));
        if (machine.platform === 'win32') return [join(localPrograms(machine), 'Zed', 'bin', 'zed.exe')];
        return [join(machine.homeDirectory, '.local/bin/zed'), '/var/lib/flatpak/exports/bin/dev.zed.Zed'];
      },
      arguments: (path, line) => [`${path}:${line}`],
    },
  ],
  jetbrains: [
    jetBrains('idea', 'IntelliJ IDEA', ['java', 'kt', 'kts', 'scala', 'groovy']),
    jetBrains('pycharm', 'PyCharm', ['py', 'pyi', 'ipynb']),
    jetBrains('webstorm', 'WebStorm', ['ts', 'tsx', 'js', 'jsx', 'mjs', 'css', 'html', 'vue', 'svelte']),
    jetBrains('goland', 'GoLand', ['go']),
    jetBrains('rustrover', 'RustRover', ['rs']),
    jetBrains('clion', 'CLion', ['c', 'cc', 'cpp', 'h', 'hpp']),
    jetBrains('rider', 'Rider', ['cs', 'fs']),
    jetBrains('phpstorm', 'PhpStorm', ['php']),
    jetBrains('rubymine', 'RubyMine', ['rb']),
  ],
};

export const editorTitles: Record<Editor, string> = {
  vscode: 'VS Code',
  cursor: 'Cursor',
  zed: 'Zed',
  jetbrains: 'JetBrains',
  system: 'System default',
};
