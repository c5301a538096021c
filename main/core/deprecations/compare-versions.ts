/** Order of two versions by their numbers; what follows the numbers (rc1) comes before the release itself. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [partsOf(one), partsOf(other)];
  for (let index = 0; index < Math.max(a.numbers.length, b.numbers.length); index += 1) {
    const difference = (a.numbers[index] ?? 0) - (b.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return Number(b.isBefore) - Number(a.isBefore);
}

function partsOf(version: string): { numbers: number[]; isBefore: boolean } {
  const match = /(\d+(?:\.\d+)*)(.*)/.exec(version);
  return {
    numbers: (match?.[1] ?? '0').split('.').map(Number),
    isBefore: /^[-.]?(?:a|b|rc|alpha|beta|dev|pre)/i.test(match?.[2] ?? ''),
  };
}
