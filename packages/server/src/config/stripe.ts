/** Card payments: the two secrets belong together, and live ones to production. */
import { ConfigError } from '../base/setting-values.ts';

export interface StripeConfig {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly apiUrl: string;
}

/** `http:` leads to this machine only. */
export function stripeApi(text: string, name: string): string {
  const isOurs = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/.test(text);
  if (isOurs || /^https:\/\/[^/]+$/.test(text)) return text;
  throw new ConfigError(`${name} must be an https:// address without a path, not "${text}".`);
}

/** Null when card payments are disabled. Secrets are never repeated in a message. */
export function stripe(
  { secretKey, webhookSecret, apiUrl }: StripeConfig,
  {
    mode,
    publicUrl: shownUrl,
  }: { readonly mode: 'sandbox' | 'production'; readonly publicUrl: string | null },
): StripeConfig | null {
  if (secretKey === '' && webhookSecret === '') return null;
  if (!/^whsec_[\x21-\x7e]+$/.test(webhookSecret)) {
    throw new ConfigError(
      'STRIPE_SECRET_KEY needs STRIPE_WEBHOOK_SECRET, which begins with whsec_; Stripe shows it beside the webhook.',
    );
  }
  if (!/^[sr]k_(?:test|live)_[\x21-\x7e]+$/.test(secretKey)) {
    throw new ConfigError(
      'STRIPE_WEBHOOK_SECRET needs STRIPE_SECRET_KEY, which begins with sk_live_, rk_live_, sk_test_ or rk_test_.',
    );
  }
  const isLive = /^.k_live_/.test(secretKey);
  if (isLive && mode === 'sandbox') {
    throw new ConfigError('STRIPE_SECRET_KEY must be a test key in the sandbox.');
  }
  if (isLive && shownUrl?.startsWith('https://') !== true) {
    throw new ConfigError(
      'HOSTMASTER_PUBLIC_URL must be an https:// address for a live STRIPE_SECRET_KEY: customers come back to it.',
    );
  }
  return { secretKey, webhookSecret, apiUrl };
}
