/** The error for a result code of 2000 or above; errors.ts has the other two classes. */
import type { EppResponse } from './epp-response.ts';
import { resultCode } from './result-codes.ts';

/** The server answered this very command with a code of 2000 or above. */
export class EppResultError extends Error {
  override readonly name = 'EppResultError';
  readonly code: number;
  readonly clTRID: string;
  readonly svTRID: string;
  /** The server's message with our secrets masked, so that it can be shown. */
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

  /** False for 2400 and 25xx: the server failed while executing, so check with info first. */
  get definite(): boolean {
    return resultCode(this.code).definite;
  }
}
