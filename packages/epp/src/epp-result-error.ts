/** The first of the three (see errors.ts): the server answered with a code. */
import type { EppResponse } from './epp-response.ts';
import { resultCode } from './result-codes.ts';

/** The server answered this very command with a code of 2000 or above. */
export class EppResultError extends Error {
  override readonly name = 'EppResultError';
  readonly code: number;
  readonly clTRID: string;
  readonly svTRID: string;
  /** What the server said, with our own secrets masked: fit to be shown. */
  readonly reason: string;
  // Private with a getter, so that loggers which walk own properties never print authInfo.
  readonly #response: EppResponse;

  constructor(input: { response: EppResponse; clTRID: string; message: string }) {
    super(
      `EPP ${input.response.code} ${resultCode(input.response.code).meaning}: ${input.message}`,
    );
    this.code = input.response.code;
    this.clTRID = input.clTRID;
    this.reason = input.message;
    this.svTRID = input.response.svTRID;
    this.#response = input.response;
  }

  get response(): EppResponse {
    return this.#response;
  }

  /** False for 2400 and 25xx: the server failed on its way, so ask before deciding. */
  get definite(): boolean {
    return resultCode(this.code).definite;
  }
}
