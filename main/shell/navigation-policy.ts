import { externalUrl } from './external-url.ts';

/**
 * What becomes of a page's wish to go elsewhere, in this window or a new one: it never goes. An https address is shown by the system's
 * browser instead, when the main frame asked; frames get nothing.
 */
export function navigationDecision(url: string, isMainFrame: boolean): { allowed: false; openExternally: string | null } {
  return { allowed: false, openExternally: isMainFrame ? externalUrl(url) : null };
}
