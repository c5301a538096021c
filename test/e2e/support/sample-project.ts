import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const documents = fileURLToPath(new URL('../../fixtures/documents', import.meta.url));

const files: Record<string, string> = {
  'README.md': '# Voicekit\n\nPhone calls for Python programs.\n',
  'docs/hang-up.md': `# Hanging up

A call ends when either side hangs up.

## Ending a call from your program

Call \`Phone.hang_up\` to end the call politely: it plays the farewell tone, waits until the line is quiet and releases the
line afterwards. The other side hears a marmalade-coloured click.

## When the other side hangs up first

The event \`on_hang_up\` is raised. Do not answer the line any more.
`,
  'docs/tones.md': `# Dial tones

Keys of a phone send dual tones. Use \`encode_tone\` for one key and \`Phone.dial\` for a whole number.

| key | low | high |
| --- | --- | ---- |
| 1   | 697 | 1209 |
| 5   | 770 | 1336 |
`,
  'examples/doorbell/bot.py': `"""Rings a phone when somebody presses the doorbell."""

from voicekit.phone import Phone


def main() -> None:
    """Dials the number of the house and hangs up after the answer."""
    phone = Phone("doorbell")
    phone.dial("5551")
    phone.hang_up()


if __name__ == "__main__":
    main()
`,
  'examples/doorbell/README.md': '# Doorbell\n\nRings a phone when somebody presses the doorbell.\n',
  'src/voicekit/__init__.py': '"""Phone calls for Python programs."""\n',
  'src/voicekit/tones.py': `"""Dual tones of the keys of a phone."""

LOW = {"1": 697, "5": 770}
HIGH = {"1": 1209, "5": 1336}


def encode_tone(key: str, milliseconds: int = 120) -> bytes:
    """Encodes the dual tone of one key as samples of sixteen bits."""
    low, high = LOW[key], HIGH[key]
    return bytes([low % 256, high % 256]) * milliseconds
`,
  'src/voicekit/phone.py': `"""A line and what is done with it."""

from voicekit.tones import encode_tone


class Line:
    """A line to the other side."""

    def write(self, samples: bytes) -> int:
        """Writes samples to the line and returns how many were taken."""
        return len(samples)


class Phone(Line):
    """Dials numbers, plays tones and ends calls."""

    def __init__(self, name: str) -> None:
        self.name = name

    def dial(self, number: str) -> None:
        """Dials a number, one tone for each of its keys."""
        for key in number:
            self.write(encode_tone(key))

    def hang_up(self) -> None:
        """Ends the call: plays the farewell tone and releases the line."""
        self.write(encode_tone("1", milliseconds=400))
`,
};

/** Real pages with everything that MDX has. */
const pages = ['learn-overview.mdx', 'deepgram-stt.mdx', 'daily-transport.mdx'];

/** Writes a small project with documentation, an example and a Python package, whose functions call each other. */
export async function writeSampleProject(folder: string): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  for (const page of pages) await cp(join(documents, page), join(folder, 'docs', page));
}

/** Writes a package that takes far longer to index than a test needs to press a button. */
export async function writeLargeProject(folder: string, modules = 1_500): Promise<void> {
  await mkdir(join(folder, 'src', 'archive'), { recursive: true });
  await writeFile(join(folder, 'src', 'archive', '__init__.py'), '"""An archive."""\n');
  for (let number = 0; number < modules; number += 1)
    await writeFile(
      join(folder, 'src', 'archive', `shelf_${number}.py`),
      `"""Shelf ${number} of the archive."""\n\n\nclass Shelf${number}:\n    """Holds the books of shelf ${number}."""\n\n    def borrow(self, book):\n        """Lends a book of shelf ${number} to a reader."""\n        return self.books.pop(book, ${number})\n\n    def bring_back(self, book):\n        """Takes a book of shelf ${number} back."""\n        self.books[book] = ${number}\n`,
    );
}
