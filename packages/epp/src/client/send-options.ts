/** The options of one command, and the reply of a successful one. */

import type { EppResponse, MessageQueue } from '../epp-response.ts';

export interface SendOptions {
  /** The transaction id, when the caller stored it before sending; a random one otherwise. */
  readonly clTRID?: string;
  /**
   * Runs right before the write, for checking a lease or writing a journal. When it rejects, nothing
   * is sent and the command fails with EppNotSentError. Nothing is awaited between it and the write.
   */
  readonly beforeSend?: (send: { readonly clTRID: string; readonly type: string }) => Promise<void>;
  readonly timeoutMs?: number;
}

/** A success: 1000, 1300, 1301, 1500, or 1001, whose action is still pending. */
export interface EppReply<Result> {
  readonly code: number;
  readonly message: string;
  readonly pending: boolean;
  readonly clTRID: string;
  readonly svTRID: string;
  readonly messageQueue?: MessageQueue;
  readonly data: Result;
  /** The whole response, including payloads that the codec does not read. */
  readonly response: EppResponse;
}
