/** Codes of authenticator apps (RFC 6238): six digits, a new one every 30 seconds. */
import { secondMs } from '@hostmaster/contract/durations';
import { Secret, TOTP } from 'otpauth';

const periodSeconds = 30;
/** Clocks of phones differ: the code before and the one after are accepted too. */
const toleranceSteps = 1;
const issuer = 'Hostmaster';

/** 160 random bits in base 32, as RFC 4226 recommends. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** What a QR code says to the app. */
export function totpUri(secret: string, email: string): string {
  return totpOf(secret, email).toString();
}

/** The time step of a code that is right now; null for any other text. */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: toleranceSteps });
  return delta === null ? null : Math.floor(now / (periodSeconds * secondMs)) + delta;
}

function totpOf(secret: string, label = ''): TOTP {
  return new TOTP({
    issuer,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
  });
}
