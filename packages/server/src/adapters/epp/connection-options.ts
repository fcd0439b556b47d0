/** How every connection to a registry is made: by the service, and by commands that test it. */
import type { SessionOptions } from '@hostmaster/epp';
import type { RegistryConfig } from './registry-config.ts';

export function connectionOptionsOf(config: RegistryConfig): Omit<SessionOptions, 'credentials'> {
  return {
    host: config.host,
    port: config.port,
    tls: config.tls,
    commandTimeoutMs: config.commandTimeoutMs,
    connectTimeoutMs: config.connectTimeoutMs,
    greetingTimeoutMs: config.connectTimeoutMs,
    userAgent: {
      app: 'Hostmaster',
      tech: `Node.js ${process.version}`,
      os: `${process.platform} ${process.arch}`,
    },
  };
}
