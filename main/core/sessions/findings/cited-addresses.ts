import type { ResultSummary } from '../model.ts';

/** More addresses than an answer has hits say nothing. */
const mostAddresses = 100;
const longestAddress = 500;
const addressRun = /https?:\/\/[^\s"'<>()[\]{}|\\^`]+/gi;

/** Addresses that an answer names, each once, in the form that `sameAddressForm` gives. */
export function citedAddresses({ text, structured }: Pick<ResultSummary, 'text' | 'structured'>): string[] {
  const found = new Set<string>();
  for (const source of [text, structured ?? ''])
    for (const [run] of source.matchAll(addressRun)) {
      if (run.length > longestAddress) continue;
      const form = sameAddressForm(run.replace(/[.,;:!?]+$/, ''));
      if (form !== null) found.add(form);
      if (found.size >= mostAddresses) return [...found];
    }
  return [...found];
}

/**
 * One form for an address however it is written: without protocol, `www.`, query, anchor and slash at the end; code on GitHub as it is shown
 * and raw is one page. Null for what is no address.
 */
export function sameAddressForm(address: string): string | null {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return null;
  const { hostname, pathname } = new URL(address);
  const host = hostname.replace(/^www\./, '');
  const path = pathname.replace(/\/+$/, '').replace(/\.(?:md|html)$/, '');
  if (host === 'raw.githubusercontent.com') {
    const [, owner = '', name = '', ...rest] = path.replace('/refs/heads/', '/').split('/');
    return `github.com/${owner}/${name}/${rest.join('/')}`.toLowerCase();
  }
  if (host === 'github.com') return `github.com${path.replace(/^(\/[^/]+\/[^/]+)\/(?:blob|raw|tree)\//, '$1/')}`.toLowerCase();
  return `${host}${path}`.toLowerCase();
}
