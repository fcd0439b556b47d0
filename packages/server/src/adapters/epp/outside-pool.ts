/**
 * The sessions with one registry, as the service uses them. The limits of the library settle every
 * command; this one holds even if they do not, and ends all commands when a stop is overdue. What
 * was cut off may have been carried out.
 */
import {
  type CommandCodec,
  EppOutcomeUnknownError,
  EppPool,
  type EppReply,
  type PoolOptions,
  type PoolSendOptions,
  randomClTRID,
} from '@hostmaster/epp';
import { OutsideCallError, outsideCall } from '../../base/outside-call.ts';

export interface OutsidePoolOptions extends PoolOptions {
  readonly queueTimeoutMs: number;
  readonly commandTimeoutMs: number;
  /** Cuts commands under way off. */
  readonly stopping: AbortSignal;
}

/** For what the service itself does before a send: it journals, and it holds its lease. */
const ownMs = 10_000;

export class OutsidePool extends EppPool {
  readonly #limit: { readonly peer: string; readonly totalMs: number; stopping: AbortSignal };

  constructor({ stopping, ...options }: OutsidePoolOptions) {
    super(options);
    const totalMs = options.queueTimeoutMs + options.commandTimeoutMs + ownMs;
    this.#limit = { peer: options.host, totalMs, stopping };
    stopping.addEventListener('abort', () => this.destroy(), { once: true });
  }

  override async send<Request, Result>(
    codec: CommandCodec<Request, Result>,
    request: Request,
    options: PoolSendOptions = {},
  ): Promise<EppReply<Result>> {
    const clTRID = options.clTRID ?? randomClTRID();
    try {
      return await outsideCall(this.#limit, () =>
        super.send(codec, request, { ...options, clTRID }),
      );
    } catch (error) {
      if (!(error instanceof OutsideCallError)) throw error;
      throw new EppOutcomeUnknownError({ reason: 'timeout', clTRID, cause: error });
    }
  }
}
