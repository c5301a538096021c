import { z } from 'zod';
import { call } from './procedure.ts';

export const clientIds = ['claude-code', 'cursor', 'vscode', 'codex', 'gemini-cli', 'zed', 'windsurf', 'claude-desktop'] as const;
export type ClientId = (typeof clientIds)[number];

/** user: for all projects; project: in a file of the project's folder that others may share; local: for this user in this project. */
export const clientScopes = ['user', 'project', 'local'] as const;
export type ClientScope = (typeof clientScopes)[number];

const configuredSchema = z.object({
  scope: z.enum(clientScopes),
  path: z.string(),
  isCurrent: z.boolean().describe('whether it starts this program’s bridge'),
});

export const clientStateSchema = z.object({
  id: z.enum(clientIds),
  name: z.string(),
  found: z.string().nullable().describe('what says that it is on this machine: a program or a folder'),
  scopes: z.array(z.enum(clientScopes)).describe('that it has; the first is the default'),
  configured: z.array(configuredSchema),
  problem: z.string().nullable().describe('why a configuration cannot be read'),
});
export type ClientState = z.output<typeof clientStateSchema>;

export const handshakeSchema = z.object({
  outcome: z.enum(['hub', 'bridge', 'failed']).describe('hub: the hub answered through the bridge; bridge: the bridge alone'),
  tools: z.int(),
  message: z.string(),
});
export type Handshake = z.output<typeof handshakeSchema>;

export const clientChangeSchema = z.object({
  client: z.enum(clientIds),
  scope: z.enum(clientScopes),
  how: z.enum(['command', 'file']).describe('through the client’s own command, or by its file'),
  path: z.string().nullable(),
  changed: z.boolean(),
  backup: z.string().nullable().describe('what the file was before'),
  handshake: handshakeSchema.nullable(),
  nextStep: z.string(),
});
export type ClientChange = z.output<typeof clientChangeSchema>;

const target = z.strictObject({
  client: z.enum(clientIds),
  scope: z.enum(clientScopes).optional(),
  folder: z.string().min(1).max(4096).optional().describe('of the project, for the scopes project and local'),
});

/** Agents on this machine, and how they come to know this hub. */
export const clientProcedures = {
  'clients.list': call(z.strictObject({ folder: z.string().min(1).max(4096).optional() }), z.array(clientStateSchema)),
  /** Writes the client's configuration and proves that its bridge answers. Again, it changes nothing. */
  'clients.connect': call(target, clientChangeSchema),
  /** Takes out this hub's entry and nothing else. */
  'clients.disconnect': call(target, clientChangeSchema),
  /** What connecting would write, to be pasted by hand; and a paragraph for CLAUDE.md or AGENTS.md. */
  'clients.snippet': call(
    target,
    z.object({
      path: z.string().nullable(),
      language: z.enum(['json', 'toml', 'shell']),
      text: z.string(),
      command: z.string().nullable(),
      instructions: z.string(),
    }),
  ),
};
