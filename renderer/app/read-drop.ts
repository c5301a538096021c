import type { DesktopBridge } from '../rpc-client/desktop-bridge.ts';
import type { AddRequest } from '../state/add-request.ts';

/** What is read of a drop; a part of `DataTransfer`. */
export interface DroppedData {
  readonly files: ArrayLike<File>;
  /** In the order of the files; tell folders from files. */
  readonly items?: ArrayLike<Partial<Pick<DataTransferItem, 'webkitGetAsEntry'>>>;
  getData(format: string): string;
}

/** What a drop asks to add; null when there is nothing in it. Only the desktop app learns where a file is. */
export function readDrop(data: DroppedData, bridge: Pick<DesktopBridge, 'pathForFile'> | null): AddRequest | null {
  const files = Array.from(data.files);
  if (files.length > 0) {
    const paths = bridge === null ? [] : files.map((file) => bridge.pathForFile(file)).filter((path) => path !== '');
    return paths.length > 0 ? { kind: 'places', places: paths } : { kind: 'unknown-place', names: files.map(({ name }) => name) };
  }
  // Lines that begin with # are comments there.
  const addresses = data
    .getData('text/uri-list')
    .split(/\r?\n/)
    .filter((line) => /^(?:https?|git|ssh):/i.test(line));
  return addresses.length > 0 ? { kind: 'places', places: addresses } : null;
}
