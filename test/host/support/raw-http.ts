import { connect } from 'node:net';

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Sends exactly these bytes, and reads one answer to its end. What was cut without an answer has status 0. */
export function exchange(port: number, request: string): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port });
    const parts: Buffer[] = [];
    const done = (): void => {
      socket.destroy();
      resolve(parse(Buffer.concat(parts)));
    };
    socket.on('data', (data) => {
      parts.push(data);
      const answer = parse(Buffer.concat(parts));
      // An accepted upgrade does not end by itself.
      if (answer.status === 101) done();
    });
    socket.on('close', done);
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    socket.on('connect', () => socket.write(request));
  });
}

function parse(bytes: Buffer): RawAnswer {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return { status: 0, headers: {}, body: Buffer.alloc(0) };
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { status: Number(first.split(' ')[1]), headers, body: bytes.subarray(end + 4) };
}

/** A request whose header lines are given one by one, so that any can be missing or doubled. */
export function requestText(method: string, target: string, lines: readonly string[], body = ''): string {
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  return [`${method} ${target} HTTP/1.1`, ...lines, ...length, 'Connection: close', '', body].join('\r\n');
}

export function upgradeText(target: string, lines: readonly string[]): string {
  return [
    `GET ${target} HTTP/1.1`,
    ...lines,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    '',
    '',
  ].join('\r\n');
}
