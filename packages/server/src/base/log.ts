/** Structured logs on standard error; keys, codes and passwords never reach them. */
import pino, { type Logger } from 'pino';

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
    pino.destination({ dest: 2, sync: false }),
  );
}
