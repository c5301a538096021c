import { request } from 'node:http';
import { createServer } from 'node:net';

const heartbeatTimeoutMs = 2_000;

/** `ours`: the server that was started with this marker; `other`: something else listens there; `none`: nothing answers. */
export type Heartbeat = 'ours' | 'other' | 'none';

/**
 * Asks who answers on a loopback port. Chroma has no name of its own to ask for, but it says yes to the one web origin in
 * its configuration, and ours is made of random digits that only our server's file holds.
 */
export async function askHeartbeat(port: number, marker: string): Promise<Heartbeat> {
  return await new Promise((resolve) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path: '/api/v2/heartbeat',
        headers: { origin: marker },
        agent: false,
        timeout: heartbeatTimeoutMs,
      },
      (response) => {
        response.resume();
        const isOurs = response.statusCode === 200 && response.headers['access-control-allow-origin'] === marker;
        resolve(isOurs ? 'ours' : 'other');
      },
    );
    sent.on('timeout', () => sent.destroy(new Error('timeout')));
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code?.startsWith('HPE_') === true ? 'other' : 'none'));
    sent.end();
  });
}

/** A port that nobody listens on right now; whoever uses it must expect to lose a race for it. */
export async function freeLoopbackPort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (typeof address === 'object' && address !== null) resolve(address.port);
        else reject(new Error('No loopback port can be had.'));
      });
    });
  });
}
