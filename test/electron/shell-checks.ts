import { expect, vi } from 'vitest';
import type { RunningApp } from './start-app.ts';

export interface ShellUnderTest {
  app: RunningApp;
  data: string;
}

/** The page is the interface, what it shows came from the service over the port, and nothing on the way was refused. */
export async function expectShellToWork({ app, data }: ShellUnderTest): Promise<void> {
  await vi.waitFor(async () => expect(await app.evaluate('document.body.innerText')).toContain('Connected'), {
    timeout: 120_000,
    interval: 100,
  });
  const status = await app.evaluate<{ dataDirectory: string; host: string }>(`new Promise((resolve, reject) => {
    const nonce = crypto.randomUUID();
    window.addEventListener('message', ({ data, ports, source }) => {
      if (data.nonce !== nonce || source !== window) return;
      const [port] = ports;
      port.onmessage = ({ data: frame }) => {
        if (frame.type === 'hello') {
          port.postMessage(frame);
          port.postMessage({ type: 'request', id: 1, name: 'hub.status', input: {} });
        } else if (frame.type === 'reply') resolve(frame.value);
        else if (frame.type === 'error') reject(new Error(JSON.stringify(frame.error)));
      };
    });
    window.contextHub.connect(nonce);
  })`);
  expect(status).toMatchObject({ host: 'desktop', dataDirectory: data });
  const [window] = await app.ask<{ console: string[] }[]>('windows');
  expect(window!.console).toEqual([]);
}
