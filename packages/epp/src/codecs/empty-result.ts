/** The result of commands whose success is said by the code alone. */

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
