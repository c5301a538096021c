/** An agent, and where it keeps its sessions on each system. */
export interface AgentPlace {
  agent: string;
  title: string;
  places: readonly string[];
}

/** In the order of how much they are used. */
export const agentPlaces: readonly AgentPlace[] = [
  { agent: 'claude', title: 'Claude Code', places: ['~/.claude/projects'] },
  { agent: 'codex', title: 'Codex', places: ['~/.codex/sessions'] },
  { agent: 'gemini', title: 'Gemini CLI', places: ['~/.gemini/tmp'] },
  { agent: 'opencode', title: 'OpenCode', places: ['~/.local/share/opencode'] },
  { agent: 'cursor', title: 'Cursor', places: ['~/.cursor/projects', '~/.cursor/chats', '~/.config/Cursor/User/globalStorage'] },
  {
    agent: 'cline',
    title: 'Cline and Roo Code',
    places: ['~/.config/Code/User/globalStorage/saoudrizwan.claude-dev/tasks'],
  },
  { agent: 'pi', title: 'Pi', places: ['~/.pi/agent/sessions'] },
  { agent: 'copilot', title: 'Copilot', places: ['~/.copilot/session-state', '~/.config/Code/User/workspaceStorage'] },
];

/** An agent by its name; one that is not known by what the transcript calls it. */
export function agentTitle(agent: string): string {
  return agentPlaces.find((each) => each.agent === agent)?.title ?? agent;
}
