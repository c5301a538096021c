import type { Socket } from 'node:net';
import { longestHello, readHello, type Hello } from '../../core/mcp-address.ts';

const lineBreak = 0x0a;

/**
 * The hello that a connection begins with, taken off the stream; null where it begins with anything else, all of which stays in the stream for who reads
 * next. Rejects when the connection ends, or the time does, before a line came: who says nothing must not keep others out. Unit of `limitMs`: milliseconds.
 */
export function readFirstLine(socket: Socket, limitMs: number): Promise<Hello | null> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    const settle = (work: () => void): void => {
      clearTimeout(timer);
      socket.off('data', onData);
      socket.off('close', onClose);
      socket.pause();
      work();
    };
    const onClose = (): void => settle(() => reject(new Error('the connection ended before its first line')));
    const onData = (part: Buffer): void => {
      const end = part.indexOf(lineBreak);
      parts.push(part);
      size += part.length;
      if (end === -1 && size <= longestHello) return;
      const all = Buffer.concat(parts);
      const cut = end === -1 ? -1 : all.indexOf(lineBreak) + 1;
      const hello = cut === -1 ? null : readHello(all.subarray(0, cut - 1).toString('utf8'));
      settle(() => {
        const rest = hello === null ? all : all.subarray(cut);
        if (rest.length > 0) socket.unshift(rest);
        resolve(hello);
      });
    };
    const timer = setTimeout(() => settle(() => reject(new Error('no first line came in time'))), limitMs);
    timer.unref();
    socket.on('data', onData);
    socket.on('close', onClose);
  });
}
