/** What the views of a text can do for what stands around them. Lines are those of the file. */
export interface ReaderHandle {
  scrollToLine: (line: number, place: 'start' | 'center') => void;
  focus: () => void;
}
