import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { hubContract, type HubContract } from '../../main/contract/hub-contract.ts';
import { socketChannel } from '../../main/rpc/adapters/socket.ts';
import { connect, type Connection } from '../../main/rpc/client.ts';
import { HostUnderTest } from './support/host-under-test.ts';
import { exchange, requestText, upgradeText } from './support/raw-http.ts';
import { idleState } from './support/stand-in.ts';

const under = new HostUnderTest();

/** The channel is made while `open` is told, not after: the first message may have come along with the answer to the upgrade. */
function openClient(cookie: string): Promise<Connection<HubContract>> {
  const socket = new WebSocket(`ws://127.0.0.1:${under.port}/rpc`, { headers: { cookie } });
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(connect(hubContract, socketChannel(socket))));
    socket.once('error', reject);
  });
}

describe('the service behind it', () => {
  it('answers two windows apart', async () => {
    const cookie = await under.login();
    const [one, two] = [await openClient(cookie), await openClient(cookie)];
    const [left, right] = await Promise.all([
      one.call('paths.complete', { text: 'one' }),
      two.call('paths.complete', { text: 'two' }),
    ]);
    expect([left[0]!.path, right[0]!.path]).toEqual(['one/found', 'two/found']);
    const states = [one.stream('hub.state', {}), two.stream('hub.state', {})];
    for (const stream of states) expect(await stream.next()).toEqual({ done: false, value: idleState });
    expect(under.seen.openStreams).toBe(2);
    one.dispose();
    await expect.poll(() => under.seen.openStreams).toBe(1);
    expect(await two.call('paths.complete', { text: 'still' })).toHaveLength(1);
    two.dispose();
  });

  it('lets in 64 windows and no more', async () => {
    const cookie = await under.login();
    const clients = await Promise.all(Array.from({ length: 64 }, () => openClient(cookie)));
    await Promise.all(clients.map(({ hello }) => hello));
    expect((await exchange(under.port, upgradeText('/rpc', [under.own, `Cookie: ${cookie}`]))).status).toBe(503);
    clients[0]!.dispose();
    await expect
      .poll(async () => (await exchange(under.port, upgradeText('/rpc', [under.own, `Cookie: ${cookie}`]))).status)
      .toBe(101);
  });

  it('ends in order while a stream is open: the window hears why, the handler ends, the port is free', async () => {
    const client = await openClient(await under.login());
    const stream = client.stream('hub.state', {});
    await stream.next();
    const next = stream.next();
    const { port } = under;
    const [reason] = await Promise.all([
      next.then(
        () => null,
        (error: unknown) => error,
      ),
      under.close(),
    ]);
    expect(reason).toMatchObject({ code: 'disconnected', message: 'The service is being stopped.' });
    expect(under.seen.openStreams).toBe(0);
    const again = await under.another(port);
    expect(again.port).toBe(port);
    await again[Symbol.asyncDispose]();
  });

  it('ends though a window does not answer, and though a request is half sent', async () => {
    const cookie = await under.login();
    const deaf = connectSocket({ host: '127.0.0.1', port: under.port });
    deaf.on('error', () => {});
    deaf.write(upgradeText('/rpc', [under.own, `Cookie: ${cookie}`]));
    await once(deaf, 'data');
    deaf.pause();
    const half = connectSocket({ host: '127.0.0.1', port: under.port });
    half.on('error', () => {});
    half.write('GET / HTTP/1.1\r\nHost: ');
    await once(half, 'connect');
    await under.close();
    deaf.destroy();
    half.destroy();
    await expect(exchange(under.port, requestText('GET', '/', []))).rejects.toThrow(/ECONNREFUSED/);
  });

  it('says so when its port is taken', async () => {
    const second = under.another(under.port);
    await expect(second).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining(`Port ${under.port} is in use`),
    });
  });
});
