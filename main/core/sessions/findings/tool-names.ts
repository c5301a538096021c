/** What an agent's own tool does. Names are compared in lower case without `_` and `-`. */
export type ToolKind = 'read' | 'search' | 'list' | 'shell' | 'web' | 'edit' | 'agent' | 'load-tools' | 'view-or-edit';

const names: Record<ToolKind, readonly string[]> = {
  read: ['read', 'readfile', 'readfiles', 'readmanyfiles', 'readtextfile', 'view', 'viewfile', 'openfile', 'getfilecontents', 'notebookread', 'readnotebook'],
  search: ['grep', 'greps', 'grepsearch', 'searchfiles', 'searchfilecontent', 'rg', 'ripgrep', 'codebasesearch', 'semanticsearch', 'searchcode', 'searchtext', 'textsearch', 'lsp', 'findsymbol', 'searchforpattern'],
  list: ['glob', 'ls', 'list', 'listdir', 'listdirectory', 'listfiles', 'find', 'findfiles', 'filesearch', 'globfilesearch', 'findfile', 'directorytree'],
  shell: ['bash', 'shell', 'shellcommand', 'localshell', 'localshellcall', 'execcommand', 'exec', 'runshellcommand', 'executecommand', 'runterminalcmd', 'runterminalcommand', 'runinterminal', 'powershell', 'terminal', 'unifiedexec', 'containerexec', 'runcommand'],
  web: ['webfetch', 'fetch', 'fetchurl', 'fetchwebpage', 'websearch', 'websearchcall', 'googlewebsearch', 'searchweb', 'codesearch', 'readurlcontent', 'openurl', 'browseraction'],
  edit: ['edit', 'multiedit', 'write', 'notebookedit', 'applypatch', 'strreplace', 'createfile', 'create', 'writefile', 'replace', 'writetofile', 'replaceinfile', 'applydiff', 'insertcontent', 'editfile', 'searchreplace', 'searchandreplace', 'patch', 'delete', 'deletefile', 'insertedit', 'multireplacestringinfile', 'replacestringinfile', 'filechange'],
  agent: ['task', 'agent', 'subagent', 'spawnagent', 'newtask', 'delegate'],
  'load-tools': ['toolsearch', 'toolsearchcall', 'searchtools'],
  'view-or-edit': ['strreplaceeditor', 'strreplacebasededittool', 'texteditor'],
}; // prettier-ignore

const kinds = new Map(Object.entries(names).flatMap(([kind, list]) => list.map((name) => [name, kind as ToolKind] as const)));

/** Null for a tool that is none of these, such as a to-do list. */
export function toolKind(tool: string): ToolKind | null {
  return kinds.get(tool.toLowerCase().replaceAll(/[_\-.\s]/g, '')) ?? null;
}

/** Whether an agent's own tool asks a search engine something, rather than opening a page. */
export function isWebSearch(tool: string): boolean {
  return toolKind(tool) === 'web' && /search/i.test(tool);
}

const looksUp =
  /search|query|queries|find|look|get|fetch|read|docs?\b|documentation|resolve|retriev|snippet|ask|example|symbol|trace|list|explain|wiki|page/i;
const acts =
  /create|update|delete|remove|write|save|add|send|post|comment|set[-_]|move|upload|run|execute|click|navigate|report|feedback|status|mark|close|open[-_]?pr|merge|diagnostics|screenshot|install/i;

/** Whether a tool of an MCP server looks something up, by its name. */
export function isRetrievalTool(tool: string): boolean {
  return looksUp.test(tool) && !acts.test(tool);
}

/** Whether a tool changes or reports something, by its name: no question, even to a hub. */
export function isActingTool(tool: string): boolean {
  return acts.test(tool);
}
