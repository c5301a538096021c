import type { z } from 'zod';

/** A question with one answer. The input is validated where it arrives; the output in tests and development. */
export interface Call<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  kind: 'call';
  input: Input;
  output: Output;
}

/** A question with many answers over time. */
export interface Stream<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  kind: 'stream';
  /** latest: a value that was not delivered yet is replaced by a newer one (states, progress); every: each one is delivered, in order. */
  delivery: 'latest' | 'every';
  input: Input;
  output: Output;
}

export type Procedure = Call | Stream;

/** Named procedures: what one side offers to the other. */
export type Contract = Readonly<Record<string, Procedure>>;

export function call<Input extends z.ZodType, Output extends z.ZodType>(input: Input, output: Output): Call<Input, Output> {
  return { kind: 'call', input, output };
}

export function stream<Input extends z.ZodType, Output extends z.ZodType>(
  delivery: Stream['delivery'],
  input: Input,
  output: Output,
): Stream<Input, Output> {
  return { kind: 'stream', delivery, input, output };
}

/** What a caller passes to a procedure. */
export type InputOf<Entry extends Procedure> = z.input<Entry['input']>;
/** What a handler receives: parsed, with defaults. */
export type ParsedInputOf<Entry extends Procedure> = z.output<Entry['input']>;
export type OutputOf<Entry extends Procedure> = z.output<Entry['output']>;
