/** What a point's flag byte says; the shader, picking and the plain canvas read the same bits. */
export const flagDimmed = 1;
/** Larger than others: a hit, a neighbour, an entry of the layer that is shown. */
export const flagMarked = 2;
export const flagFocused = 4;
export const flagHidden = 8;

/** Marks are drawn larger up to this number. */
const mostLarge = 300;

export interface FlagInput {
  count: number;
  /** One byte a point: whether the filters keep it. Null: no filters. */
  passes: Uint8Array | null;
  /** Points of the lasso; null where there is none. */
  selection: Uint32Array | null;
  /** Points of the layer that is shown, or of the trail; null where there is none. */
  marks: Uint32Array | null;
  /** True neighbours of the focused point. */
  neighbours: readonly number[];
  focus: number | null;
}

/** The flags of all points. What filters, layer or lasso leave out is dimmed, never hidden: the shape of the whole stays. */
export function pointFlags({ count, passes, selection, marks, neighbours, focus }: FlagInput): Uint8Array {
  const flags = new Uint8Array(count);
  const chosen = marks ?? selection;
  if (chosen !== null) flags.fill(flagDimmed);
  // Thousands of large points would hide the shape that they have together.
  const mark = marks !== null && marks.length <= mostLarge ? flagMarked : 0;
  for (const point of chosen ?? []) if (point < count) flags[point] = mark;
  if (passes !== null) for (let point = 0; point < count; point += 1) if (passes[point] === 0) flags[point] = flagDimmed;
  for (const point of neighbours) if (point < count) flags[point] = flagMarked;
  if (focus !== null && focus < count) flags[focus] = flagMarked | flagFocused;
  return flags;
}
