/** What the main thread and a worker that answers UDP tell each other. */
import type { Rate } from '../../base/setting-values.ts';
import type { SharedMemory, ZoneGeneration } from './shared-answers.ts';

export interface WorkerStart {
  readonly memory: SharedMemory;
  readonly responseRate: Rate | null;
  readonly pendingMax: number;
}

export interface UdpPlace {
  readonly host: string;
  readonly port: number;
}

export type ToWorker =
  | ({ readonly kind: 'listen' } & UdpPlace)
  /** Their packets are always asked about. */
  | { readonly kind: 'secondaries'; readonly addresses: readonly string[] }
  | {
      readonly kind: 'reply';
      readonly id: number;
      readonly reply: Uint8Array | null;
      /** Where the answer may be given again. */
      readonly ready?: ZoneGeneration & { readonly rcode: number };
    };

export type FromWorker =
  | ({ readonly kind: 'listening' } & UdpPlace)
  | ({ readonly kind: 'refused'; readonly code: string } & UdpPlace)
  | { readonly kind: 'fault'; readonly reason: string }
  /** A packet without a ready answer. */
  | {
      readonly kind: 'ask';
      readonly id: number;
      readonly packet: Uint8Array;
      readonly address: string;
      readonly port: number;
    };
