/** Numbers of the ONNX format (onnx.proto). */
const float32 = 1;
const int32 = 6;
const int64 = 7;
const irVersion = 8;
const opsetVersion = 13;

type Field = [number: number, value: number | string | Uint8Array];

/**
 * The network that finds nearest neighbours: `queries × candidatesᵀ`, then the greatest of each row. Written out byte by byte (protobuf), since three
 * operators need neither a file nor a tool.
 */
export function nearestModel(): Uint8Array {
  const node = (operator: string, inputs: string[], outputs: string[], attributes: [string, number][]): Uint8Array =>
    message([
      ...inputs.map((name): Field => [1, name]),
      ...outputs.map((name): Field => [2, name]),
      [4, operator],
      ...attributes.map(([name, value]): Field => [
        5,
        message([
          [1, name],
          [3, value],
          [20, 2],
        ]),
      ]),
    ]);
  const tensor = (name: string, type: number, shape: string[]): Uint8Array =>
    message([
      [1, name],
      [
        2,
        message([
          [
            1,
            message([
              [1, type],
              [2, message(shape.map((axis): Field => [1, message([[2, axis]])]))],
            ]),
          ],
        ]),
      ],
    ]);
  const graph = message([
    [1, node('Gemm', ['queries', 'candidates'], ['products'], [['transB', 1]])],
    [1, node('TopK', ['products', 'k'], ['similarities', 'wide'], [])],
    [1, node('Cast', ['wide'], ['indices'], [['to', int32]])],
    [2, 'nearest'],
    [11, tensor('queries', float32, ['asked', 'dimension'])],
    [11, tensor('candidates', float32, ['rows', 'dimension'])],
    [11, tensor('k', int64, ['one'])],
    [12, tensor('similarities', float32, ['asked', 'kept'])],
    [12, tensor('indices', int32, ['asked', 'kept'])],
  ]);
  return message([
    [1, irVersion],
    [7, graph],
    [
      8,
      message([
        [1, ''],
        [2, opsetVersion],
      ]),
    ],
  ]);
}

/** A protobuf message: numbers as varints, texts and messages with their length in front. */
function message(fields: readonly Field[]): Uint8Array {
  const bytes: number[] = [];
  for (const [number, value] of fields) {
    if (typeof value === 'number') bytes.push(...varint(number << 3), ...varint(value));
    else {
      const content = typeof value === 'string' ? new TextEncoder().encode(value) : value;
      bytes.push(...varint((number << 3) | 2), ...varint(content.length), ...content);
    }
  }
  return Uint8Array.from(bytes);
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest & 127) | 128);
    rest >>= 7;
  }
  return [...bytes, rest];
}
