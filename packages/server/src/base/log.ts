/** Logs on standard error, readable on a terminal and JSON elsewhere; no secret ever reaches them. */
import pino, { type DestinationStream, type Logger } from 'pino';
import { readableLine } from './readable-log.ts';

export function createLog(level: string): Logger {
  return pino(
    {
      level,
      redact: {
        paths: [
          'headers["x-api-key"]',
          '*.headers["x-api-key"]',
          'apiKey',
          '*.apiKey',
          '*.authCode',
          'authCode',
        ],
        censor: '[redacted]',
      },
      base: {},
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    process.stderr.isTTY ? terminal : pino.destination({ dest: 2, sync: false }),
  );
}

const terminal: DestinationStream = {
  write(json) {
    process.stderr.write(readableLine(json));
  },
};
