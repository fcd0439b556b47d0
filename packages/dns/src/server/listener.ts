// What the UDP and the TCP listener are given, and what they give back.
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
