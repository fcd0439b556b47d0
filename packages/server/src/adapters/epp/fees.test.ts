import { testRegistry } from '@hostmaster/test-rig/epp-registrar';
import { describe, expect, it } from 'vitest';
import { premiumOf } from './fees.ts';

const name = 'shiny.com';

function quoted(quote: {
  readonly currency: string;
  readonly amount?: string;
  readonly renew?: string;
  readonly class?: string | null;
}) {
  const charges = (amount: string | undefined) => (amount === undefined ? [] : [{ amount }]);
  const commands = [
    { name: 'create' as const, standard: false, fees: charges(quote.amount), credits: [] },
    { name: 'renew' as const, standard: false, fees: charges(quote.renew), credits: [] },
  ];
  const className = quote.class === undefined ? 'premium' : quote.class;
  const shown = className === null ? {} : { class: className };
  const object = { name, available: true, ...shown, commands };
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

  it.each([
    ['a higher fee without a class', { amount: '250.00', renew: '14.00', class: null }, true],
    [
      'a higher renewal fee without a class',
      { amount: '12.00', renew: '15.00', class: null },
      true,
    ],
    ['the standard fees without a class', { amount: '12.00', renew: '14.00', class: null }, false],
    [
      'lower fees in the standard class',
      { amount: '9.00', renew: '9.00', class: 'Standard' },
      false,
    ],
    ['a higher fee in the standard class', { amount: '13', renew: '14', class: 'standard' }, true],
    ['a class of its own', { amount: '12.00', renew: '14.00' }, true],
  ])('apply by fee and class: %s', (_, quote, isPremium) => {
    const price = premiumOf({ fees }, quoted({ currency: 'USD', ...quote }), name);
    expect(price !== null).toBe(isPremium);
  });

  it('without a quoted fee follow the list of the operator', () => {
    const unquoted = { domains: [{ name, available: true }] };
    const premiumNames = { [name]: { create: 300, renew: 30 } };
    expect(premiumOf({ fees: { ...fees, premiumNames } }, unquoted, name)).toMatchObject({
      registerCredits: 300,
      renewCredits: 30,
    });
    expect(premiumOf({ fees }, unquoted, name)).toBeNull();
    expect(premiumOf({ fees }, quoted({ currency: 'USD' }), name)).toBeNull();
  });

  it('of a registered name follow its renewal, where no registration is quoted', () => {
    const standard = quoted({ currency: 'USD', renew: '14.00', class: null });
    expect(premiumOf({ fees }, standard, name)).toBeNull();
    const premium = quoted({ currency: 'USD', renew: '140.00', class: null });
    expect(premiumOf({ fees }, premium, name)).toMatchObject({ renewCredits: 140 });
  });

  it('are missing in another currency', () => {
    const inEuro = quoted({ currency: 'EUR', amount: '100.00' });
    expect(premiumOf({ fees }, inEuro, name)).toBe('unpriced');
  });
});
