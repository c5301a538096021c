const blockBytes = 512;

/** A tar of files by their names; names that are too long for a header as GNU writes them. */
export function tarOf(files: Readonly<Record<string, Uint8Array>>): Buffer {
  const parts: Buffer[] = [];
  for (const [name, content] of Object.entries(files)) {
    if (name.length > 100) parts.push(header('././@LongLink', name.length + 1, 'L'), padded(Buffer.from(`${name}\0`)));
    parts.push(header(name.slice(0, 100), content.length, '0'), padded(Buffer.from(content)));
  }
  return Buffer.concat([...parts, Buffer.alloc(2 * blockBytes)]);
}

function header(name: string, size: number, type: string): Buffer {
  const block = Buffer.alloc(blockBytes);
  block.write(name, 0, 100, 'utf8');
  block.write('0000644\0', 100);
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  block.write(type, 156);
  block.write('ustar', 257);
  block.write('00', 263);
  return block;
}

function padded(content: Buffer): Buffer {
  return Buffer.concat([content, Buffer.alloc((blockBytes - (content.length % blockBytes)) % blockBytes)]);
}
