import type { ClientScope } from '../../../../main/contract/clients.ts';

export const scopeWords: Record<ClientScope, string> = {
  user: 'in all projects',
  project: 'in this project, for everybody who works on it',
  local: 'in this project, for you alone',
};
