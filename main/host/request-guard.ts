/** What of a request decides whether it may come in at all. */
export interface GuardedRequest {
  /** As it was sent. */
  target: string | undefined;
  /** Every `Host` and every `Origin` of the request: a second one is refused, not ignored. */
  hosts: readonly string[];
  origins: readonly string[];
}

export interface Refusal {
  status: 400 | 403;
  message: string;
}

/** By which names a browser on this machine may call a host that listens on loopback only. */
export function loopbackAuthorities(port: number): string[] {
  const names = ['127.0.0.1', 'localhost'];
  // Browsers leave the port out where it is the scheme's own.
  return names.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]));
}

/**
 * Refuses what does not come from the host's own page. The name in `Host` has to be ours, which ends DNS rebinding (a foreign name
 * that was made to point here); an `Origin` has to be ours, which ends requests and sockets of other sites and of other ports.
 * Comparing the two with each other would stop neither.
 * @returns null when the request may go on.
 */
export function guardRequest({ target, hosts, origins }: GuardedRequest, authorities: readonly string[]): Refusal | null {
  if (target === undefined || !target.startsWith('/'))
    return { status: 400, message: 'Only paths of this server can be asked for.' };
  const [host, ...moreHosts] = hosts;
  if (host === undefined || moreHosts.length > 0 || !authorities.includes(host.toLowerCase()))
    return { status: 403, message: `This server answers only as ${authorities.join(' or ')}.` };
  const [origin, ...moreOrigins] = origins;
  if (moreOrigins.length > 0 || (origin !== undefined && !authorities.some((authority) => origin === `http://${authority}`)))
    return { status: 403, message: 'This server answers only its own pages.' };
  return null;
}
