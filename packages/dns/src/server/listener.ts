/** The options and the handle that the UDP and the TCP listener share. */
import type { Answer } from './dns-handler.ts';

export interface ListenOptions<Limits> {
  readonly host: string;
  readonly port: number;
  readonly answer: Answer;
  readonly limits: Partial<Limits>;
  readonly onError: (error: unknown) => void;
}

export interface Listener {
  readonly port: number;
  close(): Promise<void>;
}
