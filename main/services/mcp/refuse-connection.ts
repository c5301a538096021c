import type { Socket } from 'node:net';

/** What a client that is turned away may say before it is let go. Unit: bytes. */
const longestRequest = 64 * 1024;
const speaksWithinMs = 5_000;
const lineBreak = 0x0a;
/** JSON-RPC's range for errors of a server. */
const serverBusy = -32_000;

/** Answers the first request of a connection that cannot be served with the reason, then ends it: a connection that only breaks says nothing to an agent. */
export function refuseConnection(socket: Socket, reason: string): void {
  let heard = Buffer.alloc(0);
  const timer = setTimeout(() => socket.destroy(), speaksWithinMs);
  timer.unref();
  socket.on('close', () => clearTimeout(timer));
  socket.on('data', (part: Buffer) => {
    heard = Buffer.concat([heard, part]);
    for (let end = heard.indexOf(lineBreak); end !== -1; end = heard.indexOf(lineBreak)) {
      const id = requestIdOf(heard.subarray(0, end).toString('utf8'));
      heard = heard.subarray(end + 1);
      if (id === null) continue;
      socket.end(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code: serverBusy, message: reason } })}\n`);
      return;
    }
    if (heard.length > longestRequest) socket.destroy();
  });
}

/** Null where the line is no request: a hello, or anything else. */
function requestIdOf(line: string): string | number | null {
  try {
    const { id, method } = JSON.parse(line) as { id?: unknown; method?: unknown };
    return typeof method === 'string' && (typeof id === 'string' || typeof id === 'number') ? id : null;
  } catch {
    return null;
  }
}
