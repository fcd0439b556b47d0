/**
 * The certificate of DNS over TLS. Renewed files are noticed without a restart; while they cannot
 * be used, for example because only one of them was replaced, the previous certificate stays.
 */
import { X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { createSecureContext, type SecureContext } from 'node:tls';
import type { Logger } from 'pino';
import type { MachineClock } from '../base/clock.ts';

export interface TlsFiles {
  readonly certificateFile: string;
  readonly keyFile: string;
}

const checkEveryMs = 1_000;

export class TlsCertificate {
  readonly #files: TlsFiles;
  readonly #clock: MachineClock;
  readonly #log: Logger;
  #context: SecureContext;
  #version: string;
  #checkedAt: number;

  /** Throws when the files cannot be used. */
  constructor(files: TlsFiles, options: { readonly clock: MachineClock; readonly log: Logger }) {
    this.#files = files;
    this.#clock = options.clock;
    this.#log = options.log;
    this.#version = versionOf(files);
    this.#checkedAt = options.clock.now();
    this.#context = readContext(files, this.#checkedAt);
  }

  get context(): SecureContext {
    const now = this.#clock.now();
    if (now - this.#checkedAt < checkEveryMs) return this.#context;
    this.#checkedAt = now;
    try {
      const version = versionOf(this.#files);
      if (version === this.#version) return this.#context;
      this.#context = readContext(this.#files, now);
      this.#version = version;
      this.#log.info(this.#files, 'the certificate of DNS over TLS was replaced');
    } catch (error) {
      this.#log.error({ err: error, ...this.#files }, 'the new certificate cannot be used');
    }
    return this.#context;
  }
}

/** RFC 9103 requires TLS 1.3 for transfers. A certificate that has ended is refused by every client. */
function readContext({ certificateFile, keyFile }: TlsFiles, now: number): SecureContext {
  const cert = readFileSync(certificateFile);
  const endsAt = new X509Certificate(cert).validToDate;
  if (endsAt.getTime() <= now) {
    throw new Error(`the certificate ended on ${endsAt.toISOString()}; renew it.`);
  }
  return createSecureContext({
    cert,
    key: readFileSync(keyFile),
    minVersion: 'TLSv1.3',
    // OpenSSL resumes sessions of servers that ask for certificates only with it.
    sessionIdContext: 'hostmaster-dns',
  });
}

function versionOf({ certificateFile, keyFile }: TlsFiles): string {
  return [certificateFile, keyFile]
    .map((file) => statSync(file))
    .map(({ ino, mtimeMs, size }) => `${ino} ${mtimeMs} ${size}`)
    .join();
}
