import { claudeFormat } from './claude.ts';
import { clineFormat } from './cline.ts';
import { codexFormat } from './codex.ts';
import { copilotChatFormat } from './copilot-chat.ts';
import { copilotFormat } from './copilot.ts';
import { cursorFormat } from './cursor.ts';
import { geminiFormat } from './gemini.ts';
import { opencodeFormat } from './opencode.ts';
import { piFormat } from './pi.ts';
import type { AgentFormat } from './reader.ts';

/** All formats, those first whose records tell most clearly whose they are. */
export const formats: readonly AgentFormat[] = [
  codexFormat,
  copilotFormat,
  copilotChatFormat,
  claudeFormat,
  piFormat,
  geminiFormat,
  opencodeFormat,
  cursorFormat,
  clineFormat,
];
