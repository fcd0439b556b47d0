import { testRegistry } from '@hostmaster/test-rig/epp-registrar';
import { describe, expect, it } from 'vitest';
import { premiumOf } from './fees.ts';

const name = 'shiny.com';

function quoted(quote: { readonly currency: string; readonly amount?: string }) {
  const fees = quote.amount === undefined ? [] : [{ amount: quote.amount }];
  const commands = [{ name: 'create' as const, standard: false, fees, credits: [] }];
  const object = { name, available: true, class: 'premium', commands };
  return {
    domains: [{ name, available: true }],
    fee: { currency: quote.currency, objects: [object] },
  };
}

describe('premium prices', () => {
  const { fees } = testRegistry();

  it.each([
    ['100.00', 1.1, 110],
    ['0.10', 3, 1],
    ['19.99', 1, 20],
    ['1234.50', 2, 2469],
  ])('%s at %d credits each are %d whole credits', (amount, creditsPerUnit, credits) => {
    const config = { fees: { ...fees, creditsPerUnit } };
    expect(premiumOf(config, quoted({ currency: 'USD', amount }), name)).toMatchObject({
      registerCredits: credits,
      renewCredits: credits,
    });
  });

  it('are missing in another currency and without a quoted fee', () => {
    const inEuro = quoted({ currency: 'EUR', amount: '100.00' });
    expect(premiumOf({ fees }, inEuro, name)).toBe('unpriced');
    expect(premiumOf({ fees }, quoted({ currency: 'USD' }), name)).toBe('unpriced');
  });
});
