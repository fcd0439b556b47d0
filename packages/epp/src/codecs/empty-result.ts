/** The result of commands that return nothing but a result code. */

import type { CommandCodec, ResultBody } from './command-codec.ts';

export type EmptyResult = Readonly<Record<never, never>>;

export const emptyResult: ResultBody = { resData: [], extensions: [] };

export const emptyResultCodec: Pick<
  CommandCodec<unknown, EmptyResult>,
  'encodeResult' | 'decodeResult'
> = {
  encodeResult: () => emptyResult,
  decodeResult: () => ({}),
};
