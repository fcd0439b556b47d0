/** What a caller can say about one command, and what a successful one gives back. */

import type { EppResponse, MessageQueue } from '../epp-response.ts';

export interface SendOptions {
  /** The transaction id, when the caller wrote it down before sending; a fresh one otherwise. */
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
  /** Everything the server said, with payloads nobody asked for. */
  readonly response: EppResponse;
}
